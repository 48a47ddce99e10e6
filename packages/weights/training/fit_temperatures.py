"""Finds what the logits are divided by, so that the probabilities mean what they say on the development parts.

Usage: fit_temperatures.py MEASURES_XZ MODEL.onnx
"""

import json
import lzma
import sys
from pathlib import Path

import numpy as np

from measure_reader import JIGSAW, onnx_runner, outputs

# Of sets that were trained on: what is unseen is for measuring alone. The screens are fitted on all of their
# development parts, unseen sources among them; neither an AUROC nor what is above 0.5 changes with a temperature.
JUDGED = ("snli_cad", "fever_dev", "wice_held")
CANDIDATES = np.round(np.exp(np.linspace(np.log(0.5), np.log(5), 60)), 2)


def judge_loss(logits, labels, temperature):
    logs = logits / temperature
    logs = logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)
    not_supported = np.logaddexp(logs[:, 1], logs[:, 2])
    chosen = logs[np.arange(len(labels)), np.minimum(labels, 2)]
    return -np.where(labels == 3, not_supported, chosen).mean()


def screen_loss(logits, labels, temperature):
    return np.logaddexp(0, np.where(labels == 1, -logits, logits) / temperature).mean()


def main():
    found, runner = json.loads(lzma.decompress(Path(sys.argv[1]).read_bytes())), onnx_runner(sys.argv[2])

    def said(examples, head):
        return np.array([out[head] for out in outputs(runner, examples)]), np.array(
            [example["label"] for example in examples]
        )

    judged = [example for name in JUDGED for example in found["judge"][name]]
    logits, labels = said(judged, "judge")
    best = min(CANDIDATES, key=lambda each: judge_loss(logits, labels, each))
    print(
        "judge",
        best,
        "loss at 1:",
        judge_loss(logits, labels, 1).round(3),
        "at best:",
        judge_loss(logits, labels, best).round(3),
    )
    logits, labels = said(found["screen"]["injection"], "screen")
    best = min(CANDIDATES, key=lambda each: screen_loss(logits[:, 0], labels, each))
    print("injection", best)
    parts = [(said(found["screen"][name][::4], "screen"), column) for name, column in JIGSAW.items()]
    best = min(
        CANDIDATES, key=lambda each: sum(screen_loss(out[:, column], label, each) for (out, label), column in parts)
    )
    print("unsafe", best)


if __name__ == "__main__":
    main()
