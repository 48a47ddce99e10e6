"""Trains the encoder that ships further on a GPU: what answers an everyday question shall lie near it.

Usage: teach_encoder.py MODEL.onnx READER_NPZ ASKED_XZ MINED_NPZ OUTPUT_FOLDER [--seconds 240] [--rate 1e-4] [--stays 4]

READER_NPZ is a trained reading model: how it ranks the passages near a question is what the encoder learns, beside
finding the own passage among those of the whole batch. A third part of the loss keeps each vector close to where it
was, so that texts of other kinds, and the lines drawn over similarities, keep their meaning.
Writes what `distil.py` writes.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from distil import TEMPERATURE, optimiser_for, save
from read_shipped import read_encoder
from reader_pools import AskedPool
from text_batches import PREFIX
from torch_encoder import Encoder
from torch_mpnet import load_trained

GROUP, TOKENS = 8, 80_000
RANKS_COUNT = 1.0
WARM_UP_STEPS, QUANTISED_FROM = 50, 0.6
SEARCHED = (1, 8, 32)


class Pool(AskedPool):
    """Questions whose own passage answers: those that are trusted, and as many of those written here."""

    def __init__(self, asked, mined, device):
        super().__init__(asked, mined, TOKENS, device, GROUP)
        self.weight = self.weight / self.weight.sum()
        trusted, weight = self.chosen, self.weight
        self.choose((self.written == 1) & ~self.held[self.own])
        chosen = torch.cat([trusted, self.chosen])
        weight = torch.cat([weight, self.weight / self.weight.sum()])
        order = self.texts.lengths["passages"][self.own[chosen]].argsort()
        self.chosen, self.weight = chosen[order], weight[order]


def encode(model, texts, name, chosen, device):
    with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        return model(*texts.alone(name, chosen, PREFIX if name == "questions" else ()))[0]


def teach_step(model, before, reader, pool, device, stays_count):
    batch, questions, passages = pool.teaching(torch.rand(()).item())
    with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        ranked = reader(batch.rows, batch.firsts, batch.present)["relevance"].view(-1, GROUP)
    vectors, kept = [], []
    for name, chosen in (("questions", questions), ("passages", passages.reshape(-1))):
        vectors.append(encode(model, pool.texts, name, chosen, device))
        with torch.no_grad():
            kept.append(encode(before, pool.texts, name, chosen, device))
    asked, found = vectors
    near = (asked[:, None] * found.view(-1, GROUP, found.shape[1])).sum(-1) / TEMPERATURE
    ranks = F.kl_div(near.log_softmax(-1), ranked.log_softmax(-1), log_target=True, reduction="batchmean")
    # What stands on the page of the own passage may answer, too: it is no wrong answer, and neither is a near one that
    # the reader holds for better.
    everywhere, own = asked @ found.T / TEMPERATURE, torch.arange(len(questions), device=device)
    pages = pool.pages[passages]
    unsure = pages.view(-1)[None] == pages[:, :1]
    unsure[own[:, None], own[:, None] * GROUP + torch.arange(GROUP, device=device)] |= ranked > ranked[:, :1] - 1
    unsure[own, own * GROUP] = False
    finds = F.cross_entropy(everywhere.masked_fill(unsure, -1e4), own * GROUP)
    stays = sum((1 - (ours * theirs).sum(-1)).mean() for ours, theirs in zip(vectors, kept, strict=True)) / 2
    (finds + RANKS_COUNT * ranks + stays_count * stays).backward()
    return finds, ranks, stays


@torch.no_grad()
def report(model, pool, device, count=1500):
    """How often the own passage of a question on the handbooks kept apart is found among all passages of those."""
    passages = pool.held.nonzero()[:, 0]
    places = torch.linspace(0, len(pool.compared) - 1, min(count, len(pool.compared)), device=device).long()
    chosen = pool.compared[places]
    found = torch.cat([encode(model, pool.texts, "passages", part, device) for part in passages.split(512)])
    asked = torch.cat([encode(model, pool.texts, "questions", part, device) for part in chosen.split(512)])
    at = torch.searchsorted(passages, pool.own[chosen])
    scores = asked @ found.T
    ranks = (scores > scores.gather(1, at[:, None])).sum(1)
    shares = ", ".join(f"within {rank} {(ranks < rank).float().mean().item():.3f}" for rank in SEARCHED)
    print(f"   own passage of {len(passages)}: {shares}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    for name in ("encoder", "reader", "asked", "mined", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--stays", type=float, default=4.0, help="what it counts to keep vectors where they were")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device = time.monotonic(), options.device
    torch.manual_seed(7)
    torch.backends.cuda.matmul.allow_tf32 = True
    options.output.mkdir(parents=True, exist_ok=True)
    weights, layers = read_encoder(options.encoder)
    model = Encoder(layers)
    model.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()})
    model = model.to(device)
    before = copy.deepcopy(model).eval().requires_grad_(False)
    reader = load_trained(options.reader).to(device).eval().requires_grad_(False)
    pool = Pool(options.asked, options.mined, device)
    print(f"ready after {time.monotonic() - begin:.0f} s, {len(pool.chosen)} questions", flush=True)
    report(model, pool, device)
    optimiser, start, step = optimiser_for(model, options.rate, device), time.monotonic(), 0
    while (progress := (time.monotonic() - start) / options.seconds) < 1:
        share = min(1.0, (step + 1) / WARM_UP_STEPS) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = share * group["peak"]
        for layer in model.layers:
            layer.quantised = progress > QUANTISED_FROM
        losses = teach_step(model, before, reader, pool, device, options.stays)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % 100 == 1:
            parts = " ".join(f"{name} {loss.item():.3f}" for name, loss in zip(("finds", "ranks", "stays"), losses))
            print(f"{time.monotonic() - begin:.0f} s, step {step}, {parts}", flush=True)
    report(model, pool, device)
    save(layers, model, options.output)
    print(f"done after {time.monotonic() - begin:.0f} s, {step} steps", flush=True)


if __name__ == "__main__":
    main()
