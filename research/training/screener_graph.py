"""Writes the screening model as an ONNX graph: half of an MPNet in integers, the heads in floats."""

from bert_graph import GraphOptions, finish
from mpnet_graph import MpnetWriter
from screener_examples import KINDS, TAGS, TOKENS_MAX

# Fewer steps still than those of the reading model: all models together stay below 120 MB.
OPTIONS = GraphOptions(weight_limit=11, word_limit=13)


class ScreenerWriter(MpnetWriter):
    """In the reading model a second type of token marks the second text; here it marks a capital."""

    def __init__(self, packed, unused):
        super().__init__(packed, TOKENS_MAX, OPTIONS)
        self.weights["embeddings.word_embeddings.weight"][unused] = 0

    def write(self):
        hidden = self.encode()
        self.graph.output("tags", self.dense(hidden, "tags"))
        self.verdicts(hidden, ("injection", "unsafe"))
        self.halve_floats()
        outputs = {
            "injection": ["batch", 1],
            "unsafe": ["batch", len(KINDS)],
            "tags": ["batch", "tokens", len(TAGS)],
        }
        return finish(self.graph, ("input_ids", "attention_mask", "token_type_ids"), outputs)


def write_screener(packed, tokens):
    """The graph of trained weights, as `read_trained` of mpnet_graph gives them. Tokens that no text has take no room."""
    unused = [place for place, token in enumerate(tokens) if token.startswith("[unused")]
    return ScreenerWriter(packed, unused).write()
