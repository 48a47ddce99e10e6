"""Packs the trained half for the way back: the layers as half-precision, the table of words as 8-bit rows, as it ships."""
import sys
import numpy as np, torch
from bert_graph import quantise_rows
state = torch.load(sys.argv[1], map_location="cpu")
arrays = {name: value.numpy() for name, value in state.items()}
arrays["words.weight"], arrays["words.scale"] = quantise_rows(arrays["words.weight"].astype(np.float32))
np.savez(sys.argv[2], **arrays)
