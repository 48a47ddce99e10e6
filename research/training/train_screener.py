"""Trains the screening model on a GPU.

Usage: train_screener.py START EXAMPLES_XZ OUTPUT_NPZ [--layers 0,2,4,7,9,11] [--taught SAID_NPZ]
       [--say SAID_NPZ] [--doubt SOURCE,…] [--without SOURCE,…] [--shares SOURCE=NUMBER,…] [--seconds 500]
       [--rate 6e-5] [--floats]

START is the pretrained weights (.xz) or a run to take layers of (.npz). A teacher (`--layers` of all twelve,
`--floats`) writes what it says of every example (`--say`); a student of fewer layers learns from that beside the labels
(`--taught`), but of sources that the teacher never saw (`--doubt`, beginnings of names) from the labels alone.
`--without` leaves out the sources whose names begin so. With `--seconds 0` nothing is trained: the start says what it
says.
Every step holds examples of about one length, so that little is padding, drawn as often as `SHARES` says. The learning
rate follows the clock, so that a run ends properly whatever the machine. What is kept is the running mean of weights.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from screener_examples import FIELDS, KINDS, NO_PERSON_OR_ADDRESS, TAGS, TOKENS_MAX
from screening_sources import SHARES
from torch_encoder import read_packed
from torch_mpnet import save_trained
from torch_screener import load_start
from training_steps import mean_where, optimiser_for

LOSSES = {"injection": 1.0, "unsafe": 1.0, "any": 0.3, "tags": 1.0}
# What the labels count for beside what a teacher says.
LABELS_COUNT = 0.4
UNSAFE = slice(FIELDS.index(KINDS[0]), FIELDS.index(KINDS[-1]) + 1)
SIZES = (16, 24, 32, 48, 64, 96, 128, 192, TOKENS_MAX)
AVERAGE, WARM_UP_STEPS = 0.998, 100
# From here on the model computes with the integers that ship, so that it learns to do with them.
QUANTISED_FROM = 0.6
# No text is worth an endless logit: how far from certain a label is taken to be.
SMOOTH = 0.01
SAY_TOKENS = 65_536


class Examples:
    """All examples on the device, in the order of their lengths."""

    def __init__(self, path, options):
        packed, device = read_packed(path), options.device
        self.device, self.tokens = device, options.tokens
        lengths = packed["lengths"].astype(np.int64)
        self.order = np.argsort(lengths, kind="stable")
        self.sorted = lengths[self.order]

        def place(array, kind=np.int64):
            return torch.from_numpy(array.astype(kind)).to(device)

        self.lengths, self.starts = place(lengths), place(np.cumsum(lengths) - lengths)
        self.ids = place(packed["ids"], np.int32)
        self.capitals = place(np.unpackbits(packed["capitals"])[: len(packed["ids"])], np.uint8)
        self.tags, self.labels = place(packed["tags"], np.int8), place(packed["labels"])
        self.taught, names, sources = None, packed["names"].tolist(), packed["sources"]
        self.believed = place(np.array([not name.startswith(options.doubt) for name in names])[sources], bool)
        weights = weights_of(names, sources, options)[self.order]
        self.placed, bounds = place(self.order), np.searchsorted(self.sorted, SIZES, side="right")
        self.groups = []
        for low, high, size in zip([0, *bounds[:-1]], bounds, SIZES, strict=True):
            sums = np.cumsum(weights[low:high])
            if high > low and sums[-1] > 0:
                self.groups.append((size, low, place(sums / sums[-1], np.float64), sums[-1] * size))
        total = sum(share for _, _, _, share in self.groups)
        self.shares = np.cumsum([share / total for _, _, _, share in self.groups])

    def batch(self):
        """Examples of one group of lengths, as many as make up the tokens of a step."""
        at = min(int(np.searchsorted(self.shares, np.random.random())), len(self.groups) - 1)
        size, low, sums, _ = self.groups[at]
        drawn = torch.rand(max(8, self.tokens // size), dtype=torch.float64, device=self.device)
        return self.rows(self.placed[low + torch.searchsorted(sums, drawn).clamp(max=len(sums) - 1)], size)

    def rows(self, picked, size):
        """(what the model takes in), tags, labels and the numbers of the tokens."""
        steps = torch.arange(size, device=self.device)[None]
        present = steps < self.lengths[picked][:, None]
        index = (self.starts[picked][:, None] + steps).clamp(max=len(self.ids) - 1)
        rows = torch.where(present, self.ids[index].long(), 0)
        capitals = torch.where(present, self.capitals[index], 0).float()
        tags = torch.where(present, self.tags[index].long(), -1)
        return (rows, capitals, present), tags, self.labels[picked], picked, index

    def learn_from(self, path):
        said = np.load(path)
        self.taught = {name: torch.from_numpy(said[name]).to(self.device) for name in ("injection", "unsafe", "tags")}


def weights_of(names, sources, options):
    """How often each example is drawn: the share of its group of sources, divided by the group's examples."""
    groups, shares = [name.split("/")[0] for name in names], SHARES | options.shares
    counts = dict.fromkeys(groups, 0)
    for group, count in zip(groups, np.bincount(sources, minlength=len(names)), strict=True):
        counts[group] += count
    each = [
        shares[group] / max(1, counts[group]) * (not name.startswith(options.without))
        for group, name in zip(groups, names, strict=True)
    ]
    return np.array(each)[sources]


