"""The screening model as PyTorch trains it: layers of MPNet, and heads for injection, unsafe kinds and names."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from mpnet_graph import read_trained
from screener_examples import KINDS, TAGS
from screener_graph import OPTIONS
from torch_encoder import Verdict, quantised_weight, read_teacher
from torch_mpnet import WIDTH, Mpnet


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.injection, self.unsafe = Verdict(1, WIDTH), Verdict(len(KINDS), WIDTH)
        self.tags = nn.Linear(WIDTH, len(TAGS))

    def forward(self, hidden):
        first = hidden[:, 0]
        return {
            "injection": self.injection(first).float(),
            "unsafe": self.unsafe(first).float(),
            "tags": self.tags(hidden).float(),
        }


class ScreeningModel(Mpnet):
    def __init__(self, layers, dropout=0.0):
        super().__init__(layers, dropout, OPTIONS)
        self.heads = Heads()

    def embed(self, ids):
        """With so few steps the table of words is learnt as integers too."""
        table = self.words.weight
        return F.embedding(ids, quantised_weight(table, self.options.word_limit) if self.layers[0].quantised else table)

    def forward(self, ids, capitals, present):
        """`capitals`: which tokens are of a word that begins with a capital; the vocabulary has small letters alone."""
        return self.heads(self.encode(ids, capitals, present))


def load_start(path, chosen, dropout=0.0):
    """`chosen`: which layers become ours, of the pretrained weights or of a run (.npz), whose heads come along."""
    model = ScreeningModel(len(chosen), dropout)
    if path.suffix == ".npz":
        trained = tensors_of(path)
        taken = {name: value for name, value in trained.items() if not name.startswith("layers.")}
        for ours, theirs in enumerate(chosen):
            prefix = f"layers.{theirs}."
            taken |= {
                f"layers.{ours}.{name.removeprefix(prefix)}": value
                for name, value in trained.items()
                if name.startswith(prefix)
            }
        model.load_state_dict(taken)
        return model
    nn.init.normal_(model.second, std=0.02)
    return model.load(read_teacher(path), chosen)


def tensors_of(path):
    return {name: torch.from_numpy(value) for name, value in read_trained(path).items()}


def load_screener(path):
    trained = tensors_of(path)
    model = ScreeningModel(1 + max(int(name.split(".")[1]) for name in trained if name.startswith("layers.")))
    model.load_state_dict(trained)
    for layer in model.layers:
        layer.quantised = "words.scale" in np.load(path).files
    return model
