"""Distils a shallow encoder from two deep ones: its sentence vectors shall be those of the teachers' joint space.

Usage: distil.py TEACHER SECOND_TEACHER TEXTS ASKED START_ONNX OUTPUT_FOLDER
           [--layers 6] [--seconds 520] [--device cuda]

The student starts from a finished encoder. What it shall say of each text is computed once, before it learns.
The loss has two parts: the angle to the target of a text, and the divergence between the two rankings of the batch's
other texts. What is kept is the running mean of the weights.
The learning rate follows the clock, so that a run ends properly whatever the machine.
"""

import argparse
import hashlib
import io
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from bert_graph import quantise_rows
from joint_space import set_targets
from read_graph import read_bert
from taught_texts import TaughtTexts
from torch_encoder import Encoder, read_packed, read_teacher
from torch_mpnet import Mpnet

TEMPERATURE = 0.04
WARM_UP_STEPS = 150
REMEMBERED = 0.998


def ranking_loss(ours, theirs):
    """How far our ranking of the batch's other texts is from the wanted one, text by text."""
    itself = torch.eye(len(ours), dtype=torch.bool, device=ours.device)
    logits, target = ((each @ each.T / TEMPERATURE).masked_fill(itself, -1e4) for each in (ours, theirs))
    return F.kl_div(logits.log_softmax(-1), target.log_softmax(-1), log_target=True, reduction="batchmean")


def report(student, texts):
    """Mean cosine to the target on texts kept apart, and how many of the ten nearest passages the student finds."""
    groups = (texts.held_questions, texts.held_passages)
    targets = [runs.targets.float() for runs in groups]
    vectors = [runs.vectors(student, runs.asked).float() for runs in groups]
    cosines = [(ours * theirs).sum(-1).mean().item() for ours, theirs in zip(vectors, targets, strict=True)]
    nearest, found = ((asked @ held.T).topk(10).indices for asked, held in (targets, vectors))
    overlap = (found[:, :, None] == nearest[:, None, :]).any(-1).float().mean().item()
    print(f"  cosine of questions {cosines[0]:.4f}, passages {cosines[1]:.4f}; overlap@10 {overlap:.3f}", flush=True)


def save(student, folder, part_bytes=14 * 2**20):
    """Half-precision matrices; the table of words as 8-bit rows, which is how it ships. In parts, with their hashes."""
    arrays = {name: value.half().cpu().numpy() for name, value in student.state_dict().items()}
    words = student.words.weight.detach().float().cpu().numpy()
    arrays["words.weight"], arrays["words.scale"] = quantise_rows(words)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    content, name = buffer.getvalue(), f"student-{len(student.layers)}.npz"
    for number, start in enumerate(range(0, len(content), part_bytes)):
        (folder / f"{name}.{number}").write_bytes(content[start : start + part_bytes])
    with (folder / "hashes.txt").open("a") as lines:
        lines.write(f"{hashlib.sha256(content).hexdigest()}  {name}\n")


def evenly(depth, deep):
    return [round(index * (deep - 1) / (depth - 1)) for index in range(depth)]


def read_start(path, depth):
    weights, deep = read_bert(path)
    if depth > deep:
        raise SystemExit(f"{path} has only {deep} layers")
    return Encoder(depth).load(weights, evenly(depth, deep))


def load(options):
    """The two teachers, the student and the texts. Unpacking takes long, so it is done side by side."""
    with ThreadPoolExecutor() as pool:
        readers = (read_teacher, read_teacher, read_packed, read_packed)
        paths = (options.teacher, options.second, options.texts, options.asked)
        first, second, texts, asked = pool.map(lambda read, path: read(path), readers, paths)
    teachers = [Encoder(12).load(first, range(12)), Mpnet().load(second)]
    for teacher in teachers:
        teacher.to(options.device).eval().requires_grad_(False)
        if options.device == "cuda":
            teacher.half()
    student = read_start(options.start, options.layers).to(options.device)
    return *teachers, student, TaughtTexts(texts, asked, options.device, options.texts_max)


def optimiser_for(student, rate, device):
    matrices = [value for name, value in student.named_parameters() if value.ndim == 2 and "layers" in name]
    rest = [value for name, value in student.named_parameters() if value.ndim == 1]
    tables = [student.words.weight, student.positions]
    groups = [
        {"params": matrices, "weight_decay": 0.01, "peak": rate},
        {"params": rest, "weight_decay": 0.0, "peak": rate},
        {"params": tables, "weight_decay": 0.0, "peak": rate / 2},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device == "cuda")


def train_step(student, optimiser, groups, device):
    with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        ours = torch.cat([student(*runs.rows(places, runs.asked)) for runs, places in groups])
    theirs = torch.cat([runs.wanted(places) for runs, places in groups])
    angle, ranking = (1 - (ours * theirs).sum(-1)).mean(), ranking_loss(ours, theirs)
    (10 * angle + ranking).backward()
    nn.utils.clip_grad_norm_(student.parameters(), 1.0)
    optimiser.step()
    optimiser.zero_grad(set_to_none=True)
    return angle, ranking


def train(student, texts, options, length):
    """Trains for so many seconds, leaves the running mean in the student, and returns the number of steps."""
    optimiser = optimiser_for(student, options.rate, options.device)
    weights = list(student.parameters())
    mean = [value.detach().clone() for value in weights]
    start, step, next_report = time.monotonic(), 0, 0.2
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, (step + 1) / WARM_UP_STEPS) * max(0.005, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = share * group["peak"]
        losses = train_step(student, optimiser, texts.batch(options.scale), options.device)
        step += 1
        # At first the mean forgets faster, or it would hold on to where the student started.
        kept = min(REMEMBERED, step / (step + 20))
        torch._foreach_lerp_(mean, [value.detach() for value in weights], 1 - kept)
        if step % 250 == 1:
            angle, ranking = (each.item() for each in losses)
            spent = time.monotonic() - start
            print(f"{spent:.0f} s, step {step}, angle {angle:.4f}, ranking {ranking:.4f}", flush=True)
        if progress > next_report:
            next_report += 0.2
            report(student, texts)
    for value, its_mean in zip(weights, mean, strict=True):
        value.data = its_mean
    return step


def main():
    parser = argparse.ArgumentParser()
    for name in ("teacher", "second", "texts", "asked", "start", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--layers", type=int, default=6, help="as many as the start has, or some of those")
    parser.add_argument("--seconds", type=float, default=520)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--scale", type=float, default=1.0, help="of the batch")
    parser.add_argument("--texts-max", type=int, help="of each kind, to try the recipe out")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin = time.monotonic()
    torch.backends.cuda.matmul.allow_tf32 = True
    options.output.mkdir(parents=True, exist_ok=True)
    teacher, second, student, texts = load(options)
    taught, measured = (texts.passages, texts.questions), (texts.held_passages, texts.held_questions)
    counts = " + ".join(str(len(runs)) for runs in (*taught, *measured))
    print(f"read after {time.monotonic() - begin:.0f} s: {counts} passages and questions, taught and held", flush=True)
    kept = set_targets(taught, measured, teacher, second, student)
    del teacher, second
    print(f"targets after {time.monotonic() - begin:.0f} s, {kept:.3f} of the teachers' variance kept", flush=True)
    report(student, texts)
    # The rest is for measuring and writing.
    length = max(20.0, options.seconds - (time.monotonic() - begin) - 15)
    steps = train(student, texts, options, length)
    report(student, texts)
    save(student, options.output)
    print(f"done after {time.monotonic() - begin:.0f} s, {steps} steps", flush=True)


if __name__ == "__main__":
    main()
