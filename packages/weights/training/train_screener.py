"""Trains the screening model on a GPU.

Usage: train_screener.py START_XZ EXAMPLES_XZ OUTPUT_NPZ [--layers 0,1,2,3,4,5] [--seconds 240] [--rate 2e-4] [--seed 1]

Every step holds some texts to screen and some whose names are known, all of about one length, so that little is
padding. The learning rate follows the clock, so that a run ends properly whatever the machine. What is kept is the
running mean of the weights.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from screener_examples import FIELDS, KINDS, NO_PERSON_OR_ADDRESS, TAGS, TOKENS_MAX
from torch_encoder import read_packed
from torch_screener import load_start, save_trained
from training_steps import mean_where, optimiser_for

# Tokens of each pool in a step.
POOLS = {"screen": 14_000, "tags": 8_000}
LOSSES = {"injection": 1.0, "unsafe": 1.0, "any": 0.3, "tags": 1.0}
UNSAFE = slice(FIELDS.index(KINDS[0]), FIELDS.index(KINDS[-1]) + 1)
AVERAGE = 0.999
# From here on the model computes with the integers that ship, so that it learns to do with them.
QUANTISED_FROM = 0.67
WARM_UP_STEPS = 200


class Pool:
    """Examples of one pool on the device, in the order of their lengths."""

    def __init__(self, packed, name, device):
        self.tokens, self.device = POOLS[name], device
        lengths = packed[f"{name}.lengths"].astype(np.int64)
        order = np.argsort(lengths, kind="stable")

        def place(array, kind=np.int64):
            return torch.from_numpy(array.astype(kind)).to(device)

        self.order, self.sorted = place(order), lengths[order]
        self.lengths, self.starts = place(lengths), place(np.cumsum(lengths) - lengths)
        self.ids = place(packed[f"{name}.ids"], np.int32)
        self.capitals = place(np.unpackbits(packed[f"{name}.capitals"])[: len(packed[f"{name}.ids"])], np.uint8)
        self.tags, self.labels = place(packed[f"{name}.tags"], np.int8), place(packed[f"{name}.labels"])

    def batch(self, size):
        """Examples no longer than `size` and no shorter than half of it, as many as make up the tokens of a step."""
        low, high = np.searchsorted(self.sorted, [size // 2, size + 1])
        high = max(high, low + 64)
        wanted = max(8, self.tokens // size)
        picked = self.order[torch.randint(int(low), int(min(high, len(self.sorted))), (wanted,), device=self.device)]
        steps = torch.arange(size, device=self.device)[None]
        present = steps < self.lengths[picked][:, None]
        index = (self.starts[picked][:, None] + steps).clamp(max=len(self.ids) - 1)
        rows = torch.where(present, self.ids[index].long(), 0)
        capitals = torch.where(present, self.capitals[index], 0).float()
        tags = torch.where(present, self.tags[index].long(), -1)
        return rows, capitals, present, tags, self.labels[picked]


class Sizes:
    """Lengths of batches, drawn so that every example comes up about equally often."""

    def __init__(self, pools):
        lengths = np.concatenate([pool.sorted for pool in pools])
        self.sizes = np.array([16, 24, 32, 48, 64, 96, 128, 192, TOKENS_MAX])
        bins = np.searchsorted(self.sizes, np.minimum(lengths, TOKENS_MAX))
        tokens = np.bincount(bins, minlength=len(self.sizes)) * self.sizes
        self.shares = tokens / tokens.sum()

    def draw(self):
        return int(self.sizes[np.searchsorted(np.cumsum(self.shares), np.random.random())])


def any_loss(logits, target):
    """At least one kind, whichever: none of them with the product of the chances that each is not."""
    none = F.logsigmoid(-logits).sum(1)
    return mean_where(-torch.log1p(-none.exp().clamp(max=1 - 1e-6)), target == 1)


def tag_loss(logits, tags):
    logs = logits.log_softmax(-1)
    exact = logs.gather(-1, tags.clamp(0, len(TAGS) - 1)[..., None])[..., 0]
    allowed = [at for at, tag in enumerate(TAGS) if tag == "O" or tag.endswith("organisation")]
    loose = torch.logsumexp(logs[..., allowed], -1)
    return mean_where(-torch.where(tags == NO_PERSON_OR_ADDRESS, loose, exact), tags >= 0)


def binary_loss(logits, labels, smooth):
    """`smooth`: how far from certain a label is taken to be, so that no text is worth an endless logit."""
    target = labels.clamp(min=0).float() * (1 - 2 * smooth) + smooth
    return F.binary_cross_entropy_with_logits(logits, target, reduction="none")


def loss_of(out, tags, labels, smooth):
    injection, kinds = labels[:, 0], labels[:, UNSAFE]
    screened, judged = binary_loss(out["injection"], injection, smooth), binary_loss(out["unsafe"], kinds, smooth)
    # A kind that is there counts more than one of the many that are not.
    weight = torch.where(kinds == 1, 2.0, 1.0) * (kinds >= 0)
    return {
        "injection": mean_where(screened, injection >= 0),
        "unsafe": (judged * weight).sum() / weight.sum().clamp(min=1) * 3,
        "any": any_loss(out["unsafe"], labels[:, FIELDS.index("any")]),
        "tags": tag_loss(out["tags"], tags),
    }


def train_step(model, pools, size, options):
    parts = list(zip(*(pool.batch(size) for pool in pools), strict=True))
    rows, capitals, present, tags, labels = (torch.cat(part) for part in parts)
    with torch.autocast(options.device, dtype=torch.bfloat16):
        out = model(rows, capitals, present)
    losses = loss_of(out, tags, labels, options.smooth)
    sum(LOSSES[name] * loss for name, loss in losses.items()).backward()
    return losses


def main():
    parser = argparse.ArgumentParser()
    for name in ("start", "examples", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--layers", default="0,1,2,3,4,5")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--dropout", type=float, default=0.15)
    parser.add_argument("--smooth", type=float, default=0.03)
    parser.add_argument("--keep-words", action="store_true", help="leave the table of words as it is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device = time.monotonic(), options.device
    torch.backends.cuda.matmul.allow_tf32 = True
    chosen = [int(each) for each in options.layers.split(",")]
    # Every run begins with the same heads: the mean of runs is a model only if they have the same beginning.
    torch.manual_seed(0)
    model = load_start(options.start, chosen, options.dropout).to(device).train()
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    model.encoder.words.weight.requires_grad_(not options.keep_words)
    packed = read_packed(options.examples)
    pools = [Pool(packed, name, device) for name in POOLS]
    sizes, optimiser = Sizes(pools), optimiser_for(model, options.rate, device)
    parameters = list(model.parameters())
    mean = [value.detach().clone() for value in parameters]
    label = options.output.stem
    print(f"{label}: ready after {time.monotonic() - begin:.0f} s", flush=True)
    start, step = time.monotonic(), 0
    length = options.seconds - (start - begin)
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, step / WARM_UP_STEPS) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = share * group["peak"]
        if progress > QUANTISED_FROM:
            for layer in model.encoder.layers:
                layer.quantised = True
        losses = train_step(model, pools, sizes.draw(), options)
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
