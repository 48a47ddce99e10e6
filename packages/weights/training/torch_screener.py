"""The screening model as PyTorch trains it: an encoder, and heads for injection, unsafe kinds and names."""

import numpy as np
import torch
from torch import nn

from bert_graph import quantise_rows
from screener_examples import KINDS, TAGS
from screener_graph import read_trained
from torch_encoder import HEADS, WIDTH, Encoder, Verdict, read_teacher


class ScreeningModel(nn.Module):
    def __init__(self, layers, dropout=0.0):
        super().__init__()
        self.encoder = Encoder(layers, dropout)
        # What a token of a capitalised word gets over others: the vocabulary knows small letters alone.
        self.capital = nn.Parameter(torch.zeros(WIDTH))
        self.injection, self.unsafe = Verdict(1), Verdict(len(KINDS))
        self.tags = nn.Linear(WIDTH, len(TAGS))

    def forward(self, ids, capitals, present):
        encoder = self.encoder
        hidden = encoder.words(ids) + encoder.positions[: ids.shape[1]] + capitals[:, :, None] * self.capital
        hidden = encoder.norm(hidden)
        mask = present[:, None, None, :].expand(-1, HEADS, ids.shape[1], -1)
        for layer in encoder.layers:
            hidden = layer(hidden, mask)
        first = hidden[:, 0]
        return {
            "injection": self.injection(first).float()[:, 0],
            "unsafe": self.unsafe(first).float(),
            "tags": self.tags(hidden).float(),
        }


def load_start(path, chosen, dropout=0.0):
    """`chosen`: which layers of the pretrained weights become ours."""
    model = ScreeningModel(len(chosen), dropout)
    model.encoder.load(read_teacher(path), chosen)
    nn.init.normal_(model.capital, std=0.02)
    return model


def load_screener(path):
    trained = {name: torch.from_numpy(value) for name, value in read_trained(path).items()}
    model = ScreeningModel(1 + max(int(name.split(".")[2]) for name in trained if name.startswith("encoder.layers.")))
    model.load_state_dict(trained)
    return model


def save_trained(model, path):
    """Half-precision matrices; the table of words as 8-bit rows, which is how it ships."""
    arrays = {name: value.half().cpu().numpy() for name, value in model.state_dict().items()}
    words = model.encoder.words.weight.detach().float().cpu().numpy()
    arrays["encoder.words.weight"], arrays["encoder.words.scale"] = quantise_rows(words)
    np.savez(path, **arrays)
