"""A static encoder: a vector for each token of the vocabulary, and a text is the weighted mean of its tokens' vectors.

A token's vector is what the teacher gives for that token alone, turned to its principal directions with the first
taken out (it holds what all tokens share). The weight falls with how common a token is in plain text.
"""

import numpy as np
from onnx import TensorProto, helper

from bert_graph import Graph, finish, quantise_rows

OPEN, CLOSE = 101, 102
COMMON = 1e-4  # a token this frequent weighs half of a rare one
NEVER = range(0, 104)  # padding, unknown, reserved and the marks that open and close a text


def token_vectors(run, vocabulary_size, batch=512):
    """The teacher's vector of each token by itself; `run` takes ids and mask."""
    parts = []
    for start in range(0, vocabulary_size, batch):
        tokens = np.arange(start, min(start + batch, vocabulary_size))
        ids = np.stack([np.full_like(tokens, OPEN), tokens, np.full_like(tokens, CLOSE)], axis=1)
        parts.append(run(ids, np.ones_like(ids)))
    return np.concatenate(parts)


def static_table(vectors, frequencies, dimensions):
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    centred = vectors - vectors.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    strongest = directions[:, ::-1]
    table = centred @ strongest[:, 1 : dimensions + 1]
    table = table * (COMMON / (COMMON + frequencies))[:, None]
    table[list(NEVER)] = 0
    return table.astype(np.float32)


def write_static(table):
    graph = Graph()
    integers, scale = quantise_rows(table)
    rows = graph.op(
        "Cast", [graph.op("Gather", [graph.constant(integers, "words"), "input_ids"])], to=TensorProto.FLOAT
    )
    scales = graph.op("Gather", [graph.constant(scale, "word_scales"), "input_ids"])
    axis = graph.constant(np.array([-1], np.int64))
    present = graph.op("Unsqueeze", [graph.op("Cast", ["attention_mask"], to=TensorProto.FLOAT), axis])
    weighted = graph.op("Mul", [rows, graph.op("Mul", [scales, present])])
    total = graph.op("ReduceSum", [weighted, graph.constant(np.array([1], np.int64))], keepdims=0)
    graph.nodes.append(helper.make_node("Identity", [total], ["embedding"]))
    return finish(graph, ("input_ids", "attention_mask"), {"embedding": ["batch", table.shape[1]]})
