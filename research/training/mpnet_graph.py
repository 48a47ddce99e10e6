"""Writes an MPNet as an ONNX graph over BERT's token ids, and the reading model: encoder in integers, heads in floats.

The encoder is an MPNet: attention adds a learnt bias that depends on the distance between two tokens alone.
"""

import numpy as np

from bert_graph import GraphOptions, finish
from encoder_folder import as_bert
from heads_graph import HeadsWriter
from mpnet_tokens import CLOSES, FIRST_PLACE, OPENS, SHIFT, VOCABULARY, distance_buckets
from reader_examples import AFTER_CONTEXT, CLOSE, JUDGE, OPEN, READ, TOKENS_MAX

# Steps as coarse as training can make up for: the file compresses to little more than half.
OPTIONS = GraphOptions(step=0.17, word_step=0.2)


def read_trained(path):
    """What `save_trained` wrote, as floats."""
    packed = {name: value.astype(np.float32) for name, value in np.load(path).items()}
    packed["words.weight"] *= packed.pop("words.scale", 1)
    for name in [name for name in packed if name.endswith("#scale")]:
        packed[name.removesuffix("#scale")] *= packed.pop(name)[:, None]
    return packed


class MpnetWriter(HeadsWriter):
    def __init__(self, packed, tokens_max, options=OPTIONS):
        """`packed`: trained weights, as `read_trained` gives them."""
        heads = {name.removeprefix("heads."): value for name, value in packed.items() if name.startswith("heads.")}
        weights, layers = as_bert(over_bert_tokens(packed, tokens_max))
        super().__init__(weights, layers, heads | {"second": packed["second"]}, options)
        self.tokens_max = tokens_max
        # [heads, 2 * tokens - 1], for the key's place minus the query's, from the lowest on.
        self.bias = packed["biases.weight"][distance_buckets(tokens_max)].T

    def layer_norm(self, value, name):
        scale, bias = (self.graph.constant(self.weights[f"{name}.{part}"], "norm") for part in ("weight", "bias"))
        return self.graph.op("LayerNormalization", [value, scale, bias], axis=-1, epsilon=1e-5)

    def mask(self):
        """What attention adds: that a token is absent, and the bias of its distance."""
        graph = self.graph
        absent = super().mask()
        length = graph.op(
            "Squeeze", [graph.op("Shape", ["input_ids"], start=1, end=2), graph.constant(np.array([0], np.int64))]
        )
        places = graph.op("Range", [graph.constant(np.int64(0)), length, graph.constant(np.int64(1))])
        query = graph.op("Unsqueeze", [places, graph.constant(np.array([1], np.int64))])
        key = graph.op("Unsqueeze", [places, graph.constant(np.array([0], np.int64))])
        offset = graph.op("Add", [graph.op("Sub", [key, query]), graph.constant(np.int64(self.tokens_max - 1))])
        bias = graph.op("Gather", [graph.constant(self.bias, "distances"), offset], axis=1)
        return graph.op("Add", [graph.op("Unsqueeze", [bias, graph.constant(np.array([0], np.int64))]), absent])


def over_bert_tokens(packed, tokens_max):
    """The tables by BERT's token ids, and by places from 0 on."""
    theirs = packed["words.weight"]
    words = theirs[SHIFT : SHIFT + VOCABULARY].copy()
    words[OPEN], words[CLOSE] = theirs[OPENS], theirs[CLOSES]
    return packed | {"words.weight": words, "positions": packed["positions"][FIRST_PLACE : FIRST_PLACE + tokens_max]}


class ReaderWriter(MpnetWriter):
    def __init__(self, packed, unused):
        super().__init__(packed, TOKENS_MAX)
        self.weights["embeddings.word_embeddings.weight"][unused] = 0

    def write(self):
        graph, hidden = self.graph, self.encode()
        start, end = graph.op(
            "Split", [self.dense(hidden, "span"), graph.constant(np.array([1, 1], np.int64))], outputs=2, axis=2
        )
        last = graph.constant(np.array([2], np.int64))
        for name, value in (("start", start), ("end", end)):
            graph.output(name, graph.op("Squeeze", [value, last]))
        self.verdicts(hidden, ("relevance", "judge"))
        self.halve_floats()
        outputs = {
            "start": ["batch", "tokens"],
            "end": ["batch", "tokens"],
            "relevance": ["batch", 1],
            "judge": ["batch", 3],
        }
        return finish(graph, ("input_ids", "attention_mask", "token_type_ids"), outputs)


def write_reader(packed, tokens):
    """The graph of trained weights, as `read_trained` gives them. Tokens that no text has take no room."""
    unused = [at for at, token in enumerate(tokens) if token.startswith("[unused") and at not in (READ, JUDGE, AFTER_CONTEXT)]
    return ReaderWriter(packed, unused).write()
