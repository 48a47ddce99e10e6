"""Finds the passages that lie near each question by the pretrained encoder: hard negatives, and which pairs to trust.

Usage: mine_asked.py PRETRAINED_XZ ASKED_XZ OUTPUT_NPZ [--device cuda]

Of the written questions only a part is answered by its own passage: a pair counts where the passage is ranked high.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from text_batches import CLOSE, OPEN, PREFIX
from torch_encoder import Encoder, read_packed, read_teacher

NEAR = 24
BATCH = 512


def padded(flat, lengths, starts, chosen, size, head, device):
    """Token ids of the chosen texts, opened and closed, with their mask."""
    steps = torch.arange(size, device=device)[None]
    total = lengths[chosen].clamp(max=size - len(head) - 1)[:, None] + len(head)
    index = (starts[chosen][:, None] + steps - len(head)).clamp(0, len(flat) - 1)
    rows = torch.where(steps < total, flat[index].long(), 0)
    rows[:, : len(head)] = head
    return torch.where(steps == total, CLOSE, rows), steps <= total


def vectors_of(encoder, packed, name, device, prefix=()):
    flat = torch.from_numpy(packed[f"{name}.ids"].astype(np.int32)).to(device)
    lengths = torch.from_numpy(packed[f"{name}.lengths"].astype(np.int64)).to(device)
    starts = lengths.cumsum(0) - lengths
    head = torch.tensor([OPEN, *prefix], device=device)
    order, found = lengths.argsort(), []
    for low in range(0, len(order), BATCH):
        chosen = order[low : low + BATCH]
        size = int(lengths[chosen].max()) + len(head) + 1
        rows, present = padded(flat, lengths, starts, chosen, size, head, device)
        with torch.no_grad(), torch.autocast(device, dtype=torch.float16 if device == "cuda" else torch.bfloat16):
            found.append(encoder(rows, present)[0].half())
    vectors = torch.empty_like(torch.cat(found))
    vectors[order] = torch.cat(found)
    return vectors


def main():
    parser = argparse.ArgumentParser()
    for name in ("pretrained", "asked", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    device, packed = options.device, read_packed(options.asked)
    encoder = Encoder(12).load(read_teacher(options.pretrained), range(12)).to(device).eval()
    passages = vectors_of(encoder, packed, "passages", device)
    questions = vectors_of(encoder, packed, "questions", device, PREFIX)
    own = torch.from_numpy(packed["own"].astype(np.int64)).to(device)
    near, ranks = [], []
    for low in range(0, len(own), 4096):
        scores = questions[low : low + 4096].float() @ passages.float().T
        mine = scores.gather(1, own[low : low + 4096, None])
        ranks.append((scores > mine).sum(1))
        near.append(scores.topk(NEAR + 1).indices)
    near, ranks = torch.cat(near), torch.cat(ranks)
    # The passage itself is not among those near it.
    others = near != own[:, None]
    order = (~others).int().argsort(dim=1, stable=True)
    near = near.gather(1, order)[:, :NEAR]
    np.savez(options.output, near=near.cpu().numpy().astype(np.int32), rank=ranks.cpu().numpy().astype(np.int32))
    for line in (1, 3, 10, 30):
        print(f"own passage within {line}: {(ranks < line).float().mean().item():.3f}", flush=True)


if __name__ == "__main__":
    main()
