"""Distils shallow encoders from a deep one: the student's sentence vectors shall equal the teacher's.

Usage: distil.py TEACHER TEXTS OUTPUT_FOLDER [--students 4,6] [--seconds 520] [--device cuda]

Every batch holds questions with the question prefix, the passages they are about, single sentences and long passages.
The loss has three parts: the angle between the two vectors of one text; the divergence between the two rankings of the
batch's other texts; and, fading out, the distance between hidden states at corresponding depths.
The learning rate follows the clock, so that a run ends properly whatever the machine.
"""

import argparse
import hashlib
import io
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from text_batches import Texts
from torch_encoder import WIDTH, Encoder, read_teacher

TEMPERATURE = 0.03


def ranking_loss(ours, theirs):
    """How far our ranking of the batch's other texts is from the teacher's, text by text."""
    itself = torch.eye(len(ours), dtype=torch.bool, device=ours.device)
    logits, target = ((each @ each.T / TEMPERATURE).masked_fill(itself, -1e4) for each in (ours, theirs))
    return F.kl_div(logits.log_softmax(-1), target.log_softmax(-1), log_target=True, reduction="batchmean")


def hidden_loss(states, deep_states, present):
    """Squared distance of the hidden states below the last, at corresponding depths, over the tokens that are there."""
    step = len(deep_states) / len(states)
    pairs = [(state, deep_states[round(step * (index + 1)) - 1]) for index, state in enumerate(states[:-1])]
    weight = present[:, :, None].float()
    return sum((((ours - theirs.float()) ** 2) * weight).sum() / (weight.sum() * WIDTH) for ours, theirs in pairs)


def embed(model, rows, present, kind, device):
    with torch.no_grad(), torch.autocast(device, dtype=kind):
        parts = zip(rows.split(512), present.split(512), strict=True)
        return torch.cat([model(*part)[0] for part in parts])


def report(students, teacher, texts, device, kind, scale):
    """Mean cosine to the teacher on texts kept apart, and how many of its ten nearest passages each student finds."""
    questions, passages = texts.held_out(scale)
    half = torch.float16 if device == "cuda" else kind
    targets = [embed(teacher, *group, half, device) for group in (questions, passages)]
    nearest = (targets[0] @ targets[1].T).topk(10).indices
    for depth, student in students.items():
        vectors = [embed(student, *group, kind, device) for group in (questions, passages)]
        cosines = [(ours * theirs).sum(-1).mean().item() for ours, theirs in zip(vectors, targets, strict=True)]
        found = (vectors[0] @ vectors[1].T).topk(10).indices
        overlap = (found[:, :, None] == nearest[:, None, :]).any(-1).float().mean().item()
        near = f"cosine of questions {cosines[0]:.4f}, passages {cosines[1]:.4f}; overlap@10 {overlap:.3f}"
        print(f"  {depth} layers: {near}", flush=True)


def save(depth, student, folder, part_bytes=14 * 2**20):
    """Half-precision matrices; the table of words as 8-bit rows, which is how it ships. In parts, with their hashes."""
    arrays = {}
    for name, value in student.state_dict().items():
        value = value.float().cpu().numpy()
        if name == "words.weight":
            scale = np.maximum(np.abs(value).max(axis=1, keepdims=True), 1e-8) / 127
            arrays["words.scale"] = scale.astype(np.float32)
            arrays[name] = np.rint(value / scale).astype(np.int8)
        else:
            arrays[name] = value.astype(np.float16)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    content = buffer.getvalue()
    for number, start in enumerate(range(0, len(content), part_bytes)):
        (folder / f"student-{depth}.npz.{number}").write_bytes(content[start : start + part_bytes])
    with (folder / "hashes.txt").open("a") as lines:
        lines.write(f"{hashlib.sha256(content).hexdigest()}  student-{depth}.npz\n")


def evenly(depth, deep=12):
    return [round(index * (deep - 1) / (depth - 1)) for index in range(depth)]