def any_loss(logits, target, counts):
    """At least one kind, whichever: none of them with the product of the chances that each is not."""
    none = F.logsigmoid(-logits).sum(1)
    return mean_where(-torch.log1p(-none.exp().clamp(max=1 - 1e-6)) * counts, target == 1)


def tag_loss(logits, tags):
    logs = logits.log_softmax(-1)
    exact = logs.gather(-1, tags.clamp(0, len(TAGS) - 1)[..., None])[..., 0]
    allowed = [at for at, tag in enumerate(TAGS) if tag == "O" or tag.endswith("organisation")]
    loose = torch.logsumexp(logs[..., allowed], -1)
    return mean_where(-torch.where(tags == NO_PERSON_OR_ADDRESS, loose, exact), tags >= 0)


def binary_loss(logits, labels):
    target = labels.clamp(min=0).float() * (1 - 2 * SMOOTH) + SMOOTH
    return F.binary_cross_entropy_with_logits(logits, target, reduction="none")


def label_losses(out, tags, labels, counts):
    """`counts`: what the labels of each text count for."""
    injection, kinds = labels[:, :1], labels[:, UNSAFE]
    # A kind that is there counts more than one of the many that are not.
    weight = torch.where(kinds == 1, 2.0, 1.0) * (kinds >= 0)
    unsafe = binary_loss(out["unsafe"], kinds) * weight * counts[:, None]
    return {
        "injection": mean_where(binary_loss(out["injection"], injection) * counts[:, None], injection >= 0),
        "unsafe": unsafe.sum() / weight.sum().clamp(min=1) * 3,
        "any": any_loss(out["unsafe"], labels[:, FIELDS.index("any")], counts),
        "tags": tag_loss(out["tags"], tags),
    }


def taught_losses(out, said, present, believed):
    """How far the student is from what the teacher says, on every text that it is believed of, and on every token."""
    losses = {
        name: mean_where(
            F.binary_cross_entropy_with_logits(out[name], said[name].float().sigmoid(), reduction="none").mean(1),
            believed,
        )
        for name in ("injection", "unsafe")
    }
    ours, theirs = out["tags"].log_softmax(-1), said["tags"].float().log_softmax(-1)
    apart = F.kl_div(ours, theirs, log_target=True, reduction="none").sum(-1)
    return {"injection": losses["injection"], "unsafe": losses["unsafe"] * 3, "tags": mean_where(apart, present)}


def train_step(model, examples, device):
    given, tags, labels, picked, index = examples.batch()
    with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        out = model(*given)
    taught, believed = examples.taught, examples.believed[picked]
    counts = torch.ones(len(picked), device=device)
    if taught is not None:
        counts = torch.where(believed, LABELS_COUNT, counts)
    losses = label_losses(out, tags, labels, counts)
    if taught is not None:
        losses["tags"] = losses["tags"] * LABELS_COUNT
    total = sum(LOSSES[name] * loss for name, loss in losses.items())
    if taught is not None:
        said = {
            "injection": taught["injection"][picked],
            "unsafe": taught["unsafe"][picked],
            "tags": taught["tags"][index],
        }
        soft = taught_losses(out, said, given[2], believed)
        total = total + sum(LOSSES[name] * loss for name, loss in soft.items())
        losses |= {f"taught {name}": loss for name, loss in soft.items()}
    total.backward()
    return losses


