"""Makes the n-gram classifier that ships, from the written texts and the gathered sets to its folder, in minutes.

Usage: make-ngrams.py DATA_FOLDER NGRAMS_FOLDER

`measure_ngrams.py` says how good it is, and where the lines belong.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from encoder_folder import describe_file
from fit_ngrams import Windows, fit_label, quantise
from ngram_examples import gather
from ngram_features import BUCKETS
from ngram_fixtures import fixtures

# How features are made; the server runs no other.
RULES = 1
PENALTY = 2e-6
# Drawn by `measure_ngrams.py` on one half of the texts that it measures by, and rounded towards what is safe.
LINES = {"attack": {"pass": 0.025, "stop": 0.985}, "unsafe": {"pass": 0.0125, "stop": 0.99}}


def known(values):
    return np.array([-1 if value is None else value for value in values])


def write_folder(folder, ngrams):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "weights.bin").write_bytes(ngrams.weights.astype(np.int8).tobytes())
    (folder / "fixtures.json").write_text(json.dumps({"fixtures": fixtures(ngrams)}, indent=2) + "\n")
    labels = {
        label: {"scale": float(ngrams.scales[at]), "bias": float(ngrams.biases[at]), **lines}
        for at, (label, lines) in enumerate(LINES.items())
    }
    described = {"name": "avow-ngrams", "kind": "ngrams", "rules": RULES, "buckets": BUCKETS, "labels": labels}
    described["files"] = {file: describe_file(folder / file) for file in ("weights.bin", "fixtures.json")}
    (folder / "manifest.json").write_text(json.dumps(described, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("ngrams", type=Path)
    options = parser.parse_args()
    texts, *labels, times = zip(*gather(options.data), strict=True)
    windows = Windows(texts)
    print(f"{len(texts)} texts, {windows.rows.shape[0]} windows, {windows.rows.nnz} features", flush=True)
    fitted = [fit_label(windows, known(values), np.array(times, dtype=float), PENALTY) for values in labels]
    write_folder(options.ngrams, quantise(fitted))


if __name__ == "__main__":
    main()
