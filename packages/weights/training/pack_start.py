"""Packs what the screening model may start from, small enough to travel.

Usage: pack_start.py STUDENT_NPZ|MODEL_FOLDER OUTPUT_XZ [LAYERS]

A student of distil.py, or a folder with pretrained weights; LAYERS (0,2,4,…): only those.
"""

import io
import lzma
import re
import sys
from pathlib import Path

import numpy as np

from encoder_folder import read_student, read_weights
from pack_teacher import pack


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
    weights = read_weights(sys.argv[1]) if Path(sys.argv[1]).is_dir() else read_student(sys.argv[1])[0]
    if len(sys.argv) > 3:
        weights = keep_layers(weights, [int(each) for each in sys.argv[3].split(",")])
    buffer = io.BytesIO()
    np.savez(buffer, **pack(weights))
    Path(sys.argv[2]).write_bytes(lzma.compress(buffer.getvalue(), preset=2))
    print(sys.argv[2], round(Path(sys.argv[2]).stat().st_size / 2**20, 1), "MiB")


if __name__ == "__main__":
    main()
