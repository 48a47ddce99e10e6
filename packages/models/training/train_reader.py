"""Trains the reading model on a GPU.

Usage: train_reader.py PRETRAINED_XZ EXAMPLES_XZ OUTPUT_NPZ [--tasks read,rank,judge,screen] [--seconds 500]
       [--teachers read=A.npz,judge=B.npz] [--rate 1e-4]

Every step holds some of each task: sequences of about one length, so that little is padding. The learning rate follows the clock,
so that a run ends properly whatever the machine. What is kept is the running mean of the weights. With teachers, the model also
learns to say what they say (each for its own tasks), not only what the labels are.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from torch_encoder import read_packed
from torch_reader import load_pretrained, load_trained, save_trained

# Tokens of each pool in a step, and what its loss counts.
POOLS = {
    "read": (10_000, 1.0),
    "rank": (8_000, 0.5),
    "judge_long": (6_000, 0.7),
    "judge_short": (7_000, 0.7),
    "screen": (3_500, 0.4),
}
TASK = {"read": "read", "rank": "rank", "judge_long": "judge", "judge_short": "judge", "screen": "screen"}
NOT_SUPPORTED = 3
GROUP = 4
AVERAGE = 0.9993


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


def span_loss(out, labels):
    start, end = labels[:, 0], labels[:, 1]
    known, somewhere = start >= 0, start == -2
    loss = out["start"].sum() * 0
    if known.any():
        loss = loss + sum(
            F.cross_entropy(out[side][known], target[known], reduction="sum") for side, target in (("start", start), ("end", end))
        ) / 2
    if somewhere.any():
        nothing = sum(out[side][somewhere].log_softmax(-1)[:, 0] for side in ("start", "end")) / 2
        loss = loss - torch.log1p(-nothing.exp().clamp(max=1 - 1e-6)).sum()
    return loss / len(labels)


def relevance_loss(out, labels, grouped):
    known = labels[:, 2] >= 0
    if not known.any():
        return out["relevance"].sum() * 0
    loss = F.binary_cross_entropy_with_logits(out["relevance"][known], labels[known, 2].float())
    if grouped:
        # The first of each group is the one that answers.
        scores = out["relevance"].view(-1, GROUP)
        loss = 0.3 * loss + F.cross_entropy(scores, torch.zeros(len(scores), dtype=torch.long, device=scores.device))
    return loss


def judge_loss(out, labels):
    label = labels[:, 3]
    logs = out["judge"].log_softmax(-1)
    two_way = label == NOT_SUPPORTED
    not_supported = torch.logsumexp(logs[:, 1:], -1)
    chosen = logs.gather(1, label.clamp(0, 2)[:, None])[:, 0]
    return -torch.where(two_way, not_supported, chosen).mean()


def screen_loss(out, labels):
    known = labels[:, 4:] >= 0
    return F.binary_cross_entropy_with_logits(out["screen"][known], labels[:, 4:][known].float())


def pool_loss(name, out, labels):
    if name == "read":
        return span_loss(out, labels) + 0.3 * relevance_loss(out, labels, grouped=False)
    if name == "rank":
        return relevance_loss(out, labels, grouped=True)
    return judge_loss(out, labels) if name.startswith("judge") else screen_loss(out, labels)


def divergence(ours, theirs):
    return F.kl_div(ours.log_softmax(-1), theirs.log_softmax(-1), log_target=True, reduction="batchmean")


def taught_loss(name, out, taught):
    """How far what we say is from what the teacher says."""
    if name == "read":
        spans = (divergence(out["start"], taught["start"]) + divergence(out["end"], taught["end"])) / 2
        return spans + 0.1 * F.mse_loss(out["relevance"], taught["relevance"])
    if name == "rank":
        return divergence(out["relevance"].view(-1, GROUP), taught["relevance"].view(-1, GROUP))
    if name.startswith("judge"):
        return divergence(out["judge"], taught["judge"])
    return F.binary_cross_entropy_with_logits(out["screen"], taught["screen"].sigmoid())


def optimiser_for(model, rate, device):
    matrices = [value for name, value in model.named_parameters() if value.ndim == 2 and "words" not in name and "positions" not in name]
    rest = [value for value in model.parameters() if value.ndim == 1]
    tables = [model.encoder.words.weight, model.encoder.positions]
    groups = [
        {"params": matrices, "weight_decay": 0.01, "peak": rate},
        {"params": rest, "weight_decay": 0.0, "peak": rate},
        {"params": tables, "weight_decay": 0.0, "peak": rate / 2},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device == "cuda")


def read_teachers(text, device):
    """name=path,name=path: the teachers of each task, several where a task is named more than once."""
    teachers = {}
    for pair in filter(None, text.split(",")):
        task, path = pair.split("=")
        model = load_trained(path).to(device).eval().requires_grad_(False)
        teachers.setdefault(task, []).append(model.half() if device == "cuda" else model)
    return teachers


def teach(models, rows, firsts, present, device):
    with torch.no_grad(), torch.autocast(device, dtype=torch.float16 if device == "cuda" else torch.bfloat16):
        said = [model(rows, firsts, present) for model in models]
    return {head: sum(each[head] for each in said) / len(said) for head in said[0]}


def train_step(model, pools, teachers, share, device):
    losses, quantile = {}, torch.rand(()).item()
    for name, pool in pools.items():
        rows, firsts, present, labels = pool.batch(quantile)
        with torch.autocast(device, dtype=torch.bfloat16):
            out = model(rows, firsts, present)
        loss = pool_loss(name, out, labels)
        losses[name] = loss.detach()
        if TASK[name] in teachers:
            taught = teach(teachers[TASK[name]], rows, firsts, present, device)
            loss = (1 - share) * loss + share * taught_loss(name, out, taught)
        (POOLS[name][1] * loss).backward()
    return losses


def main():
    parser = argparse.ArgumentParser()
    for name in ("pretrained", "examples", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--tasks", default="read,rank,judge,screen")
    parser.add_argument("--teachers", default="")
    parser.add_argument("--taught", type=float, default=0.6, help="what the teachers count beside the labels")
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device = time.monotonic(), options.device
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    model = load_pretrained(options.pretrained, dropout=0.1).to(device).train()
    teachers = read_teachers(options.teachers, device)
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
        losses = train_step(model, pools, teachers, options.taught, device)
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
