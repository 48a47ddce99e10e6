"""Mixes the weights of two trained reading models: of one, and of the one that it was trained further from.

Usage: mix_trained.py TRAINED_NPZ BEFORE_NPZ SHARE OUTPUT_NPZ

What was learnt last is strongest on what it was learnt from; between the two lies a model that is better than either on
corpora that neither was trained on. SHARE is that of the first.
"""

import sys

import numpy as np

from mpnet_graph import read_trained


def main():
    trained, before, share = read_trained(sys.argv[1]), read_trained(sys.argv[2]), float(sys.argv[3])
    mixed = {name: share * value + (1 - share) * before[name] for name, value in trained.items()}
    np.savez(sys.argv[4], **{name: value.astype(np.float16) for name, value in mixed.items()})


if __name__ == "__main__":
    main()
