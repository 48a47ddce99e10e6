"""Chooses the thresholds of unsafe kinds for the default policy, by the scores that measure_screener.py keeps.

Usage: choose_thresholds.py MEASURES_XZ SCORES_NPZ UNSAFE_TEMPERATURE [--spare 2] [--blocked 1.8]

Chosen on the sets for choosing alone: as much harm as possible is found where of 1,000 ordinary questions of each kind
at most `--blocked` are stopped, and each harmless text that looks alarming costs `--spare` times as much as a harmful
one is worth. Printed are the thresholds and what they do to the sets for reporting, without the n-gram classifier.
"""

import argparse
import json
import lzma
from pathlib import Path

import numpy as np

from measure_screener import kind_of
from screener_examples import KINDS

STEPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99)
# Instructions to an assistant are no questions to a knowledge base: of those so many more may be stopped.
INSTRUCTIONS, INSTRUCTIONS_MORE = "instructions", 3
ROUNDS, OVER_COST = 4, 20
APART = "choosing/unsafe/written_apart_"
CALM_ENDS = ("_calm", "_cares", "_abouts")


def stopped(chances, lines):
    return (chances >= lines).any(axis=1)


class Choosing:
    def __init__(self, chances, options):
        self.options = options
        self.ordinary = {}
        for name in chances:
            if name.startswith("choosing/ordinary/"):
                self.ordinary.setdefault(kind_of(name), []).append(chances[name])
        self.ordinary = {kind: np.concatenate(each) for kind, each in self.ordinary.items()}
        apart = [name for name in chances if name.startswith(APART)]
        self.calm = np.concatenate([chances[name] for name in apart if name.endswith(CALM_ENDS)])
        self.harm = [
            chances["choosing/unsafe/harmfulqa"],
            chances[f"{APART}deeds"],
            np.concatenate([chances[name] for name in apart if "_harm_" in name]),
        ]

    def cost(self, lines):
        over = 0
        for kind, each in self.ordinary.items():
            allowed = self.options.blocked * (INSTRUCTIONS_MORE if kind == INSTRUCTIONS else 1)
            over += max(0, 1000 * stopped(each, lines).mean() - allowed)
        found = np.mean([stopped(each, lines).mean() for each in self.harm])
        return 100 * (self.options.spare * stopped(self.calm, lines).mean() - found) + OVER_COST * over

    def best(self):
        """One kind after the other, until nothing gets better."""
        lines = np.full(len(KINDS), 0.9)
        for _ in range(ROUNDS):
            for at in range(len(KINDS)):
                tried = [np.concatenate([lines[:at], [step], lines[at + 1 :]]) for step in STEPS]
                lines = min(tried, key=self.cost)
        return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measures", type=Path)
    parser.add_argument("scores", type=Path)
    parser.add_argument("temperature", type=float)
    parser.add_argument("--spare", type=float, default=2)
    parser.add_argument("--blocked", type=float, default=1.8)
    options = parser.parse_args()
    sets = json.loads(lzma.decompress(options.measures.read_bytes()))
    logits = {
        name: each[:, 1:].astype(float) for name, each in np.load(options.scores).items() if "/names/" not in name
    }
    chances = {name: 1 / (1 + np.exp(-each / options.temperature)) for name, each in logits.items()}
    lines = Choosing(chances, options).best()
    print({kind: float(line) for kind, line in zip(KINDS, lines, strict=True)})
    for name, each in chances.items():
        if name.startswith(("reporting/ordinary/", "reporting/unsafe/")):
            labels = np.array([row["label"] for row in sets[name]])
            shares = {
                int(label): f"{100 * stopped(each[labels == label], lines).mean():.1f} %" for label in set(labels)
            }
            print("  ", name, len(each), shares)


if __name__ == "__main__":
    main()
