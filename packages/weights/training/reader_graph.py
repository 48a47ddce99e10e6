"""Writes the reading model as an ONNX graph: the encoder in integers, the small heads in floats."""

import numpy as np
from onnx import TensorProto

from bert_graph import BertWriter, finish, quantise_columns
from encoder_folder import as_bert

GELU_LOWEST = 0.17


def read_trained(path):
    """What train_reader.py wrote, as floats."""
    packed = {name: value.astype(np.float32) for name, value in np.load(path).items()}
    packed["encoder.words.weight"] *= packed.pop("encoder.words.scale")
    return packed


def mean_of(paths, shares):
    """The weights of several runs from the same beginning, averaged: better than each of them, at the price of one."""
    runs = [read_trained(path) for path in paths]
    return {name: sum(share * run[name] for run, share in zip(runs, shares, strict=True)) for name in runs[0]}


class ReaderWriter(BertWriter):
    def __init__(self, weights, layers, heads, options):
        super().__init__(weights, layers, options)
        self.heads = heads

    def placed(self, embedded):
        graph = self.graph
        last = graph.constant(np.array([-1], np.int64))
        second = graph.op("Unsqueeze", [graph.op("Cast", ["token_type_ids"], to=TensorProto.FLOAT), last])
        return graph.op("Add", [embedded, graph.op("Mul", [second, graph.constant(self.heads["second"], "second")])])

    def narrow(self, wide, name):
        """
        The product whose input has the largest outliers, with a scale for each token in place of one for all: a single
        token would else leave the others few of the 256 steps. What GELU gives is never below -0.17, so it is raised by
        that much, and what the raising adds to the product is taken off the bias.
        """
        if self.options.weight_limit is None:
            return super().narrow(wide, name)
        graph = self.graph
        weight = np.ascontiguousarray(self.weights[f"{name}.weight"].T)
        integers, scale = quantise_columns(weight, self.options.weight_limit)
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

    def dense(self, value, name, rows=slice(None)):
        graph = self.graph
        weight, bias = self.heads[f"{name}.weight"][rows].T, self.heads[f"{name}.bias"][rows]
        return graph.op(
            "Add", [graph.op("MatMul", [value, graph.constant(weight, "head")]), graph.constant(bias, "head_bias")]
        )

    def verdicts(self, first, name, outputs):
        """Outputs of one head, each its own rows of the last matrix."""
        inner = self.graph.op("Tanh", [self.dense(first, f"{name}.dense")])
        for output, rows in outputs.items():
            self.graph.output(output, self.dense(inner, f"{name}.out", rows))

    def write(self):
        graph, hidden, mask = self.graph, self.embeddings(), self.mask()
        for index in range(self.layers):
            hidden = self.layer(index, hidden, mask, first_only=False)
        start, end = graph.op(
            "Split", [self.dense(hidden, "span"), graph.constant(np.array([1, 1], np.int64))], outputs=2, axis=2
        )
        last = graph.constant(np.array([2], np.int64))
        for name, value in (("start", start), ("end", end)):
            graph.output(name, graph.op("Squeeze", [value, last]))
        first = graph.op("Squeeze", [self.first_token(hidden), graph.constant(np.array([1], np.int64))])
        self.verdicts(first, "relevance", {"relevance": slice(None)})
        self.verdicts(first, "judge", {"judge": slice(None)})
        self.verdicts(first, "screen", {"injection": slice(0, 1), "unsafe": slice(1, None)})
        outputs = {
            "start": ["batch", "tokens"],
            "end": ["batch", "tokens"],
            "relevance": ["batch", 1],
            "judge": ["batch", 3],
        }
        outputs |= {"injection": ["batch", 1], "unsafe": ["batch", 6]}
        return finish(graph, ("input_ids", "attention_mask", "token_type_ids"), outputs)


def write_reader(packed, options):
    """The graph of trained weights, as `read_trained` or `mean_of` give them."""
    prefix = "encoder."
    encoder = {name.removeprefix(prefix): value for name, value in packed.items() if name.startswith(prefix)}
    heads = {name: value for name, value in packed.items() if not name.startswith(prefix)}
    weights, layers = as_bert(encoder)
    return ReaderWriter(weights, layers, heads, options).write()
