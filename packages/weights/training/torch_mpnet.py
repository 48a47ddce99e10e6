"""The second teacher: MPNet-base as a sentence encoder, over the very tokens that the student takes."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from text_runs import CLOSE, OPEN

LAYERS, HEADS, WIDTH, INNER, BUCKETS, FAR = 12, 12, 768, 3072, 32, 128
# Its vocabulary is BERT's with four tokens before it, of which two open and close a text; places count from two.
SHIFT, OPENS, CLOSES, FIRST_PLACE = 4, 0, 2, 2


def buckets(size):
    """Which learnt bias counts between two places: near distances have one each, far ones share; so too backwards."""
    places = torch.arange(size)
    distance = places[:, None] - places[None]
    half, near = BUCKETS // 2, BUCKETS // 4
    grown = torch.log(distance.abs().clamp(min=1) / near) / math.log(FAR / near)
    far = (near + (grown * (half - near)).long()).clamp(max=half - 1)
    return torch.where(distance.abs() < near, distance.abs(), far) + half * (distance < 0)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.mixed, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm, self.last_norm = nn.LayerNorm(WIDTH, eps=1e-5), nn.LayerNorm(WIDTH, eps=1e-5)

    def forward(self, hidden, bias):
        batch, tokens, _ = hidden.shape
        query, key, value = self.mixed(hidden).view(batch, tokens, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        hidden = self.norm(hidden + self.joined(attended.transpose(1, 2).reshape(batch, tokens, WIDTH)))
        return self.last_norm(hidden + self.narrow(F.gelu(self.wide(hidden))))


class Mpnet(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.positions = nn.Embedding(30527, WIDTH), nn.Parameter(torch.zeros(514, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-5)
        self.biases = nn.Embedding(BUCKETS, HEADS)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.register_buffer("buckets", buckets(512), persistent=False)

    def forward(self, ids, present):
        """The unit vector of each text: the mean of its tokens."""
        size = ids.shape[1]
        theirs = torch.where(ids == OPEN, OPENS, torch.where(ids == CLOSE, CLOSES, ids + SHIFT))
        hidden = self.norm(self.words(theirs) + self.positions[FIRST_PLACE : FIRST_PLACE + size])
        bias = self.biases(self.buckets[:size, :size]).permute(2, 0, 1)[None]
        bias = bias.masked_fill(~present[:, None, None, :], -1e4)
        for layer in self.layers:
            hidden = layer(hidden, bias)
        return F.normalize((hidden.float() * present[:, :, None]).sum(1), dim=-1)

    def load(self, weights):
        """Takes the weights by their usual names."""

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
