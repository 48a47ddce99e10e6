"""The reading model as PyTorch trains it: an encoder, and heads for spans, ranking, judging and screening."""

import numpy as np
import torch
from torch import nn

from bert_graph import quantise_rows
from reader_graph import read_trained
from torch_encoder import HEADS, WIDTH, Encoder, read_teacher

UNSAFE_KINDS = 6


class Verdict(nn.Module):
    """What the first token says of the whole sequence."""

    def __init__(self, outputs):
        super().__init__()
        self.dense, self.out = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, outputs)

    def forward(self, first):
        return self.out(torch.tanh(self.dense(first)))


class ReadingModel(nn.Module):
    def __init__(self, layers, dropout=0.0):
        super().__init__()
        self.encoder = Encoder(layers, dropout)
        # What a token of the second text gets over one of the first.
        self.second = nn.Parameter(torch.zeros(WIDTH))
        self.span = nn.Linear(WIDTH, 2)
        self.relevance, self.judge, self.screen = Verdict(1), Verdict(3), Verdict(1 + UNSAFE_KINDS)

    def forward(self, ids, firsts, present):
        """`firsts`: how many tokens of each row are the first text."""
        places = torch.arange(ids.shape[1], device=ids.device)
        second = (places[None] >= firsts[:, None]) & present
        encoder = self.encoder
        hidden = encoder.words(ids) + encoder.positions[: ids.shape[1]] + second[:, :, None] * self.second
        hidden = encoder.norm(hidden)
        mask = present[:, None, None, :].expand(-1, HEADS, ids.shape[1], -1)
        for layer in encoder.layers:
            hidden = layer(hidden, mask)
        # Nothing but the first token, which stands for "no answer", and the second text can be an answer.
        allowed = second.clone()
        allowed[:, 0] = True
        start, end = self.span(hidden).float().masked_fill(~allowed[:, :, None], -1e4).unbind(-1)
        first = hidden[:, 0]
        return {
            "start": start,
            "end": end,
            "relevance": self.relevance(first).float()[:, 0],
            "judge": self.judge(first).float(),
            "screen": self.screen(first).float(),
        }


def load_pretrained(path, dropout=0.0):
    weights = read_teacher(path)
    layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
    model = ReadingModel(layers, dropout)
    model.encoder.load(weights, range(layers))
    types = weights["embeddings.token_type_embeddings.weight"]
    model.second.data = torch.from_numpy(types[1] - types[0])
    return model


def load_trained(path, dropout=0.0):
    packed = {name: torch.from_numpy(value) for name, value in read_trained(path).items()}
    layers = 1 + max(int(name.split(".")[2]) for name in packed if name.startswith("encoder.layers."))
    model = ReadingModel(layers, dropout)
    model.load_state_dict(packed)
    return model


def save_trained(model, path):
    """Half-precision matrices; the table of words as 8-bit rows, which is how it ships."""
    arrays = {name: value.half().cpu().numpy() for name, value in model.state_dict().items()}
    words = model.encoder.words.weight.detach().float().cpu().numpy()
    arrays["encoder.words.weight"], arrays["encoder.words.scale"] = quantise_rows(words)
    np.savez(path, **arrays)
