"""Trains the reading model on a GPU.

Usage: train_reader.py PRETRAINED_XZ EXAMPLES_XZ ASKED_XZ MINED_NPZ OUTPUT_NPZ [--seconds 1400] [--rate 5e-5] [--seed 8]
       [--start TRAINED_NPZ] [--quantised-from 0.6]

Every step holds some of each task: sequences of about one length, so that little is padding. The learning rate follows
the clock, so that a run ends properly whatever the machine. What is kept is the running mean of the weights.
"""

import argparse
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from reader_examples import NOT_SUPPORTED, SUPPORTED
from reader_pools import AskedPool, ExamplePool, WrittenPool
from torch_encoder import read_packed
from torch_mpnet import load_pretrained, load_trained, save_trained
from training_steps import mean_where, optimiser_for

# Tokens of each pool in a step, and what its loss counts.
POOLS = {
    "read": (12_000, 1.0),
    "rank": (4_000, 0.4),
    "asked": (10_000, 0.7),
    "written": (26_000, 1.0),
    "pairs": (2_500, 1.0),
    "judge_long": (10_000, 0.7),
    "judge_claims": (8_000, 1.0),
    "judge_short": (7_000, 0.7),
}
# Pools that run through the model together: few large runs, since it is the starting of kernels that takes the time.
TOGETHER = (("read", "rank", "pairs", "judge_long", "judge_claims"), ("asked", "written"), ("judge_short",))
RANK_GROUP = 4
# What relevance counts beside the span, by pool.
RELEVANCE_COUNTS = {"read": 0.3, "asked": 1.0, "written": 1.0, "pairs": 1.0}
# What it counts whether a passage answers at all, beside whether it does so better than the rest of its group.
ABSOLUTE_COUNTS = {"written": 1.0}
# Passages near a question are not as wrong as the rest: so much counts how near the pretrained model holds each.
NEAR_COUNTS = 0.5
# What a supported claim counts beside an unsupported one, by pool: of the gathered ones twice as many are unsupported.
SUPPORTED_COUNTS = {"judge_long": 2.0, "judge_short": 2.0, "judge_claims": 1.0}
DROPOUT, WARM_UP_STEPS, AVERAGE = 0.1, 100, 0.998


# The losses take no decision by what the device holds: to wait for it would cost more than the work.


def span_loss(out, labels):
    start, end = labels[:, 0], labels[:, 1]
    sides = (("start", start), ("end", end))
    known = sum(F.cross_entropy(out[side], target.clamp(min=0), reduction="none") for side, target in sides) / 2
    nothing = sum(out[side].log_softmax(-1)[:, 0] for side, _ in sides) / 2
    anywhere = -torch.log1p(-nothing.exp().clamp(max=1 - 1e-6))
    return torch.where(start == -2, anywhere, torch.where(start >= 0, known, 0.0)).mean()


def relevance_loss(scores, labels, group, absolute):
    target = labels[:, 2]
    each = F.binary_cross_entropy_with_logits(scores, target.clamp(min=0).float(), reduction="none")
    loss = mean_where(each, target >= 0)
    if group > 1:
        # The first of each group is the one that answers, if any does.
        first = scores.view(-1, group).log_softmax(-1)[:, 0]
        loss = absolute * loss - mean_where(first, target.view(-1, group)[:, 0] == 1)
    return loss


def near_loss(out, near):
    ours = out["relevance"].view(near.shape).log_softmax(-1)
    return F.kl_div(ours, near.log_softmax(-1), log_target=True, reduction="none").sum(-1).mean()


def judge_loss(out, labels, supported_counts):
    label = labels[:, 3]
    logs = out["judge"].log_softmax(-1)
    not_supported = torch.logsumexp(logs[:, 1:], -1)
    chosen = logs.gather(1, label.clamp(0, 2)[:, None])[:, 0]
    weight = 1.0 + (supported_counts - 1) * (label == SUPPORTED)
    return -(torch.where(label == NOT_SUPPORTED, not_supported, chosen) * weight).sum() / weight.sum()


