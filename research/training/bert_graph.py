"""Writes a BERT encoder as an ONNX graph by hand, so that we decide what is quantised and what is computed at all.

The graph takes `input_ids` and `attention_mask` (int64, batch × tokens) and gives `embedding` (float, batch × width),
pooled but not normalised. Two things make it fast: matrix products run on 8-bit integers, and where the first token is
the sentence, the last layer computes that token alone. It uses plain operators only: ONNX Runtime fuses them when it
loads the graph, and on a processor its large fused ones (attention, skip-and-normalise) are slower than their parts.
"""

from dataclasses import dataclass

import numpy as np
from onnx import TensorProto, helper, numpy_helper


@dataclass(frozen=True)
class GraphOptions:
    heads: int = 12
    pooling: str = "cls"  # or "mean"
    # How far the integers of a weight go to either side; null keeps floats. Up to 63, the sum of two products with an
    # 8-bit activation stays within 16 bits, which is what x86 processors without VNNI add up in: beyond it their sums
    # are cut off, and vectors differ between machines. Fewer steps make a file that compresses further.
    weight_limit: int | None = 63
    # The same of the table of words, which takes part in no product.
    word_limit: int = 127
    # A step is no smaller than this share of the usual size of the weights that share a scale. The files that ship are
    # compressed, so that it is the size of a step that costs, and one weight that stands out costs little: a scale that
    # followed the largest alone would leave the others of its column few steps.
    step: float = 0.0
    word_step: float = 0.0