def optimiser_for(student, rate, device):
    matrices = [value for name, value in student.named_parameters() if value.ndim == 2 and "layers" in name]
    rest = [value for name, value in student.named_parameters() if value.ndim == 1]
    tables = [student.words.weight, student.positions]
    groups = [
        {"params": matrices, "weight_decay": 0.01, "peak": rate},
        {"params": rest, "weight_decay": 0.0, "peak": rate},
        {"params": tables, "weight_decay": 0.0, "peak": rate / 4},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device == "cuda")


def train_step(teacher, students, optimisers, groups, progress, device, kind):
    with torch.no_grad(), torch.autocast(device, dtype=torch.float16 if device == "cuda" else kind):
        taught = [teacher(*group) for group in groups]
    targets = torch.cat([vectors for vectors, _ in taught])
    losses = {}
    for depth, student in students.items():
        with torch.autocast(device, dtype=kind):
            learnt = [student(*group) for group in groups]
            hidden = sum(
                hidden_loss(ours[1], theirs[1], group[1])
                for ours, theirs, group in zip(learnt, taught, groups, strict=True)
            ) / len(groups)
        vectors = torch.cat([each for each, _ in learnt])
        angle, ranking = (1 - (vectors * targets).sum(-1)).mean(), ranking_loss(vectors, targets)
        loss = 10 * angle + ranking + max(0.0, 1 - progress / 0.6) * hidden
        loss.backward()
        nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimisers[depth].step()
        optimisers[depth].zero_grad(set_to_none=True)
        losses[depth] = (angle, ranking, hidden)
    return losses


def main():
    parser = argparse.ArgumentParser()
    for name in ("teacher", "texts", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--students", default="4,6")
    parser.add_argument("--seconds", type=float, default=520)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--scale", type=float, default=1.0, help="of the batch")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device, kind = time.monotonic(), options.device, torch.bfloat16
    torch.manual_seed(7)
    torch.backends.cuda.matmul.allow_tf32 = True
    options.output.mkdir(parents=True, exist_ok=True)
    weights = read_teacher(options.teacher)
    teacher = Encoder(12).load(weights, range(12)).to(device).eval().requires_grad_(False)
    depths = [int(depth) for depth in options.students.split(",")]
    students = {}
    for depth in depths:
        own = {name: value.copy() for name, value in weights.items()}
        students[depth] = Encoder(depth).load(own, evenly(depth)).to(device)
    if device == "cuda":
        teacher.half()
    optimisers = {depth: optimiser_for(student, options.rate, device) for depth, student in students.items()}
    texts = Texts(options.texts, device)
    print(f"ready after {time.monotonic() - begin:.0f} s; held out {len(texts.held)} documents", flush=True)
    report(students, teacher, texts, device, kind, options.scale)
    start, step, seen, next_report = time.monotonic(), 0, 0, 0.1
    length = options.seconds - (start - begin) - 15  # the rest is for measuring and writing
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, progress / 0.04) * 0.5 * (1 + math.cos(math.pi * progress))
        for optimiser in optimisers.values():
            for group in optimiser.param_groups:
                group["lr"] = max(share, 1e-3) * group["peak"]
        groups = texts.batch(options.scale)
        losses = train_step(teacher, students, optimisers, groups, progress, device, kind)
        step, seen = step + 1, seen + sum(ids.numel() for ids, _ in groups)
        if step % 50 == 1:
            parts = "; ".join(
                f"{depth}: " + " ".join(f"{each.item():.4f}" for each in loss) for depth, loss in losses.items()
            )
            so_far = f"{time.monotonic() - begin:.0f} s, step {step}, {seen / 1e6:.1f} M tokens"
            print(f"{so_far}, angle ranking hidden {parts}", flush=True)
        if progress > next_report:
            next_report += 0.18
            report(students, teacher, texts, device, kind, options.scale)
    report(students, teacher, texts, device, kind, options.scale)
    for depth, student in students.items():
        save(depth, student, options.output)
    print(f"done after {time.monotonic() - begin:.0f} s, {step} steps", flush=True)


if __name__ == "__main__":
    main()
