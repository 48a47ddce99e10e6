"""Gets the weights of a reading model or an encoder back from the graph that ships: training can go on from them.

Usage: read_shipped.py MODEL.onnx.zst OUTPUT_NPZ

The tables cover the places and tokens that the graph has; what it lacks stays zero and is never used.
"""

import sys

import numpy as np
import onnx
from onnx import numpy_helper

from encoder_folder import read_graph
from heads_graph import GELU_LOWEST
from mpnet_tokens import BUCKETS, CLOSES, FIRST_PLACE, OPENS, SHIFT, VOCABULARY, distance_buckets
from reader_examples import CLOSE, OPEN, TOKENS_MAX

WORDS, PLACES, LAYERS = 30527, 514, 12


class Constants:
    """The graph's constants in the order in which `mpnet_graph.py` writes them, by their kind."""

    def __init__(self, graph):
        self.kinds = {}
        named = [(each.name.removesuffix("_half").rpartition("_"), each) for each in graph.initializer]
        for (kind, _, _number), each in sorted(named, key=lambda one: int(one[0][2])):
            value = numpy_helper.to_array(each)
            self.kinds.setdefault(kind, []).append(value.astype(np.float32) if value.dtype == np.float16 else value)

    def next(self, kind):
        return self.kinds[kind].pop(0)


def linear(constants):
    """A product's weights, as [out, in]."""
    integers, scale = constants.next("weight"), constants.next("weight_scale")
    return (integers.astype(np.float32) * scale).T


def read_layer(constants, at, lowest=GELU_LOWEST):
    base = f"layers.{at}"
    three, biases = [], []
    for _ in range(3):
        biases.append(constants.next("bias"))
        three.append(linear(constants))
    found = {f"{base}.mixed.weight": np.concatenate(three), f"{base}.mixed.bias": np.concatenate(biases)}
    for name, norm in (("joined", "norm"), ("wide", None), ("narrow", "last_norm")):
        bias, weight = constants.next("bias"), linear(constants)
        if name == "narrow":
            bias = bias + lowest * weight.sum(axis=1)
        found |= {f"{base}.{name}.weight": weight, f"{base}.{name}.bias": bias}
        if norm:
            found |= {f"{base}.{norm}.{part}": constants.next("norm") for part in ("weight", "bias")}
    return found


def read_tables(constants):
    words, places = np.zeros((WORDS, 768), np.float32), np.zeros((PLACES, 768), np.float32)
    table = constants.next("words").astype(np.float32) * constants.next("word_scales")
    words[SHIFT : SHIFT + VOCABULARY] = table
    words[OPENS], words[CLOSES] = table[OPEN], table[CLOSE]
    places[FIRST_PLACE : FIRST_PLACE + TOKENS_MAX] = constants.next("positions")
    biases = np.zeros((BUCKETS, 12), np.float32)
    biases[distance_buckets(TOKENS_MAX)] = constants.next("distances").T
    return {"words.weight": words, "positions": places, "biases.weight": biases, "second": constants.next("second")}


def read_heads(constants):
    names = ("span", "relevance.dense", "relevance.out", "judge.dense", "judge.out")
    found = {}
    for name in names:
        found[f"heads.{name}.weight"] = constants.next("head").T
        found[f"heads.{name}.bias"] = constants.next("head_bias")
    return found


def read_shipped(path):
    constants = Constants(onnx.load_model_from_string(read_graph(path)).graph)
    packed = read_tables(constants)
    packed |= {f"norm.{part}": constants.next("norm") for part in ("weight", "bias")}
    for at in range(LAYERS):
        packed |= read_layer(constants, at)
    return packed | read_heads(constants)


def read_encoder(path):
    """The weights of the sentence encoder that ships."""
    constants = Constants(onnx.load_model_from_string(read_graph(path)).graph)
    words = constants.next("words").astype(np.float32) * constants.next("word_scales")
    packed = {"words.weight": words, "positions": constants.next("positions")}
    packed |= {f"norm.{part}": constants.next("norm") for part in ("weight", "bias")}
    layers = len(constants.kinds["weight"]) // 6
    for at in range(layers):
        packed |= read_layer(constants, at, lowest=0)
    return packed, layers


if __name__ == "__main__":
    np.savez(sys.argv[2], **{name: value.astype(np.float16) for name, value in read_shipped(sys.argv[1]).items()})
