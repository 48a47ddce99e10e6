"""Packs pretrained weights small enough to travel: matrices as 8-bit integers with a scale for each group of columns.

Usage: pack_teacher.py MODEL_FOLDER OUTPUT [LAYERS [STEPS]]

OUTPUT is under xz, or, where its name ends in .zz, under zlib with codes of single bytes alone.

LAYERS: those that are wanted (0,2,4), else all. STEPS: how many to either side of zero, 127 if not given.
"""

import io
import lzma
import sys
import zlib
from pathlib import Path

import numpy as np

from encoder_folder import read_weights

GROUP = 64


def pack(weights, layers=None, steps=127):
    arrays = {}
    for name, value in weights.items():
        if not (name.startswith("embeddings.") or name.startswith("encoder.")):
            continue  # the pooler is not used
        if layers is not None and name.startswith("encoder.layer.") and int(name.split(".")[2]) not in layers:
            continue
        if value.ndim < 2 or "token_type" in name or value.shape[1] % GROUP:
            arrays[name] = value.astype(np.float16)
            continue
        groups = value.reshape(value.shape[0], -1, GROUP)
        scale = np.maximum(np.abs(groups).max(axis=2), 1e-6).astype(np.float16) / np.float16(steps)
        integers = np.rint(groups / np.maximum(scale.astype(np.float32), 1e-8)[:, :, None])
        arrays[name] = np.clip(integers, -steps, steps).astype(np.int8).reshape(value.shape)
        arrays[f"{name}#scale"] = scale
    return arrays


def single_codes(content):
    """Integers of few steps have nothing that repeats: codes of single bytes are shorter than any search, and quick."""
    packer = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
    return packer.compress(content) + packer.flush()


def main():
    layers = [int(each) for each in sys.argv[3].split(",")] if len(sys.argv) > 3 else None
    buffer, steps = io.BytesIO(), int(sys.argv[4]) if len(sys.argv) > 4 else 127
    np.savez(buffer, **pack(read_weights(sys.argv[1]), layers, steps))
    output = Path(sys.argv[2])
    output.write_bytes(
        single_codes(buffer.getvalue()) if output.suffix == ".zz" else lzma.compress(buffer.getvalue(), preset=2)
    )
    print(Path(sys.argv[2]).stat().st_size / 2**20, "MiB")


if __name__ == "__main__":
    main()
