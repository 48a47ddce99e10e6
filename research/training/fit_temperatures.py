"""Finds what the judge's logits are divided by, so that its probabilities mean what they say on the development parts.

Usage: fit_temperatures.py MEASURES_XZ MODEL.onnx|MODEL.onnx.zst
"""

import json
import lzma
import sys
from pathlib import Path

import numpy as np

from measure_reader import onnx_runner, outputs

# Of sets that were trained on: what is unseen is for measuring alone.
JUDGED = ("snli_cad", "fever_dev", "wice_held")
CANDIDATES = np.round(np.exp(np.linspace(np.log(0.5), np.log(5), 60)), 2)


def judge_loss(logits, labels, temperature):
    logs = logits / temperature
    logs = logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)
    not_supported = np.logaddexp(logs[:, 1], logs[:, 2])
    chosen = logs[np.arange(len(labels)), np.minimum(labels, 2)]
    return -np.where(labels == 3, not_supported, chosen).mean()


def main():
    found = json.loads(lzma.decompress(Path(sys.argv[1]).read_bytes()))
    judged = [example for name in JUDGED for example in found["judge"][name]]
    logits = np.array([out["judge"] for out in outputs(onnx_runner(Path(sys.argv[2])), judged)])
    labels = np.array([example["label"] for example in judged])
    best = min(CANDIDATES, key=lambda each: judge_loss(logits, labels, each))
    losses = (judge_loss(logits, labels, each).round(3) for each in (1, best))
    print("judge", best, "loss at 1, at best:", *losses)


if __name__ == "__main__":
    main()
