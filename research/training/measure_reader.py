"""Measures trained reading models on the sets that choices are made by.

Usage: measure_reader.py MEASURES_XZ MODEL.npz|MODEL.onnx|MODEL.onnx.zst … [--device cuda] [--every 1]

For each model: SQuAD 2.0 (F1 and EM over all, answerable spans alone, unanswerable refused, at the best line), MRR of
the right paragraph among its article's, balanced accuracy of the judge by set.
"""

import argparse
import json
import lzma
import re
import string
from collections import Counter
from pathlib import Path

import numpy as np

from encoder_folder import read_graph

BATCH = 64
SPAN_TOKENS_MAX = 40


def normal(text):
    text = "".join(each for each in text.lower() if each not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def overlap(said, wanted):
    ours, theirs = normal(said).split(), normal(wanted).split()
    if not ours or not theirs:
        return float(ours == theirs)
    same = sum((Counter(ours) & Counter(theirs)).values())
    return 2 * same / (len(ours) + len(theirs)) if same else 0.0


def torch_runner(path, device):
    import torch

    from torch_mpnet import load_trained

    model = load_trained(path).to(device).eval()

    def run(rows, firsts, present):
        with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16, enabled=False):
            out = model(*(torch.from_numpy(each).to(device) for each in (rows, firsts, present)))
        return {name: value.float().cpu().numpy() for name, value in out.items()}

    return run, BATCH


def onnx_runner(path):
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(read_graph(path), settings, providers=["CPUExecutionProvider"])
    names = ("start", "end", "relevance", "judge")

    def run(rows, firsts, present):
        types = (np.arange(rows.shape[1])[None] >= firsts[:, None]) & present
        feeds = {
            "input_ids": rows,
            "attention_mask": present.astype(np.int64),
            "token_type_ids": types.astype(np.int64),
        }
        out = dict(zip(names, session.run(list(names), feeds), strict=True))
        allowed = types.copy()
        allowed[:, 0] = True
        for side in ("start", "end"):
            out[side] = np.where(allowed, out[side], -1e4)
        return out | {"relevance": out["relevance"][:, 0]}

    return run, 1  # one at a time, as the product does: the scales of a quantised model go by what it is given at once


def outputs(runner, examples):
    """What the model says of each example, in order; those of one length together."""
    run, batch = runner
    order = sorted(range(len(examples)), key=lambda at: len(examples[at]["ids"]))
    said = [None] * len(examples)
    for low in range(0, len(order), batch):
        chosen = order[low : low + batch]
        size = max(len(examples[at]["ids"]) for at in chosen)
        rows, present = np.zeros((len(chosen), size), np.int64), np.zeros((len(chosen), size), bool)
        for place, at in enumerate(chosen):
            ids = examples[at]["ids"]
            rows[place, : len(ids)], present[place, : len(ids)] = ids, True
        out = run(rows, np.array([examples[at]["first"] for at in chosen], np.int64), present)
        for place, at in enumerate(chosen):
            said[at] = {name: value[place] for name, value in out.items()}
    return said


def best_span(example, out):
    """The best span's words, and by how much it is above no answer."""
    first, count = example["first"], len(example["offsets"])
    start, end = out["start"][first : first + count], out["end"][first : first + count]
    scores = start[:, None] + end[None]
    place = np.arange(count)
    scores = np.where((place[None] >= place[:, None]) & (place[None] < place[:, None] + SPAN_TOKENS_MAX), scores, -1e9)
    at, to = np.unravel_index(scores.argmax(), scores.shape)
    words = example["text"][example["offsets"][at][0] : example["offsets"][to][1]]
    return words, float(scores[at, to] - out["start"][0] - out["end"][0])


def measure_read(runner, examples):
    f1, exact, margins = [], [], []
    for example, out in zip(examples, outputs(runner, examples), strict=True):
        words, margin = best_span(example, out)
        margins.append(margin)
        f1.append(max((overlap(words, each) for each in example["answers"]), default=0.0))
        exact.append(max((float(normal(words) == normal(each)) for each in example["answers"]), default=0.0))
    f1, exact, margins = np.array(f1), np.array(exact), np.array(margins)
    impossible = np.array([example["impossible"] for example in examples])

    def at(line, values):
        return np.where(margins > line, values * ~impossible, impossible).mean() * 100

    line = max(np.quantile(margins, np.linspace(0, 1, 201)), key=lambda each: at(each, f1))
    refused = (margins[impossible] <= line).mean() * 100
    answered = (margins[~impossible] > line).mean() * 100
    spans = f"spans F1 {f1[~impossible].mean() * 100:.1f} EM {exact[~impossible].mean() * 100:.1f}"
    return (
        f"squad2 F1 {at(line, f1):.1f} EM {at(line, exact):.1f} (line {line:.2f}, at 0 {at(0, f1):.1f}; "
        f"answered {answered:.0f}, refused {refused:.0f}, AUROC {auroc(margins, ~impossible):.3f}); {spans}"
    )


def auroc(scores, labels):
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    positive = labels.astype(bool)
    count = positive.sum()
    return (ranks[positive].sum() - count * (count + 1) / 2) / max(1, count * (len(scores) - count))


def measure_rank(runner, groups):
    flat = [example for group in groups for example in group]
    said, at, total = outputs(runner, flat), 0, 0.0
    for group in groups:
        scores = [each["relevance"] for each in said[at : at + len(group)]]
        total += 1 / (1 + sum(score > scores[0] for score in scores[1:]))
        at += len(group)
    return f"MRR {total / len(groups):.3f}"


def measure_judge(runner, sets):
    parts = []
    for name, examples in sets.items():
        said = np.array([out["judge"] for out in outputs(runner, examples)])
        label = np.array([example["label"] for example in examples])
        if (label == 3).any():
            chances = np.exp(said - said.max(1, keepdims=True))
            found = np.where(chances[:, 0] / chances.sum(1) > 0.5, 0, 3)
        else:
            found = said.argmax(1)
        accuracy = np.mean([(found[label == each] == each).mean() for each in np.unique(label)]) * 100
        parts.append(f"{name} {accuracy:.1f}")
    return "judge " + ", ".join(parts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measures", type=Path)
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--every", type=int, default=1, help="take one example in so many")
    options = parser.parse_args()
    found = json.loads(lzma.decompress(options.measures.read_bytes()))
    few = slice(None, None, options.every)
    for path in options.models:
        runner = torch_runner(path, options.device) if path.suffix == ".npz" else onnx_runner(path)
        print(path.stem, flush=True)
        print("  ", measure_read(runner, found["read"][few]), flush=True)
        print("  ", measure_rank(runner, found["rank"][few]), flush=True)
        print("  ", measure_judge(runner, {name: each[few] for name, each in found["judge"].items()}), flush=True)


if __name__ == "__main__":
    main()