class Graph:
    """Nodes and constants in the making; `op` appends a node and returns the name of its output."""

    def __init__(self):
        self.nodes, self.constants, self.count = [], {}, 0

    def name(self, hint):
        self.count += 1
        return f"{hint}_{self.count}"

    def constant(self, value, hint="constant"):
        name = self.name(hint)
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def op(self, kind, inputs, outputs=1, **attributes):
        names = [self.name(kind) for _ in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names

    def output(self, name, value):
        self.nodes.append(helper.make_node("Identity", [value], [name]))


def limit_of(bits):
    """What `--bits` means: how far integers of so many bits go to either side, or null for floats (32)."""
    return None if bits == 32 else 2 ** (bits - 1) - 1


def scales_of(weights, axis, limit, step=0.0):
    """The size of a step for the weights along an axis: see `GraphOptions`."""
    usual = np.sqrt((weights**2).mean(axis=axis, keepdims=True))
    return np.maximum(np.maximum(np.abs(weights).max(axis=axis, keepdims=True), 1e-8) / limit, step * usual)


def quantise_columns(weight, limit, step=0.0):
    """A scale for each output column, symmetric: the integers and the scales."""
    scale = scales_of(weight, 0, limit, step)[0]
    return np.clip(np.rint(weight / scale), -limit, limit).astype(np.int8), scale.astype(np.float32)


def quantise_rows(table, limit=127, step=0.0):
    """A scale for each row: the integers and the scales."""
    scale = scales_of(table, 1, limit, step)
    return np.clip(np.rint(table / scale), -limit, limit).astype(np.int8), scale.astype(np.float32)


class BertWriter:
    def __init__(self, weights, layers, options):
        self.graph, self.weights, self.layers, self.options = Graph(), weights, layers, options

    def embeddings(self):
        graph, weights = self.graph, self.weights
        table = weights["embeddings.word_embeddings.weight"]
        # Segment 0 is the only one there is, so its vector goes into the table of positions.
        positions = (
            weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        )
        if self.options.weight_limit is None:
            words = graph.op("Gather", [graph.constant(table, "words"), "input_ids"])
        else:
            integers, scale = quantise_rows(table, self.options.word_limit, self.options.word_step)
            rows = graph.op("Gather", [graph.constant(integers, "words"), "input_ids"])
            scales = graph.op("Gather", [graph.constant(scale, "word_scales"), "input_ids"])
            words = graph.op("Mul", [graph.op("Cast", [rows], to=TensorProto.FLOAT), scales])
        length = graph.op("Shape", ["input_ids"], start=1, end=2)
        start, axis = graph.constant(np.array([0], np.int64)), graph.constant(np.array([0], np.int64))
        placed = graph.op("Slice", [graph.constant(positions.astype(np.float32), "positions"), start, length, axis])
        return self.layer_norm(self.placed(graph.op("Add", [words, placed])), "embeddings.LayerNorm")

    def placed(self, embedded):
        """What else goes into the embedding of a token: nothing, for one text alone."""
        return embedded

    def layer_norm(self, value, name):
        scale, bias = (self.graph.constant(self.weights[f"{name}.{part}"], "norm") for part in ("weight", "bias"))
        return self.graph.op("LayerNormalization", [value, scale, bias], axis=-1, epsilon=1e-12)

    def add_and_norm(self, value, skip, name):
        return self.layer_norm(self.graph.op("Add", [value, skip]), name)

    def quantised(self, value):
        """What a product takes in: the value itself, or its integers with their scale and zero point."""
        if self.options.weight_limit is None:
            return [value]
        return self.graph.op("DynamicQuantizeLinear", [value], outputs=3)

    def linear(self, inputs, name):
        graph = self.graph
        weight = np.ascontiguousarray(self.weights[f"{name}.weight"].T)
        bias = graph.constant(self.weights[f"{name}.bias"], "bias")
        if self.options.weight_limit is None:
            return graph.op("Add", [graph.op("MatMul", [inputs[0], graph.constant(weight, "weight")]), bias])
        integers, scale = quantise_columns(weight, self.options.weight_limit, self.options.step)
        value, value_scale, value_zero = inputs
        weight_name, scale_name = graph.constant(integers, "weight"), graph.constant(scale, "weight_scale")
        product = graph.op("Cast", [graph.op("MatMulInteger", [value, weight_name, value_zero])], to=TensorProto.FLOAT)
        scaled = graph.op("Mul", [product, graph.op("Mul", [value_scale, scale_name])])
        return graph.op("Add", [scaled, bias])

    def gelu(self, value):
        graph = self.graph
        root = graph.op("Erf", [graph.op("Div", [value, graph.constant(np.float32(np.sqrt(2)))])])
        half = graph.op("Mul", [value, graph.constant(np.float32(0.5))])
        return graph.op("Mul", [half, graph.op("Add", [root, graph.constant(np.float32(1))])])

    def attention(self, query, key, value, mask):
        graph, heads = self.graph, self.options.heads
        shape = graph.constant(np.array([0, 0, heads, -1], np.int64))
        split = [graph.op("Reshape", [part, shape]) for part in (query, key, value)]
        query, value = (graph.op("Transpose", [part], perm=[0, 2, 1, 3]) for part in (split[0], split[2]))
        key = graph.op("Transpose", [split[1]], perm=[0, 2, 3, 1])
        width = self.weights["embeddings.LayerNorm.weight"].shape[0] // heads
        scores = graph.op("Div", [graph.op("MatMul", [query, key]), graph.constant(np.float32(np.sqrt(width)))])
        weights = graph.op("Softmax", [graph.op("Add", [scores, mask])], axis=-1)
        mixed = graph.op("Transpose", [graph.op("MatMul", [weights, value])], perm=[0, 2, 1, 3])
        return graph.op("Reshape", [mixed, graph.constant(np.array([0, 0, -1], np.int64))])

    def mask(self):
        graph = self.graph
        absent = graph.op("Sub", [graph.constant(np.int64(1)), "attention_mask"])
        wide = graph.op("Unsqueeze", [absent, graph.constant(np.array([1, 2], np.int64))])
        return graph.op("Mul", [graph.op("Cast", [wide], to=TensorProto.FLOAT), graph.constant(np.float32(-10000))])

    def first_token(self, value):
        limits = (self.graph.constant(np.array([number], np.int64)) for number in (0, 1, 1))
        return self.graph.op("Slice", [value, *limits])

    def layer(self, index, hidden, mask, first_only):
        name = f"encoder.layer.{index}"
        everywhere = self.quantised(hidden)
        asking = hidden
        asked = everywhere
        if first_only:
            asking = self.first_token(hidden)
            asked = self.quantised(asking)
        query = self.linear(asked, f"{name}.attention.self.query")
        key = self.linear(everywhere, f"{name}.attention.self.key")
        value = self.linear(everywhere, f"{name}.attention.self.value")
        mixed = self.attention(query, key, value, mask)
        mixed = self.linear(self.quantised(mixed), f"{name}.attention.output.dense")
        middle = self.add_and_norm(mixed, asking, f"{name}.attention.output.LayerNorm")
        wide = self.gelu(self.linear(self.quantised(middle), f"{name}.intermediate.dense"))
        return self.add_and_norm(self.narrow(wide, f"{name}.output.dense"), middle, f"{name}.output.LayerNorm")

    def narrow(self, wide, name):
        return self.linear(self.quantised(wide), name)

    def pool(self, hidden):
        graph = self.graph
        if self.options.pooling == "cls":
            return graph.op("Squeeze", [hidden, graph.constant(np.array([1], np.int64))])
        axis = graph.constant(np.array([-1], np.int64))
        present = graph.op("Unsqueeze", [graph.op("Cast", ["attention_mask"], to=TensorProto.FLOAT), axis])
        tokens = graph.constant(np.array([1], np.int64))
        total = graph.op("ReduceSum", [graph.op("Mul", [hidden, present]), tokens], keepdims=0)
        return graph.op("Div", [total, graph.op("ReduceSum", [present, tokens], keepdims=0)])

    def write(self):
        hidden, mask = self.embeddings(), self.mask()
        for index in range(self.layers):
            last = index == self.layers - 1
            hidden = self.layer(index, hidden, mask, first_only=last and self.options.pooling == "cls")
        self.graph.output("embedding", self.pool(hidden))
        width = self.weights["embeddings.LayerNorm.weight"].shape[0]
        return finish(self.graph, ("input_ids", "attention_mask"), {"embedding": ["batch", width]})


def finish(graph, inputs, outputs):
    """The model around a graph. Old enough an opset and format that every current runtime reads it."""
    given = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in inputs]
    found = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()]
    body = helper.make_graph(graph.nodes, "encoder", given, found, list(graph.constants.values()))
    return helper.make_model(body, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="avow")


def write_bert(weights, layers, options):
    return BertWriter(weights, layers, options).write()
