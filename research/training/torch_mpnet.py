"""MPNet over BERT's token ids as PyTorch trains it, and the reading model: with heads to read, rank and judge."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from bert_graph import quantise_columns, quantise_rows
from heads_graph import GELU_LOWEST
from mpnet_graph import OPTIONS, read_trained
from mpnet_tokens import BUCKETS, CLOSES, FIRST_PLACE, OPENS, SHIFT, distance_buckets
from reader_examples import CLOSE, OPEN
from torch_encoder import Verdict, as_integers, quantised_input, quantised_weight, read_teacher

LAYERS, HEADS, WIDTH, INNER = 12, 12, 768, 3072
WORDS, PLACES, TOKENS_MAX = 30527, 514, 512


def quantised_tokens(wide):
    """What GELU gives, as the graph quantises it: raised above 0, with a scale for each token."""
    raised = wide.float() + GELU_LOWEST
    scale = (raised.detach().amax(-1, keepdim=True) / 255).clamp(min=1e-8)
    return as_integers(raised, 0, scale, 255) - GELU_LOWEST


class Layer(nn.Module):
    def __init__(self, dropout, options):
        super().__init__()
        self.dropout, self.options = dropout, options
        # Whether its products are computed as the integers that ship will compute them.
        self.quantised = False
        self.mixed, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm, self.last_norm = nn.LayerNorm(WIDTH, eps=1e-5), nn.LayerNorm(WIDTH, eps=1e-5)

    def apply_linear(self, linear, value, as_quantised=quantised_input):
        if not self.quantised:
            return linear(value)
        weight = quantised_weight(linear.weight, self.options.weight_limit, self.options.step)
        return F.linear(as_quantised(value), weight, linear.bias)

    def drop(self, value):
        return F.dropout(value, self.dropout, self.training)

    def forward(self, hidden, bias):
        batch, tokens, _ = hidden.shape
        query, key, value = (
            self.apply_linear(self.mixed, hidden).view(batch, tokens, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        )
        attended = F.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        attended = attended.transpose(1, 2).reshape(batch, tokens, WIDTH)
        hidden = self.norm(hidden + self.drop(self.apply_linear(self.joined, attended)))
        wide = F.gelu(self.apply_linear(self.wide, hidden))
        return self.last_norm(hidden + self.drop(self.apply_linear(self.narrow, wide, quantised_tokens)))


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.span = nn.Linear(WIDTH, 2)
        self.relevance, self.judge = Verdict(1, WIDTH), Verdict(3, WIDTH)

    def forward(self, hidden, second):
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
        }


class Mpnet(nn.Module):
    def __init__(self, layers=LAYERS, dropout=0.0, options=OPTIONS):
        super().__init__()
        self.options = options
        self.words, self.positions = nn.Embedding(WORDS, WIDTH), nn.Parameter(torch.zeros(PLACES, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-5)
        self.biases = nn.Embedding(BUCKETS, HEADS)
        self.layers = nn.ModuleList(Layer(dropout, options) for _ in range(layers))
        # What a token of the second type gets over one of the first.
        self.second = nn.Parameter(torch.zeros(WIDTH))
        places = torch.arange(TOKENS_MAX)
        offsets = places[None] - places[:, None] + TOKENS_MAX - 1
        self.register_buffer("buckets", torch.from_numpy(distance_buckets(TOKENS_MAX))[offsets], persistent=False)

    def embed(self, ids):
        return self.words(ids)

    def embedded(self, ids, second, present):
        """What the first layer is given: the state of each token, and what attention adds."""
        size = ids.shape[1]
        theirs = torch.where(ids == OPEN, OPENS, torch.where(ids == CLOSE, CLOSES, ids + SHIFT))
        hidden = self.embed(theirs) + self.positions[FIRST_PLACE : FIRST_PLACE + size]
        hidden = self.norm(hidden + second[:, :, None] * self.second)
        bias = self.biases(self.buckets[:size, :size]).permute(2, 0, 1)[None]
        return hidden, bias.masked_fill(~present[:, None, None, :], -1e4)

    def encode(self, ids, second, present):
        """The hidden state of each token; `second`: which of them are of the second type."""
        hidden, bias = self.embedded(ids, second, present)
        for layer in self.layers:
            hidden = layer(hidden, bias)
        return hidden

    def load(self, weights, chosen=range(LAYERS)):
        """Takes the weights of an MPNet by their usual names; `chosen`: which of its layers become ours."""

        def take(name):
            return torch.from_numpy(np.ascontiguousarray(weights[name]))

        self.words.weight.data = take("embeddings.word_embeddings.weight")
        self.positions.data = take("embeddings.position_embeddings.weight")
        self.biases.weight.data = take("encoder.relative_attention_bias.weight")
        parts = {"norm": "embeddings.LayerNorm"}
        for at, (layer, theirs) in enumerate(zip(self.layers, chosen, strict=True)):
            base = f"encoder.layer.{theirs}"
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


def second_text(ids, firsts, present):
    """Which tokens are of the second text; `firsts`: how many tokens of each row are the first."""
    places = torch.arange(ids.shape[1], device=ids.device)
    return (places[None] >= firsts[:, None]) & present


class ReadingModel(Mpnet):
    def __init__(self, dropout=0.0):
        super().__init__(dropout=dropout)
        self.heads = Heads()

    def forward(self, ids, firsts, present):
        second = second_text(ids, firsts, present)
        return self.heads(self.encode(ids, second, present), second)

    def vectors(self, ids, present):
        """The unit vector of each text, as the pretrained model gives it: the mean over its tokens."""
        hidden = self.encode(ids, torch.zeros_like(present), present).float()
        mean = (hidden * present[:, :, None]).sum(1) / present.sum(1, keepdim=True)
        return F.normalize(mean, dim=-1)


def load_pretrained(path, dropout=0.0):
    return ReadingModel(dropout).load(read_teacher(path))


def load_trained(path, dropout=0.0):
    model = ReadingModel(dropout)
    model.load_state_dict({name: torch.from_numpy(value) for name, value in read_trained(path).items()})
    return model


def save_trained(model, path, quantised=True):
    """Matrices of the layers and the table of words as the integers that ship, the rest in half-precision."""
    arrays, options = {name: value.half().cpu().numpy() for name, value in model.state_dict().items()}, model.options
    for name, value in list(arrays.items()) if quantised else ():
        if name == "words.weight":
            arrays[name], arrays["words.scale"] = quantise_rows(
                value.astype(np.float32), options.word_limit, options.word_step
            )
        elif name.startswith("layers.") and value.ndim == 2:
            integers, scale = quantise_columns(value.astype(np.float32).T, options.weight_limit, options.step)
            arrays[name], arrays[f"{name}#scale"] = np.ascontiguousarray(integers.T), scale
    np.savez(path, **arrays)
