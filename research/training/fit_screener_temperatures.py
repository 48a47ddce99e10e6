"""Finds what the screening model's logits are divided by, so that the probabilities mean what they say.

Usage: fit_screener_temperatures.py MEASURES_XZ TOKENIZER_JSON MODEL.onnx [--every 1]

Fitted on the sets for choosing alone: rows that were kept apart, of kinds that were trained on.
"""

import argparse
import json
import lzma
from pathlib import Path

import numpy as np

from fit_temperatures import CANDIDATES
from measure_screener import Screener
from screener_examples import KINDS, Words, tag_tokens


def screen_loss(logits, labels, temperature):
    return np.logaddexp(0, np.where(labels == 1, -logits, logits) / temperature).mean()


def tag_loss(logits, tags, temperature):
    logs = logits / temperature
    logs = logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)
    return -logs[np.arange(len(tags)), tags].mean()


def calibration_error(chances, labels, bins=10):
    """The mean distance between what was said and how often it was so, over tenths of the scale."""
    place = np.minimum((chances * bins).astype(int), bins - 1)
    parts = [place == at for at in range(bins)]
    return sum(part.mean() * abs(chances[part].mean() - labels[part].mean()) for part in parts if part.any())


def gather(screener, sets):
    """Logits and labels of each head, from all sets that say something of it."""
    found = {head: ([], []) for head in ("injection", "unsafe", "tags")}

    def put(head, logits, labels):
        found[head][0].extend(logits)
        found[head][1].extend(labels)

    for name, rows in sets.items():
        for row, out in zip(rows, screener.screen([row["text"] for row in rows]), strict=True):
            if "/names/" in name:
                tags = np.array(tag_tokens(out["offsets"], row["spans"]), int)
                put("tags", out["tags"][tags >= 0], tags[tags >= 0])
            elif any(f"/{part}/" in name for part in ("injection", "ordinary", "pages")):
                put("injection", [out["injection"][0]], [row["label"]])
            if "/ordinary/" in name:
                put("unsafe", out["unsafe"], [0] * len(KINDS))
            elif "kinds" in row:
                put("unsafe", out["unsafe"], [row["kinds"][kind] for kind in KINDS])
            elif "kind" in row:
                put("unsafe", [out["unsafe"][KINDS.index(row["kind"])]], [row["label"]])
    return {head: (np.array(logits), np.array(labels)) for head, (logits, labels) in found.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measures", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("model", type=Path, help="a graph with no manifest beside it")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    sets = json.loads(lzma.decompress(options.measures.read_bytes()))
    sets = {name: rows[:: options.every] for name, rows in sets.items() if name.startswith("choosing")}
    for head, (logits, labels) in gather(Screener(options.model, Words(options.tokenizer), "cpu"), sets).items():
        loss = tag_loss if head == "tags" else screen_loss
        best = min(CANDIDATES, key=lambda each: loss(logits, labels, each))
        print(head, best, "loss", loss(logits, labels, 1).round(4), "->", loss(logits, labels, best).round(4), end=" ")
        if head != "tags":
            before, after = (calibration_error(1 / (1 + np.exp(-logits / each)), labels) for each in (1, best))
            print(f"calibration error {before:.4f} -> {after:.4f}", end=" ")
        print(f"({len(labels)})", flush=True)


if __name__ == "__main__":
    main()
