"""Packs what the screening model may start from, small enough to travel.

Usage: pack_start.py STUDENT_NPZ|RUN_NPZ|MODEL_FOLDER OUTPUT_XZ [LAYERS]

A student of distil.py, a run of train_reader.py, or a folder with pretrained weights; LAYERS (0,2,4,…): only those.
"""

import io
import lzma
import re
import sys
from pathlib import Path

import numpy as np

from encoder_folder import as_bert, read_student, read_weights
from pack_teacher import pack
from reader_graph import read_trained


def read_any(path):
    if Path(path).is_dir():
        return read_weights(path)
    with np.load(path) as packed:
        is_run = any(name.startswith("encoder.") for name in packed.files)
    if not is_run:
        return read_student(path)[0]
    prefix = "encoder."
    trained = read_trained(path)
    return as_bert({name.removeprefix(prefix): value for name, value in trained.items() if name.startswith(prefix)})[0]


def keep_layers(weights, layers):
    kept = {}
    for name, value in weights.items():
        layer = re.match(r"encoder\.layer\.(\d+)\.", name)
        if layer is None:
            kept[name] = value
        elif int(layer[1]) in layers:
            kept[name.replace(layer[0], f"encoder.layer.{layers.index(int(layer[1]))}.")] = value
    return kept


def main():
    weights = read_any(sys.argv[1])
    if len(sys.argv) > 3:
        weights = keep_layers(weights, [int(each) for each in sys.argv[3].split(",")])
    buffer = io.BytesIO()
    np.savez(buffer, **pack(weights))
    Path(sys.argv[2]).write_bytes(lzma.compress(buffer.getvalue(), preset=2))
    print(sys.argv[2], round(Path(sys.argv[2]).stat().st_size / 2**20, 1), "MiB")


if __name__ == "__main__":
    main()
