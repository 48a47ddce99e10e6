"""Writes the screening model as an ONNX graph: the encoder in integers as in the reading model, the heads in floats."""

import numpy as np

from bert_graph import finish
from encoder_folder import as_bert
from reader_graph import ReaderWriter
from screener_examples import KINDS, TAGS


class ScreenerWriter(ReaderWriter):
    def write(self):
        graph, hidden, mask = self.graph, self.embeddings(), self.mask()
        for index in range(self.layers):
            hidden = self.layer(index, hidden, mask, first_only=False)
        graph.output("tags", self.dense(hidden, "tags"))
        first = graph.op("Squeeze", [self.first_token(hidden), graph.constant(np.array([1], np.int64))])
        for head in ("injection", "unsafe"):
            self.verdicts(first, head, {head: slice(None)})
        outputs = {
            "injection": ["batch", 1],
            "unsafe": ["batch", len(KINDS)],
            "tags": ["batch", "tokens", len(TAGS)],
        }
        return finish(graph, ("input_ids", "attention_mask", "token_type_ids"), outputs)


def write_screener(packed, options):
    """The graph of trained weights, as `read_trained` or `mean_of` give them."""
    prefix = "encoder."
    encoder = {name.removeprefix(prefix): value for name, value in packed.items() if name.startswith(prefix)}
    heads = {name: value for name, value in packed.items() if not name.startswith(prefix)}
    # In the reading model a second type of token marks the second text; here it marks a capital.
    heads["second"] = heads.pop("capital")
    weights, layers = as_bert(encoder)
    return ScreenerWriter(weights, layers, heads, options).write()
