"""Measures the n-gram classifier of a folder, and draws the two lines for each label.

Usage: measure_ngrams.py DATA_FOLDER NGRAMS_FOLDER

Below the line `pass` lie at most 3 % of the unseen attacks (of the unsafe requests); from the line `stop` on, 99.5 % of
what is stopped deserves it, and no look-alike is. Both are drawn on one half of the texts, where 2 % lie below, and
reported on the other.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from ngram_features import Ngrams
from ngram_measures import (
    SEEN_ATTACKS,
    UNSAFE_COMMENTS,
    UNSAFE_REQUESTS,
    UNSEEN_ATTACKS,
    attacks,
    halves,
    ordinary,
    unsafe,
)

MISSED_WHERE_DRAWN, PRECISION_MIN, FALSE_ALARMS = 0.02, 0.995, 0.01
LABELS = ("attack", "unsafe")


def read_ngrams(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    labels = [manifest["labels"][label] for label in LABELS]
    weights = np.fromfile(folder / "weights.bin", dtype=np.int8).reshape(manifest["buckets"], len(LABELS))
    return Ngrams(weights, *(np.array([label[name] for label in labels]) for name in ("scale", "bias"))), manifest


def auroc(marked, others):
    both = np.concatenate([marked, others])
    _, places, counts = np.unique(both, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return (ranks[: len(marked)].sum() - len(marked) * (len(marked) + 1) / 2) / (len(marked) * len(others))


def stop_line(marked, others, lookalikes):
    """The lowest line with the precision wanted and no look-alike at or above it."""
    for line in np.sort(marked):
        stopped, wrong = (marked >= line).sum(), (others >= line).sum()
        if stopped / (stopped + wrong) >= PRECISION_MIN and not (lookalikes >= line).any():
            return line
    raise ValueError("no line is sure enough")


def probability(score):
    return 1 / (1 + np.exp(-score))


def percent(found):
    return f"{100 * np.mean(found):.1f} %"


class Measures:
    def __init__(self, sets, column):
        self.sets = {key: [scores[:, column] for scores in both] for key, both in sets.items()}

    def marked(self, names, half):
        return np.concatenate([self.sets[name, 1][half] for name in names])

    def unmarked(self, names, half):
        return np.concatenate([self.sets[name, 0][half] for name in names if (name, 0) in self.sets])

    def report(self, unseen, others, lookalikes, plain):
        passing = np.quantile(self.marked(unseen, 0), MISSED_WHERE_DRAWN)
        stopping = stop_line(self.marked(unseen, 0), self.unmarked(plain, 0), self.unmarked(lookalikes, 0))
        alarm = np.quantile(self.unmarked(plain, 1), 1 - FALSE_ALARMS)
        print(
            f"  lines: pass {probability(passing):.6f}, stop {probability(stopping):.6f}; 1 % {probability(alarm):.6f}"
        )
        missed = self.marked(unseen, 1) < passing
        print(f"  all unseen ({len(missed)}): below pass {percent(missed)}")
        for name in (*unseen, *others):
            scores = self.sets[name, 1][1]
            print(
                f"  {name} ({len(scores)}): AUROC {auroc(scores, self.unmarked(plain, 1)):.4f}, at 1 % false alarms "
                f"{percent(scores > alarm)}, below pass {percent(scores < passing)}, "
                f"from stop on {percent(scores >= stopping)}"
            )
        for name in (*plain, *lookalikes):
            scores = self.sets[name, 0][1]
            print(
                f"  {name} without ({len(scores)}): below pass {percent(scores < passing)}, above the 1 % line "
                f"{percent(scores > alarm)}, from stop on {percent(scores >= stopping)}"
            )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("ngrams", type=Path)
    options = parser.parse_args()
    ngrams, _ = read_ngrams(options.ngrams)
    groups = [attacks(options.data), unsafe(options.data), ordinary(options.data)]
    sets = {
        key: [np.array([ngrams.score(text) for text in half]) for half in halves(texts)]
        for group in groups
        for key, texts in group.items()
    }
    plain = [name for name, _ in ordinary(options.data)]
    print("attack")
    lookalikes = ("injecguard_valid", "act_as_benign", "deepset", "oasst_benign")
    Measures(sets, 0).report(UNSEEN_ATTACKS, SEEN_ATTACKS, lookalikes, plain)
    print("unsafe")
    Measures(sets, 1).report(UNSAFE_REQUESTS, UNSAFE_COMMENTS, ("identity_madlibs", "jigsaw"), plain)


if __name__ == "__main__":
    main()
