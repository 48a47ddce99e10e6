"""Takes a screening model's weights back out of its graph, as a run (.npz) to train further from.

Usage: unpack_screener.py MODEL_ONNX_ZST OUTPUT_NPZ
"""

import sys

import numpy as np
import onnx
from onnx.numpy_helper import to_array

from encoder_folder import read_graph
from heads_graph import GELU_LOWEST
from mpnet_tokens import BUCKETS, CLOSES, FIRST_PLACE, OPENS, SHIFT, VOCABULARY, distance_buckets
from reader_examples import CLOSE, OPEN

WORDS, PLACES = 30527, 514


class Constants:
    """The constants of a graph in the order in which they were made: their names end in a number."""

    def __init__(self, graph):
        found = {}
        for tensor in graph.initializer:
            name = tensor.name.removesuffix("_half")
            hint, number = name.rsplit("_", 1)
            found[int(number)] = (hint, to_array(tensor))
        self.rest = [found[number] for number in sorted(found) if found[number][0] != "constant"]

    def next(self, hint):
        name, value = self.rest.pop(0)
        if name != hint:
            raise SystemExit(f"a constant {name} where {hint} was expected")
        return value


def unpack(graph):
    left, arrays = Constants(graph), {}

    def linear():
        bias, weight, scale = left.next("bias"), left.next("weight"), left.next("weight_scale")
        return weight.T, scale, bias

    def put(name, weight, scale, bias):
        arrays[f"{name}.weight"], arrays[f"{name}.weight#scale"] = np.ascontiguousarray(weight), scale
        arrays[f"{name}.bias"] = bias.astype(np.float16)

    def norm(name):
        arrays[f"{name}.weight"], arrays[f"{name}.bias"] = (left.next("norm").astype(np.float16) for _ in range(2))

    words, scales, positions = left.next("words"), left.next("word_scales"), left.next("positions")
    table, table_scale = np.zeros((WORDS, words.shape[1]), np.int8), np.full((WORDS, 1), 1e-8, np.float32)
    for theirs, ours in ((slice(SHIFT, SHIFT + VOCABULARY), slice(None)), (OPENS, OPEN), (CLOSES, CLOSE)):
        table[theirs], table_scale[theirs] = words[ours], scales[ours]
    arrays["words.weight"], arrays["words.scale"] = table, table_scale
    arrays["positions"] = np.zeros((PLACES, words.shape[1]), np.float16)
    arrays["positions"][FIRST_PLACE : FIRST_PLACE + len(positions)] = positions
    arrays["second"] = left.next("second").astype(np.float16)
    norm("norm")
    distances = left.next("distances")
    buckets = distance_buckets((distances.shape[1] + 1) // 2)
    arrays["biases.weight"] = np.zeros((BUCKETS, len(distances)), np.float16)
    arrays["biases.weight"][buckets] = distances.T
    at = 0
    while left.rest[0][0] == "bias":
        base = f"layers.{at}"
        put(f"{base}.mixed", *(np.concatenate(parts) for parts in zip(*(linear() for _ in range(3)), strict=True)))
        put(f"{base}.joined", *linear())
        norm(f"{base}.norm")
        put(f"{base}.wide", *linear())
        weight, scale, bias = left.next("weight"), left.next("weight_scale"), left.next("bias")
        raised = GELU_LOWEST * (weight.astype(np.float32) * scale).sum(axis=0)
        put(f"{base}.narrow", weight.T, scale, bias + raised)
        norm(f"{base}.last_norm")
        at += 1
    for name in ("tags", "injection.dense", "injection.out", "unsafe.dense", "unsafe.out"):
        arrays[f"heads.{name}.weight"] = left.next("head").T.astype(np.float16)
        arrays[f"heads.{name}.bias"] = left.next("head_bias").astype(np.float16)
    return arrays


def main():
    graph = onnx.load_model_from_string(read_graph(sys.argv[1])).graph
    np.savez_compressed(sys.argv[2], **unpack(graph))


if __name__ == "__main__":
    main()
