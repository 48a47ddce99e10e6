"""Everyday questions and the passages of handbooks, on the device: as pairs for the reading model, or each alone."""

import numpy as np
import torch

from reader_examples import AFTER_CONTEXT, CLOSE, OPEN, READ
from torch_encoder import read_packed

PAIR_MAX, ALONE_MAX = 288, 256


class AskedTexts:
    """What `gather_asked.py` wrote: runs of tokens by name (passages, titles, questions)."""

    def __init__(self, path, device):
        self.packed, self.device = read_packed(path), device
        names = ("passages", "titles", "questions")
        self.ids = {name: self.place(self.packed[f"{name}.ids"], np.int32) for name in names}
        self.lengths = {name: self.place(self.packed[f"{name}.lengths"]) for name in names}
        self.starts = {name: lengths.cumsum(0) - lengths for name, lengths in self.lengths.items()}

    def place(self, array, kind=np.int64):
        return torch.from_numpy(array.astype(kind)).to(self.device)

    def tokens(self, name, chosen, steps):
        """The tokens of the chosen texts at these steps, and whether they are there."""
        index = (self.starts[name][chosen][:, None] + steps).clamp(0, len(self.ids[name]) - 1)
        return self.ids[name][index].long(), (steps >= 0) & (steps < self.lengths[name][chosen][:, None])

    def put(self, rows, steps, name, chosen, start):
        """The rows with the chosen texts in them from `start` on, and where those end."""
        words, there = self.tokens(name, chosen, steps - start)
        return torch.where(there, words, rows), start + self.lengths[name][chosen][:, None]

    def pairs(self, questions, passages):
        """Rows, how many tokens of each are the question, which are present, and where the passage begins."""
        steps = torch.arange(PAIR_MAX, device=self.device)[None]
        rows = torch.zeros((len(questions), PAIR_MAX), dtype=torch.long, device=self.device)
        rows[:, 0], rows[:, 1] = OPEN, READ
        rows, end = self.put(rows, steps, "questions", questions, 2)
        firsts = end + 1
        rows, context_end = self.put(torch.where(steps == end, CLOSE, rows), steps, "titles", passages, firsts)
        after = context_end + 1
        rows = torch.where(steps == context_end, AFTER_CONTEXT, rows)
        rows, last = self.put(rows, steps, "passages", passages, after)
        last = last.clamp(max=PAIR_MAX - 1)
        rows = torch.where(steps == last, CLOSE, rows)
        size = min(PAIR_MAX, (int(last.max()) + 16) // 16 * 16)
        return rows[:, :size], firsts[:, 0], (steps <= last)[:, :size], after[:, 0]

    def alone(self, name, chosen, prefix=()):
        """Rows of single texts after a prefix, and which tokens are present; a passage has its title before it."""
        steps = torch.arange(ALONE_MAX, device=self.device)[None]
        rows = torch.zeros((len(chosen), ALONE_MAX), dtype=torch.long, device=self.device)
        opening = torch.tensor([OPEN, *prefix], device=self.device)
        start = len(opening)
        rows[:, :start] = opening
        if name == "passages":
            rows, start = self.put(rows, steps, "titles", chosen, start)
        rows, last = self.put(rows, steps, name, chosen, start)
        last = last.clamp(max=ALONE_MAX - 1)
        size = int(last.max()) + 1
        return torch.where(steps == last, CLOSE, rows)[:, :size], (steps <= last)[:, :size]