def pool_loss(name, out, batch, group):
    if name in SUPPORTED_COUNTS:
        return judge_loss(out, batch.labels, SUPPORTED_COUNTS[name])
    loss = relevance_loss(out["relevance"], batch.labels, group, ABSOLUTE_COUNTS.get(name, 0.3))
    if name in RELEVANCE_COUNTS:
        loss = span_loss(out, batch.labels) + RELEVANCE_COUNTS[name] * loss
    return loss if batch.near is None else loss + NEAR_COUNTS * near_loss(out, batch.near)


def join(batches):
    """Rows, firsts and presence of several batches as one, padded to the longest."""
    size = max(batch.rows.shape[1] for batch in batches)
    rows, present = (
        torch.cat([F.pad(each, (0, size - each.shape[1])) for each in parts])
        for parts in ([batch.rows for batch in batches], [batch.present for batch in batches])
    )
    return rows, torch.cat([batch.firsts for batch in batches]), present


def train_step(model, pools, device):
    losses, quantile = {}, torch.rand(()).item()
    for names in TOGETHER:
        batches = [pools[name].batch(quantile) for name in names]
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            out = model(*join(batches))
        total, at = 0.0, 0
        for name, batch in zip(names, batches, strict=True):
            part = slice(at, at + len(batch.rows))
            losses[name] = pool_loss(name, {head: each[part] for head, each in out.items()}, batch, pools[name].group)
            total, at = total + POOLS[name][1] * losses[name], part.stop
        total.backward()
    return losses


def train(model, pools, options, begin):
    """Trains for what is left of the time, and leaves the running mean of the weights in the model."""
    optimiser, parameters = optimiser_for(model, options.rate, options.device), list(model.parameters())
    mean = [value.detach().clone() for value in parameters]
    start, step = time.monotonic(), 0
    length = options.seconds - (start - begin)
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, (step + 1) / WARM_UP_STEPS) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = share * group["peak"]
        for layer in model.layers:
            layer.quantised = progress > options.quantised_from
        losses = train_step(model, pools, options.device)
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        torch._foreach_lerp_(mean, [value.detach() for value in parameters], 1 - min(AVERAGE, step / (step + 20)))
        if step % 100 == 1:
            parts = " ".join(f"{name} {loss.item():.3f}" for name, loss in losses.items())
            print(f"{time.monotonic() - begin:.0f} s, step {step}, {parts}", flush=True)
    for value, average in zip(parameters, mean, strict=True):
        value.data = average
    return step


def main():
    parser = argparse.ArgumentParser()
    for name in ("pretrained", "examples", "asked", "mined", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--seconds", type=float, default=1400)
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--start", type=Path, help="trained weights to go on from, in place of the pretrained ones")
    parser.add_argument(
        "--quantised-from",
        type=float,
        default=0.6,
        help="share of the time after which the model computes with the integers that ship, so that it learns to do "
        "with them; with 1 it stays in floats, to go on from",
    )
    options = parser.parse_args()
    begin, device = time.monotonic(), options.device
    torch.backends.cuda.matmul.allow_tf32 = True
    # Every run begins with the same heads, whatever it draws.
    torch.manual_seed(7)
    model = load_trained(options.start, DROPOUT) if options.start else load_pretrained(options.pretrained, DROPOUT)
    model = model.to(device).train()
    torch.manual_seed(options.seed)
    packed, tokens = read_packed(options.examples), {name: count for name, (count, _) in POOLS.items()}
    asked = AskedPool(options.asked, options.mined, tokens.pop("asked"), device)
    written = WrittenPool(asked, tokens.pop("written"))
    pools = {
        name: ExamplePool(packed, name, count, device, RANK_GROUP if name == "rank" else 1)
        for name, count in tokens.items()
    }
    print(f"ready after {time.monotonic() - begin:.0f} s", flush=True)
    step = train(model, pools | {"asked": asked, "written": written}, options, begin)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    save_trained(model, options.output, quantised=options.quantised_from < 1)
    first = f"{asked.share_first(model.eval()):.3f} of the passages of handbooks kept apart are first of twelve"
    print(f"done after {time.monotonic() - begin:.0f} s, {step} steps; {first}", flush=True)


if __name__ == "__main__":
    main()
