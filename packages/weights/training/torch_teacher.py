"""The teacher: MPNet-base with the heads of the reading model, over the very same tokens."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from torch_reader import Heads

HEADS, WIDTH, INNER, BUCKETS, FAR = 12, 768, 3072, 32, 128
# Its vocabulary is BERT's with four tokens before it, and opens and closes a text with two of those.
SHIFT, OPENS, CLOSES, FIRST_PLACE = 4, 0, 2, 2


def buckets(size):
    """Which of the learnt biases counts between two places: near distances each have one, far ones share."""
    place = torch.arange(size)
    distance = place[:, None] - place[None]
    half = BUCKETS // 2
    found = (distance < 0).long() * half
    distance = distance.abs()
    exact = half // 2
    far = exact + (torch.log(distance.clamp(min=1).float() / exact) / math.log(FAR / exact) * (half - exact)).long()
    return found + torch.where(distance < exact, distance, far.clamp(max=half - 1))


class TeacherLayer(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.dropout = dropout
        self.mixed, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm, self.last_norm = nn.LayerNorm(WIDTH, eps=1e-5), nn.LayerNorm(WIDTH, eps=1e-5)

    def forward(self, hidden, bias):
        batch, tokens, _ = hidden.shape
        query, key, value = self.mixed(hidden).view(batch, tokens, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        attended = attended.transpose(1, 2).reshape(batch, tokens, WIDTH)
        hidden = self.norm(hidden + F.dropout(self.joined(attended), self.dropout, self.training))
        wide = F.gelu(self.wide(hidden))
        return self.last_norm(hidden + F.dropout(self.narrow(wide), self.dropout, self.training))


class Teacher(nn.Module):
    def __init__(self, dropout=0.0):
        super().__init__()
        self.words, self.positions = nn.Embedding(30527, WIDTH), nn.Parameter(torch.zeros(514, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-5)
        self.biases = nn.Embedding(BUCKETS, HEADS)
        self.layers = nn.ModuleList(TeacherLayer(dropout) for _ in range(int(__import__("os").environ.get("LAB_LAYERS", 12))))
        self.second = nn.Parameter(torch.zeros(WIDTH))
        self.heads = Heads(WIDTH)
        self.register_buffer("buckets", buckets(512), persistent=False)

    def hidden(self, ids, firsts, present):
        size = ids.shape[1]
        places = torch.arange(size, device=ids.device)
        second = (places[None] >= firsts[:, None]) & present
        theirs = torch.where(ids == 101, OPENS, torch.where(ids == 102, CLOSES, ids + SHIFT))
        hidden = self.words(theirs) + self.positions[FIRST_PLACE : FIRST_PLACE + size]
        hidden = self.norm(hidden + second[:, :, None] * self.second)
        bias = self.biases(self.buckets[:size, :size]).permute(2, 0, 1)[None]
        bias = bias.masked_fill(~present[:, None, None, :], -1e4)
        for layer in self.layers:
            hidden = layer(hidden, bias)
        return hidden, second

    def forward(self, ids, firsts, present):
        return self.heads(*self.hidden(ids, firsts, present))

    def load(self, weights):
        def take(name):
            return torch.from_numpy(np.ascontiguousarray(weights[name]))

        self.words.weight.data = take("embeddings.word_embeddings.weight")
        self.positions.data = take("embeddings.position_embeddings.weight")
        self.biases.weight.data = take("encoder.relative_attention_bias.weight")
        parts = {"norm": "embeddings.LayerNorm"}
        for at, layer in enumerate(self.layers):
            base = f"encoder.layer.{at}"
            for part in ("weight", "bias"):
                three = [take(f"{base}.attention.attn.{kind}.{part}") for kind in "qkv"]
                getattr(layer.mixed, part).data = torch.cat(three)
            parts |= {
                f"layers.{at}.joined": f"{base}.attention.attn.o",
                f"layers.{at}.norm": f"{base}.attention.LayerNorm",
                f"layers.{at}.wide": f"{base}.intermediate.dense",
                f"layers.{at}.narrow": f"{base}.output.dense",
                f"layers.{at}.last_norm": f"{base}.output.LayerNorm",
            }
        for ours, theirs in parts.items():
            module = self.get_submodule(ours)
            module.weight.data, module.bias.data = take(f"{theirs}.weight"), take(f"{theirs}.bias")
        return self
