"""Writes the reading model as an ONNX graph: the encoder in integers, the small heads in floats."""

import numpy as np
from onnx import TensorProto

from bert_graph import BertWriter, finish
from encoder_folder import as_bert


def read_reader(path):
    """What train_reader.py wrote: the encoder's weights under the names of a BERT, its number of layers, and the heads'."""
    packed = {name: value.astype(np.float32) for name, value in np.load(path).items()}
    prefix = "encoder."
    encoder = {name.removeprefix(prefix): value for name, value in packed.items() if name.startswith(prefix)}
    heads = {name: value for name, value in packed.items() if not name.startswith(prefix)}
    return *as_bert(encoder), heads


class ReaderWriter(BertWriter):
    def __init__(self, weights, layers, heads, options):
        super().__init__(weights, layers, options)
        self.heads = heads

    def placed(self, embedded):
        graph = self.graph
        last = graph.constant(np.array([-1], np.int64))
        second = graph.op("Unsqueeze", [graph.op("Cast", ["token_type_ids"], to=TensorProto.FLOAT), last])
        return graph.op("Add", [embedded, graph.op("Mul", [second, graph.constant(self.heads["second"], "second")])])

    def dense(self, value, name, rows=slice(None)):
        graph = self.graph
        weight, bias = self.heads[f"{name}.weight"][rows].T, self.heads[f"{name}.bias"][rows]
        return graph.op("Add", [graph.op("MatMul", [value, graph.constant(weight, "head")]), graph.constant(bias, "head_bias")])

    def verdicts(self, first, name, outputs):
        """Outputs of one head, each its own rows of the last matrix."""
        inner = self.graph.op("Tanh", [self.dense(first, f"{name}.dense")])
        for output, rows in outputs.items():
            self.graph.output(output, self.dense(inner, f"{name}.out", rows))

    def write(self):
        graph, hidden, mask = self.graph, self.embeddings(), self.mask()
        for index in range(self.layers):
            hidden = self.layer(index, hidden, mask, first_only=False)
        start, end = graph.op("Split", [self.dense(hidden, "span"), graph.constant(np.array([1, 1], np.int64))], outputs=2, axis=2)
        last = graph.constant(np.array([2], np.int64))
        for name, value in (("start", start), ("end", end)):
            graph.output(name, graph.op("Squeeze", [value, last]))
        first = graph.op("Squeeze", [self.first_token(hidden), graph.constant(np.array([1], np.int64))])
        self.verdicts(first, "relevance", {"relevance": slice(None)})
        self.verdicts(first, "judge", {"judge": slice(None)})
        self.verdicts(first, "screen", {"injection": slice(0, 1), "unsafe": slice(1, None)})
        outputs = {"start": ["batch", "tokens"], "end": ["batch", "tokens"], "relevance": ["batch", 1], "judge": ["batch", 3]}
        outputs |= {"injection": ["batch", 1], "unsafe": ["batch", 6]}
        return finish(graph, ("input_ids", "attention_mask", "token_type_ids"), outputs)


def write_reader(path, options):
    weights, layers, heads = read_reader(path)
    return ReaderWriter(weights, layers, heads, options).write()
