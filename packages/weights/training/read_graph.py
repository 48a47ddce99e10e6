"""Reads the weights of a finished encoder back out of the graph that bert_graph.py wrote."""

import re

import numpy as np
import onnx

# In the order in which the writer comes to them, layer by layer.
PRODUCTS = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
NORMS = ("attention.output.LayerNorm", "output.LayerNorm")


def constants_of(path):
    """The graph's constants by what they are, each kind in the order in which it was written."""
    kinds = {}
    numbered = [(*re.fullmatch(r"(.+)_(\d+)", each.name).groups(), each) for each in onnx.load(path).graph.initializer]
    for kind, _, constant in sorted(numbered, key=lambda each: int(each[1])):
        kinds.setdefault(kind, []).append(onnx.numpy_helper.to_array(constant).astype(np.float32))
    return kinds


def read_bert(path):
    """The weights as the graph's integers give them back, under the usual names of a BERT; and the number of layers."""
    kinds = constants_of(path)
    (words,), (positions,) = kinds["words"], kinds["positions"]
    # A graph of floats has no scales.
    (scales,) = kinds.get("word_scales", [np.float32(1)])
    column_scales = kinds.get("weight_scale", [np.float32(1)] * len(kinds["weight"]))
    layers = len(kinds["weight"]) // len(PRODUCTS)
    names = [f"encoder.layer.{layer}.{name}" for layer in range(layers) for name in PRODUCTS]
    norms = ["embeddings.LayerNorm", *(f"encoder.layer.{layer}.{name}" for layer in range(layers) for name in NORMS)]
    weights = {
        "embeddings.word_embeddings.weight": words * scales,
        "embeddings.position_embeddings.weight": positions,
        "embeddings.token_type_embeddings.weight": np.zeros((1, positions.shape[1]), np.float32),
    }
    for name, weight, scale, bias in zip(names, kinds["weight"], column_scales, kinds["bias"], strict=True):
        weights[f"{name}.weight"], weights[f"{name}.bias"] = np.ascontiguousarray((weight * scale).T), bias
    for name, weight, bias in zip(norms, kinds["norm"][::2], kinds["norm"][1::2], strict=True):
        weights[f"{name}.weight"], weights[f"{name}.bias"] = weight, bias
    return weights, layers
