"""What the graphs of the reading and the screening model share: a second type of token, and heads in floats."""

import numpy as np
from onnx import TensorProto
from onnx.helper import make_node
from onnx.numpy_helper import from_array, to_array

from bert_graph import BertWriter, quantise_columns

# What GELU gives is never below minus this.
GELU_LOWEST = 0.17
HALF_BYTES_MIN = 64 * 1024


class HeadsWriter(BertWriter):
    def __init__(self, weights, layers, heads, options):
        super().__init__(weights, layers, options)
        self.heads = heads

    def placed(self, embedded):
        """The embedding, and for a token of the second type what `second` adds."""
        graph = self.graph
        last = graph.constant(np.array([-1], np.int64))
        second = graph.op("Unsqueeze", [graph.op("Cast", ["token_type_ids"], to=TensorProto.FLOAT), last])
        return graph.op("Add", [embedded, graph.op("Mul", [second, graph.constant(self.heads["second"], "second")])])

    def narrow(self, wide, name):
        """
        The product whose input has the largest outliers, with a scale for each token in place of one for all: a single
        token would else leave the others few of the 256 steps. What GELU gives is raised above 0, and what the raising
        adds to the product is taken off the bias.
        """
        if self.options.weight_limit is None:
            return super().narrow(wide, name)
        graph = self.graph
        weight = np.ascontiguousarray(self.weights[f"{name}.weight"].T)
        integers, scale = quantise_columns(weight, self.options.weight_limit, self.options.step)
        bias = self.weights[f"{name}.bias"] - GELU_LOWEST * (integers.astype(np.float32) * scale).sum(axis=0)
        raised = graph.op("Add", [wide, graph.constant(np.float32(GELU_LOWEST))])
        largest = graph.op("ReduceMax", [raised], axes=[-1], keepdims=1)
        step = graph.op("Mul", [largest, graph.constant(np.float32(1 / 255))])
        steps = graph.op("Cast", [graph.op("Round", [graph.op("Div", [raised, step])])], to=TensorProto.UINT8)
        product = graph.op("MatMulInteger", [steps, graph.constant(integers, "weight")])
        scaled = graph.op(
            "Mul",
            [
                graph.op("Mul", [graph.op("Cast", [product], to=TensorProto.FLOAT), step]),
                graph.constant(scale, "weight_scale"),
            ],
        )
        return graph.op("Add", [scaled, graph.constant(bias.astype(np.float32), "bias")])

    def dense(self, value, name):
        graph = self.graph
        weight, bias = self.heads[f"{name}.weight"].T, self.heads[f"{name}.bias"]
        return graph.op(
            "Add", [graph.op("MatMul", [value, graph.constant(weight, "head")]), graph.constant(bias, "head_bias")]
        )

    def encode(self):
        """The hidden state of every token after the last layer."""
        hidden, mask = self.embeddings(), self.mask()
        for index in range(self.layers):
            hidden = self.layer(index, hidden, mask, first_only=False)
        return hidden

    def verdicts(self, hidden, names):
        """What each of these heads says of the whole sequence, by its first token."""
        graph = self.graph
        first = graph.op("Squeeze", [self.first_token(hidden), graph.constant(np.array([1], np.int64))])
        for name in names:
            graph.output(name, self.dense(graph.op("Tanh", [self.dense(first, f"{name}.dense")]), f"{name}.out"))

    def halve_floats(self):
        """Training leaves floats of 16 bits, so large tables are stored as such; the runtime widens them as it loads."""
        graph, widened = self.graph, []
        for name, tensor in list(graph.constants.items()):
            value = to_array(tensor)
            if value.dtype != np.float32 or value.nbytes < HALF_BYTES_MIN:
                continue
            half = value.astype(np.float16)
            if not np.array_equal(half.astype(np.float32), value):
                continue
            stored = f"{name}_half"
            graph.constants[stored] = from_array(half, stored)
            del graph.constants[name]
            widened.append(make_node("Cast", [stored], [name], to=TensorProto.FLOAT))
        graph.nodes[:0] = widened