def train(model, examples, options, begin):
    """Trains for what is left of the time, and leaves the running mean of the weights in the model."""
    optimiser, parameters = optimiser_for(model, options.rate, options.device), list(model.parameters())
    mean = [value.detach().clone() for value in parameters]
    start, step, label = time.monotonic(), 0, options.output.stem
    length = max(1.0, options.seconds - (start - begin))
    while (progress := max((time.monotonic() - start) / length, step / options.steps)) < 1:
        share = min(1.0, (step + 1) / WARM_UP_STEPS) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = share * group["peak"]
        for layer in model.layers:
            layer.quantised = not options.floats and progress > QUANTISED_FROM
        losses = train_step(model, examples, options.device)
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        torch._foreach_lerp_(mean, [value.detach() for value in parameters], 1 - min(AVERAGE, step / (step + 20)))
        if step % 100 == 1:
            parts = " ".join(f"{name} {loss.item():.3f}" for name, loss in losses.items())
            print(f"{label}: {time.monotonic() - begin:.0f} s, step {step}, {parts}", flush=True)
    for value, average in zip(parameters, mean, strict=True):
        value.data = average
    for layer in model.layers:
        layer.quantised = not options.floats
    return step


@torch.no_grad()
def say(model, examples, path, device):
    """Writes what the model says of every example: logits of the whole text, and of each token's tags."""
    count, tokens = len(examples.lengths), len(examples.ids)
    shapes = {"injection": (count, 1), "unsafe": (count, len(KINDS)), "tags": (tokens, len(TAGS))}
    said = {name: torch.zeros(shape, dtype=torch.float16, device=device) for name, shape in shapes.items()}
    low = 0
    while low < count:
        many = max(1, SAY_TOKENS // int(examples.sorted[low]))
        high = min(count, low + many)
        size = -8 * (-int(examples.sorted[high - 1]) // 8)
        given, _, _, picked, index = examples.rows(examples.placed[low:high], size)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            out = model(*given)
        said["injection"][picked], said["unsafe"][picked] = out["injection"].half(), out["unsafe"].half()
        said["tags"][index[given[2]]] = out["tags"][given[2]].half()
        low = high
    np.savez(path, **{name: value.cpu().numpy() for name, value in said.items()})


def names_in(text):
    return tuple(text.split(",")) if text else ()


def shares_in(text):
    return {name: float(share) for name, share in (each.split("=") for each in text.split(","))}


def main():
    parser = argparse.ArgumentParser()
    for name in ("start", "examples", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--layers", default="0,2,4,7,9,11")
    parser.add_argument("--taught", type=Path)
    parser.add_argument("--say", type=Path)
    parser.add_argument("--doubt", type=names_in, default=())
    parser.add_argument("--without", type=names_in, default=())
    parser.add_argument("--shares", type=shares_in, default={}, help="in place of those of SHARES")
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--steps", type=int, default=10**9, help="at most")
    parser.add_argument("--tokens", type=int, default=32_768, help="of a step")
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--floats", action="store_true", help="never compute with the integers that ship")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device = time.monotonic(), options.device
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    chosen = [int(each) for each in options.layers.split(",")]
    model = load_start(options.start, chosen, options.dropout).to(device).train()
    examples = Examples(options.examples, options)
    if options.taught:
        examples.learn_from(options.taught)
    print(
        f"{options.output.stem}: ready after {time.monotonic() - begin:.0f} s, {len(examples.lengths)} examples",
        flush=True,
    )
    if options.seconds > 0:
        step = train(model, examples, options, begin)
        options.output.parent.mkdir(parents=True, exist_ok=True)
        save_trained(model, options.output, not options.floats)
        print(f"{options.output.stem}: trained after {time.monotonic() - begin:.0f} s, {step} steps", flush=True)
    if options.say:
        say(model.eval(), examples, options.say, device)
        print(f"{options.output.stem}: said after {time.monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
