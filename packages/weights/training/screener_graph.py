"""Writes the screening model as an ONNX graph: the encoder in integers, the heads in floats."""

import numpy as np

from bert_graph import finish
from encoder_folder import as_bert
from heads_graph import HeadsWriter
from screener_examples import KINDS, TAGS


def read_trained(path):
    """What train_screener.py wrote, as floats."""
    packed = {name: value.astype(np.float32) for name, value in np.load(path).items()}
    packed["encoder.words.weight"] *= packed.pop("encoder.words.scale")
    return packed


def mean_of(paths, shares):
    """The weights of several runs from the same beginning, averaged: better than each of them, at the price of one."""
    runs = [read_trained(path) for path in paths]
    return {name: sum(share * run[name] for run, share in zip(runs, shares, strict=True)) for name in runs[0]}


class ScreenerWriter(HeadsWriter):
    def write(self):
        hidden = self.encode()
        self.graph.output("tags", self.dense(hidden, "tags"))
        self.verdicts(hidden, ("injection", "unsafe"))
        outputs = {
            "injection": ["batch", 1],
            "unsafe": ["batch", len(KINDS)],
            "tags": ["batch", "tokens", len(TAGS)],
        }
        return finish(self.graph, ("input_ids", "attention_mask", "token_type_ids"), outputs)


def write_screener(packed, options):
    """The graph of trained weights, as `read_trained` or `mean_of` give them."""
    prefix = "encoder."
    encoder = {name.removeprefix(prefix): value for name, value in packed.items() if name.startswith(prefix)}
    heads = {name: value for name, value in packed.items() if not name.startswith(prefix)}
    # In the reading model a second type of token marks the second text; here it marks a capital.
    heads["second"] = heads.pop("capital")
    weights, layers = as_bert(encoder)
    return ScreenerWriter(weights, layers, heads, options).write()
