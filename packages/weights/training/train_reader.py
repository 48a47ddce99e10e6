"""Trains the reading model on a GPU, or the teacher that it learns from.

Usage: train_reader.py PRETRAINED_XZ EXAMPLES_XZ ASKED_XZ MINED_NPZ OUTPUT [--as-teacher] [--teacher TEACHER_PT]
       [--seconds 500] [--rate 1.5e-4] [--scale 1] [--seed 8]

Every step holds some of each task: sequences of about one length, so that little is padding. The learning rate follows
the clock, so that a run ends properly whatever the machine. What is kept is the running mean of the weights. A teacher
learns from what is known of the examples; its student also from what the teacher says of each, and of questions that
nobody has labelled from that alone.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from asked_batches import ANSWERS_WITHIN, GROUP as ASKED_GROUP, USED_WITHIN, Asked, AskedPool, ClaimPool, check_asked
from torch_encoder import read_packed, read_teacher
from torch_reader import load_pretrained, save_trained
from torch_teacher import Teacher

# Tokens of each pool in a step, and what its loss counts.
POOLS = {
    "read": (18_000, 1.0),
    "rank": (6_000, 0.4),
    "asked": (20_000, 1.0),
    "judge_long": (12_000, 0.7),
    "judge_short": (9_000, 0.7),
    "claims": (6_000, 0.7),
}
# Pools that run through the model together: few large runs, since it is the starting of kernels that takes the time.
TOGETHER = (("read", "rank", "judge_long"), ("asked",), ("claims",), ("judge_short",))
GROUPS = {"rank": 4, "asked": ASKED_GROUP}
NOT_SUPPORTED = 3
# There are about twice as many unsupported claims: each supported one counts twice.
SUPPORTED_COUNTS = 2.0
AVERAGE = 0.9993
# From here on the model computes with the integers that ship, so that it learns to do with them.
QUANTISED_FROM = 0.7
# What the known labels count beside the teacher's word.
KNOWN_COUNTS = 0.5


class Pool:
    """Examples of one pool on the device, in the order of their lengths."""

    def __init__(self, packed, name, tokens, device):
        self.name, self.device, self.tokens = name, device, tokens
        lengths = packed[f"{name}.lengths"].astype(np.int64)
        self.group = GROUPS.get(name, 1)
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


def relevance_loss(out, labels, group):
    target = labels[:, 2]
    each = F.binary_cross_entropy_with_logits(out["relevance"], target.clamp(min=0).float(), reduction="none")
    loss = mean_where(each, target >= 0)
    if group > 1:
        # The first of each group is the one that answers.
        loss = 0.3 * loss - out["relevance"].view(-1, group).log_softmax(-1)[:, 0].mean()
    return loss


def judge_loss(out, labels):
    label = labels[:, 3]
    logs = out["judge"].log_softmax(-1)
    not_supported = torch.logsumexp(logs[:, 1:], -1)
    chosen = logs.gather(1, label.clamp(0, 2)[:, None])[:, 0]
    weight = 1.0 + (SUPPORTED_COUNTS - 1) * (label == 0)
    return -(torch.where(label == NOT_SUPPORTED, not_supported, chosen) * weight).sum() / weight.sum()


def known_loss(name, out, labels):
    """By what is known of the examples."""
    if name.startswith("judge"):
        return judge_loss(out, labels)
    ranking = relevance_loss(out, labels, GROUPS.get(name, 1))
    if name == "rank":
        return ranking
    return span_loss(out, labels) + (0.3 if name == "read" else 1.0) * ranking


def divergence(ours, theirs):
    return F.kl_div(ours.log_softmax(-1), theirs.log_softmax(-1), log_target=True, reduction="none").sum(-1)


def taught_loss(name, out, taught):
    """By what the teacher says of the same examples."""
    if name in ("claims", "judge_long", "judge_short"):
        return divergence(out["judge"], taught["judge"]).mean()
    alone = F.binary_cross_entropy_with_logits(out["relevance"], taught["relevance"].sigmoid())
    group = GROUPS.get(name, 1)
    if group > 1:
        ours, theirs = out["relevance"].view(-1, group), taught["relevance"].view(-1, group)
        alone = 0.5 * alone + divergence(ours, theirs).mean()
    if name == "rank":
        return alone
    spans = (divergence(out["start"], taught["start"]) + divergence(out["end"], taught["end"])).mean() / 2
    return spans + (0.3 if name == "read" else 1.0) * alone


def pool_loss(name, out, labels, taught):
    if taught is None:
        return known_loss(name, out, labels)
    loss = taught_loss(name, out, taught)
    # Which passage of a written question answers it the teacher knows better than whoever wrote the question.
    return loss if name in ("asked", "claims") else loss + KNOWN_COUNTS * known_loss(name, out, labels)


def optimiser_for(model, rate, device):
    tables = [value for name, value in model.named_parameters() if "words" in name or "positions" in name]
    known = {id(value) for value in tables}
    matrices = [value for value in model.parameters() if value.ndim == 2 and id(value) not in known]
    rest = [value for value in model.parameters() if value.ndim == 1]
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


def train_step(model, teacher, pools, device):
    losses, quantile = {}, torch.rand(()).item()
    for names in TOGETHER:
        names = [name for name in names if name in pools]
        if not names:
            continue
        batches = [pools[name].batch(quantile) for name in names]
        given = join(batches)
        with torch.autocast(device, dtype=torch.bfloat16):
            out = model(*given)
            if teacher is not None:
                with torch.no_grad():
                    taught = teacher(*given)
        total, at = 0.0, 0
        for name, batch in zip(names, batches, strict=True):
            part, labels = slice(at, at + len(batch[3])), batch[3]
            theirs = None if teacher is None else {head: value[part] for head, value in taught.items()}
            losses[name] = pool_loss(name, {head: value[part] for head, value in out.items()}, labels, theirs)
            total, at = total + POOLS[name][1] * losses[name], part.stop
        total.backward()
    return losses


def open_pools(options, asked, device):
    packed = read_packed(options.examples)
    sizes = {name: int(options.scale * tokens) for name, (tokens, _) in POOLS.items()}
    pools = {name: Pool(packed, name, size, device) for name, size in sizes.items() if f"{name}.ids" in packed}
    pools["asked"] = AskedPool(asked, sizes["asked"], ANSWERS_WITHIN if options.as_teacher else USED_WITHIN)
    if not options.as_teacher:
        pools["claims"] = ClaimPool(asked, sizes["claims"])
    return pools


def open_teacher(path, device):
    teacher = Teacher()
    teacher.load_state_dict(torch.load(path, map_location="cpu"))
    return teacher.to(device).eval().requires_grad_(False).to(torch.bfloat16 if device == "cuda" else torch.float32)


def main():
    parser = argparse.ArgumentParser()
    for name in ("pretrained", "examples", "asked", "mined", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--as-teacher", action="store_true")
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--scale", type=float, default=1.0, help="of a step")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device = time.monotonic(), options.device
    # All runs begin with the same heads: else the mean of their weights would be of no use.
    torch.manual_seed(7)
    torch.backends.cuda.matmul.allow_tf32 = True
    if options.as_teacher:
        model = Teacher(dropout=0.1).load(read_teacher(options.pretrained)).to(device).train()
    else:
        model = load_pretrained(options.pretrained, dropout=0.1).to(device).train()
    torch.manual_seed(options.seed)
    teacher = None if options.teacher is None else open_teacher(options.teacher, device)
    asked = Asked(options.asked, options.mined, device)
    pools = open_pools(options, asked, device)
    optimiser = optimiser_for(model, options.rate, device)
    parameters = list(model.parameters())
    mean = [value.detach().clone() for value in parameters]
    label = options.output.stem
    print(f"{label}: ready after {time.monotonic() - begin:.0f} s, {len(pools)} pools", flush=True)
    start, step = time.monotonic(), 0
    length = options.seconds - (start - begin)
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, step / 200) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = share * group["peak"]
        if progress > QUANTISED_FROM and not options.as_teacher:
            for layer in model.encoder.layers:
                layer.quantised = True
        losses = train_step(model, teacher, pools, device)
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
    if options.as_teacher:
        torch.save({name: value.half() for name, value in model.state_dict().items()}, options.output)
    else:
        save_trained(model, options.output)
    print(f"{label}: done after {time.monotonic() - begin:.0f} s, {step} steps; {check_asked(model.eval(), asked, device)}", flush=True)


if __name__ == "__main__":
    main()
