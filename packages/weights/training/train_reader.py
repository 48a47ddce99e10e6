"""Trains the reading model on a GPU.

Usage: train_reader.py PRETRAINED_XZ EXAMPLES_XZ OUTPUT_NPZ [--tasks read,rank,judge,screen] [--seconds 500]
       [--rate 1.5e-4] [--seed 8]

Every step holds some of each task: sequences of about one length, so that little is padding. The learning rate follows
the clock, so that a run ends properly whatever the machine. What is kept is the running mean of the weights.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from torch_encoder import read_packed
from torch_reader import load_pretrained, save_trained

# Tokens of each pool in a step, and what its loss counts.
POOLS = {
    "read": (18_000, 1.0),
    "rank": (8_000, 0.5),
    "judge_long": (14_000, 0.7),
    "judge_short": (10_000, 0.7),
    "screen": (4_000, 0.4),
}
# Pools that run through the model together: few large runs, since it is the starting of kernels that takes the time.
TOGETHER = (("read", "rank", "judge_long"), ("judge_short", "screen"))
TASK = {"read": "read", "rank": "rank", "judge_long": "judge", "judge_short": "judge", "screen": "screen"}
NOT_SUPPORTED = 3
# There are about twice as many unsupported claims: each supported one counts twice.
SUPPORTED_COUNTS = 2.0
GROUP = 4
AVERAGE = 0.9993
# From here on the model computes with the integers that ship, so that it learns to do with them.
QUANTISED_FROM = 0.7


class Pool:
    """Examples of one pool on the device, in the order of their lengths."""

    def __init__(self, packed, name, device):
        self.name, self.device, self.tokens = name, device, POOLS[name][0]
        lengths = packed[f"{name}.lengths"].astype(np.int64)
        self.group = GROUP if name == "rank" else 1
        longest = lengths.reshape(-1, self.group).max(1)
        order = np.argsort(longest, kind="stable")

        def place(array):
            return torch.from_numpy(array.astype(np.int64)).to(device)

        self.order, self.longest = place(order), longest[order]
        self.lengths, self.starts = place(lengths), place(np.cumsum(lengths) - lengths)
        self.ids = torch.from_numpy(packed[f"{name}.ids"].astype(np.int32)).to(device)
        self.firsts, self.labels = place(packed[f"{name}.firsts"]), place(packed[f"{name}.labels"])

    def batch(self, quantile):
        """Examples near one length, as many as make up the tokens of a step: rows, firsts, presence, labels."""
        count = len(self.longest)
        width = max(512, count // 10)
        low = int(quantile * max(1, count - width))
        size = int(self.longest[min(count, low + width) - 1])
        size = min(384, (size + 15) // 16 * 16)
        wanted = max(8, self.tokens // size // self.group)
        picked = self.order[torch.randint(low, min(count, low + width), (wanted,), device=self.device)]
        if self.group > 1:
            picked = (picked[:, None] * self.group + torch.arange(self.group, device=self.device)).reshape(-1)
        steps = torch.arange(size, device=self.device)[None]
        present = steps < self.lengths[picked][:, None]
        index = (self.starts[picked][:, None] + steps).clamp(max=len(self.ids) - 1)
        rows = torch.where(present, self.ids[index].long(), 0)
        return rows, self.firsts[picked], present, self.labels[picked]


# The losses take no decision by what the device holds: to wait for it would cost more than the work.


def mean_where(values, chosen):
    return (values * chosen).sum() / chosen.sum().clamp(min=1)


def span_loss(out, labels):
    start, end = labels[:, 0], labels[:, 1]
    somewhere = start == -2
    sides = (("start", start), ("end", end))
    known = sum(F.cross_entropy(out[side], target.clamp(min=0), reduction="none") for side, target in sides) / 2
    nothing = sum(out[side].log_softmax(-1)[:, 0] for side, _ in sides) / 2
    anywhere = -torch.log1p(-nothing.exp().clamp(max=1 - 1e-6))
    return torch.where(somewhere, anywhere, torch.where(start >= 0, known, 0.0)).mean()


def relevance_loss(out, labels, grouped):
    target = labels[:, 2]
    each = F.binary_cross_entropy_with_logits(out["relevance"], target.clamp(min=0).float(), reduction="none")
    loss = mean_where(each, target >= 0)
    if grouped:
        # The first of each group is the one that answers.
        loss = 0.3 * loss - out["relevance"].view(-1, GROUP).log_softmax(-1)[:, 0].mean()
    return loss


def judge_loss(out, labels):
    label = labels[:, 3]
    logs = out["judge"].log_softmax(-1)
    not_supported = torch.logsumexp(logs[:, 1:], -1)
    chosen = logs.gather(1, label.clamp(0, 2)[:, None])[:, 0]
    weight = 1.0 + (SUPPORTED_COUNTS - 1) * (label == 0)
    return -(torch.where(label == NOT_SUPPORTED, not_supported, chosen) * weight).sum() / weight.sum()


def screen_loss(out, labels):
    target = labels[:, 4:]
    each = F.binary_cross_entropy_with_logits(out["screen"], target.clamp(min=0).float(), reduction="none")
    return mean_where(each, target >= 0)


def pool_loss(name, out, labels):
    if name == "read":
        return span_loss(out, labels) + 0.3 * relevance_loss(out, labels, grouped=False)
    if name == "rank":
        return relevance_loss(out, labels, grouped=True)
    return judge_loss(out, labels) if name.startswith("judge") else screen_loss(out, labels)


def optimiser_for(model, rate, device):
    matrices = [
        value
        for name, value in model.named_parameters()
        if value.ndim == 2 and "words" not in name and "positions" not in name
    ]
    rest = [value for value in model.parameters() if value.ndim == 1]
    tables = [model.encoder.words.weight, model.encoder.positions]
    groups = [
        {"params": matrices, "weight_decay": 0.01, "peak": rate},
        {"params": rest, "weight_decay": 0.0, "peak": rate},
        {"params": tables, "weight_decay": 0.0, "peak": rate / 2},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device == "cuda")


def join(batches):
    """Batches of several pools as one, padded to the longest."""
    size = max(rows.shape[1] for rows, *_ in batches)
    rows, present = (
        torch.cat([F.pad(batch[part], (0, size - batch[part].shape[1])) for batch in batches]) for part in (0, 2)
    )
    return rows, torch.cat([batch[1] for batch in batches]), present


def train_step(model, pools, device):
    losses, quantile = {}, torch.rand(()).item()
    for names in TOGETHER:
        names = [name for name in names if name in pools]
        if not names:
            continue
        batches = [pools[name].batch(quantile) for name in names]
        with torch.autocast(device, dtype=torch.bfloat16):
            out = model(*join(batches))
        total, at = 0.0, 0
        for name, batch in zip(names, batches, strict=True):
            labels = batch[3]
            losses[name] = pool_loss(name, {head: value[at : at + len(labels)] for head, value in out.items()}, labels)
            total, at = total + POOLS[name][1] * losses[name], at + len(labels)
        total.backward()
    return losses


def main():
    parser = argparse.ArgumentParser()
    for name in ("pretrained", "examples", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--tasks", default="read,rank,judge,screen")
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device = time.monotonic(), options.device
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    model = load_pretrained(options.pretrained, dropout=0.1).to(device).train()
    packed, tasks = read_packed(options.examples), options.tasks.split(",")
    pools = {name: Pool(packed, name, device) for name in POOLS if TASK[name] in tasks and f"{name}.ids" in packed}
    optimiser = optimiser_for(model, options.rate, device)
    parameters = list(model.parameters())
    mean = [value.detach().clone() for value in parameters]
    label = options.output.stem
    print(f"{label}: ready after {time.monotonic() - begin:.0f} s, {len(pools)} pools", flush=True)
    start, step = time.monotonic(), 0
    length = options.seconds - (start - begin)
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, step / 300) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = share * group["peak"]
        if progress > QUANTISED_FROM:
            for layer in model.encoder.layers:
                layer.quantised = True
        losses = train_step(model, pools, device)
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        torch._foreach_lerp_(mean, [value.detach() for value in parameters], 1 - min(AVERAGE, step / (step + 20)))
        if step % 250 == 1:
            parts = " ".join(f"{name} {loss.item():.3f}" for name, loss in losses.items())
            print(f"{label}: {time.monotonic() - begin:.0f} s, step {step}, {parts}", flush=True)
    for value, average in zip(parameters, mean, strict=True):
        value.data = average
    options.output.parent.mkdir(parents=True, exist_ok=True)
    save_trained(model, options.output)
    print(f"{label}: done after {time.monotonic() - begin:.0f} s, {step} steps", flush=True)


if __name__ == "__main__":
    main()
