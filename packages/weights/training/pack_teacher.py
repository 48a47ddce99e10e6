"""Packs pretrained weights small enough to travel: matrices as 8-bit integers with a scale for each group of columns.

Usage: pack_teacher.py MODEL_FOLDER OUTPUT_XZ
"""

import io
import lzma
import sys
from pathlib import Path

import numpy as np

from encoder_folder import read_weights

GROUP = 64


def pack(weights):
    arrays = {}
    for name, value in weights.items():
        if not (name.startswith("embeddings.") or name.startswith("encoder.")):
            continue  # the pooler is not used
        if value.ndim < 2 or "token_type" in name or value.shape[1] % GROUP:
            arrays[name] = value.astype(np.float16)
            continue
        groups = value.reshape(value.shape[0], -1, GROUP)
        scale = np.maximum(np.abs(groups).max(axis=2), 1e-6).astype(np.float16) / np.float16(127)
        integers = np.rint(groups / np.maximum(scale.astype(np.float32), 1e-8)[:, :, None])
        arrays[name] = np.clip(integers, -127, 127).astype(np.int8).reshape(value.shape)
        arrays[f"{name}#scale"] = scale
    return arrays


def main():
    buffer = io.BytesIO()
    np.savez(buffer, **pack(read_weights(sys.argv[1])))
    Path(sys.argv[2]).write_bytes(lzma.compress(buffer.getvalue(), preset=2))
    print(Path(sys.argv[2]).stat().st_size / 2**20, "MiB")


if __name__ == "__main__":
    main()
