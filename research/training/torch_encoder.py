"""The encoder as PyTorch trains it, a head upon it, and the teacher's weights read into it."""

import io
import lzma
import zlib
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

HEADS, WIDTH, INNER = 12, 384, 1536


def as_integers(value, low, scale, levels):
    """The value as integers would give it back; its gradient is that of the value itself."""
    given_back = torch.round((value - low) / scale).clamp(0, levels) * scale + low
    return value + (given_back - value).detach()


def quantised_input(value):
    """As DynamicQuantizeLinear gives it: 8 bits over the range of one sequence, 0 among them."""
    value = value.float()
    low, high = (
        value.detach().amin((1, 2), keepdim=True).clamp(max=0),
        value.detach().amax((1, 2), keepdim=True).clamp(min=0),
    )
    scale = ((high - low) / 255).clamp(min=1e-8)
    return as_integers(value, -torch.round(-low / scale) * scale, scale, 255)


def quantised_weight(weight, limit=63, step=0.0):
    """As `quantise_columns` gives it."""
    scale = weight.detach().abs().amax(1, keepdim=True).clamp(min=1e-8) / limit
    if step:
        scale = torch.maximum(scale, step * weight.detach().square().mean(1, keepdim=True).sqrt())
    return as_integers(weight, -limit * scale, scale, 2 * limit)


class Layer(nn.Module):
    def __init__(self, dropout=0.0):
        super().__init__()
        self.dropout = dropout
        # Whether its products are computed as the integers that ship will compute them.
        self.quantised = False
        self.mixed, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm, self.last_norm = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def drop(self, value):
        return F.dropout(value, self.dropout, self.training) if self.dropout else value

    def apply_linear(self, linear, value):
        if not self.quantised:
            return linear(value)
        return F.linear(quantised_input(value), quantised_weight(linear.weight), linear.bias)

    def forward(self, hidden, mask):
        batch, tokens, _ = hidden.shape
        query, key, value = (
            self.apply_linear(self.mixed, hidden).view(batch, tokens, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        )
        attended = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        attended = attended.transpose(1, 2).reshape(batch, tokens, WIDTH)
        hidden = self.norm(hidden + self.drop(self.apply_linear(self.joined, attended)))
        wide = F.gelu(self.apply_linear(self.wide, hidden))
        return self.last_norm(hidden + self.drop(self.apply_linear(self.narrow, wide)))


class Verdict(nn.Module):
    """A head: what the first token says of the whole sequence."""

    def __init__(self, outputs, width=WIDTH):
        super().__init__()
        # No wider inside than this, whatever the encoder: it ships as floats.
        self.dense, self.out = nn.Linear(width, WIDTH), nn.Linear(WIDTH, outputs)

    def forward(self, first):
        return self.out(torch.tanh(self.dense(first)))


class Encoder(nn.Module):
    def __init__(self, layers, dropout=0.0):
        super().__init__()
        self.words, self.positions = nn.Embedding(30522, WIDTH), nn.Parameter(torch.zeros(512, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))

    def forward(self, ids, present):
        """The unit vector of each text, and the hidden states after each layer."""
        hidden = self.norm(self.words(ids) + self.positions[: ids.shape[1]])
        mask = present[:, None, None, :].expand(-1, HEADS, ids.shape[1], -1)
        states = []
        for layer in self.layers:
            hidden = layer(hidden, mask)
            states.append(hidden)
        return F.normalize(hidden[:, 0].float(), dim=-1), states

    def load(self, weights, chosen):
        """Takes the weights of a BERT by their usual names; `chosen` says which of its layers become ours."""

        def take(name):
            return torch.from_numpy(weights[name])

        self.words.weight.data = take("embeddings.word_embeddings.weight")
        segment = take("embeddings.token_type_embeddings.weight")[0]
        self.positions.data = take("embeddings.position_embeddings.weight") + segment
        parts = {"norm": "embeddings.LayerNorm"}
        for ours, theirs in enumerate(chosen):
            base = f"encoder.layer.{theirs}"
            for part in ("weight", "bias"):
                three = [take(f"{base}.attention.self.{kind}.{part}") for kind in ("query", "key", "value")]
                getattr(self.layers[ours].mixed, part).data = torch.cat(three)
            parts |= {
                f"layers.{ours}.joined": f"{base}.attention.output.dense",
                f"layers.{ours}.norm": f"{base}.attention.output.LayerNorm",
                f"layers.{ours}.wide": f"{base}.intermediate.dense",
                f"layers.{ours}.narrow": f"{base}.output.dense",
                f"layers.{ours}.last_norm": f"{base}.output.LayerNorm",
            }
        for ours, theirs in parts.items():
            module = self.get_submodule(ours)
            module.weight.data, module.bias.data = take(f"{theirs}.weight"), take(f"{theirs}.bias")
        return self


def read_packed(path):
    """Arrays under xz, or (.zz) under zlib."""
    unpack = zlib.decompress if Path(path).suffix == ".zz" else lzma.decompress
    return dict(np.load(io.BytesIO(unpack(Path(path).read_bytes()))))


def read_teacher(path):
    """Matrices travel as 8-bit rows with a scale for each group of columns, the rest as they are."""
    packed, weights = read_packed(path), {}
    for name, value in packed.items():
        if name.endswith("#scale"):
            continue
        scale = packed.get(f"{name}#scale")
        if scale is not None:
            groups = value.reshape(value.shape[0], scale.shape[1], -1).astype(np.float32)
            value = (groups * scale.astype(np.float32)[:, :, None]).reshape(value.shape)
        weights[name] = value.astype(np.float32)
    return weights
