"""Writes the mean of several runs of train_screener.py from the same beginning as one run.

Usage: mean_runs.py OUTPUT_NPZ RUN_NPZ …
"""

import sys

import numpy as np

from bert_graph import quantise_rows
from screener_graph import mean_of


def main():
    paths = sys.argv[2:]
    mean = mean_of(paths, [1 / len(paths)] * len(paths))
    arrays = {name: value.astype(np.float16) for name, value in mean.items()}
    arrays["encoder.words.weight"], arrays["encoder.words.scale"] = quantise_rows(mean["encoder.words.weight"])
    np.savez(sys.argv[1], **arrays)


if __name__ == "__main__":
    main()
