"""Texts as runs of tokens on the device, and the rows that encoders take."""

import numpy as np
import torch

# "Represent this sentence for searching relevant passages: ", and the tokens that open and close a text.
PREFIX = [5050, 2023, 6251, 2005, 6575, 7882, 13768, 1024]
OPEN, CLOSE = 101, 102
BATCH = 512


class Runs:
    """Texts sorted by length: `places` says where each of those given has gone, `asked` that they are questions."""

    def __init__(self, runs, device, asked=False):
        self.device, self.asked, self.targets = device, asked, None
        lengths = np.array([len(run) for run in runs])
        order = np.argsort(lengths, kind="stable")
        self.places = np.empty_like(order)
        self.places[order] = np.arange(len(order))
        # Kept on the host too, so that the size of a batch is known without waiting for the device.
        self.lengths = lengths[order]
        self.counts = self.send(self.lengths)
        self.starts = self.counts.cumsum(0) - self.counts
        self.ids = self.send(np.concatenate([runs[at] for at in order]).astype(np.int32))
        self.opened = {False: self.send(np.array([OPEN])), True: self.send(np.array([OPEN, *PREFIX]))}

    def __len__(self):
        return len(self.lengths)

    def send(self, array):
        """To the device, which goes on with its work meanwhile: it does so only where memory is pinned."""
        held = torch.from_numpy(array)
        return held.pin_memory().to(self.device, non_blocking=True) if self.device == "cuda" else held

    def rows(self, places, prefixed):
        """Token ids with their mask, opened and closed, padded to a multiple of eight, which products like best."""
        opened, at = self.opened[prefixed], self.send(places)
        size = -(-(int(self.lengths[places].max()) + len(opened) + 1) // 8) * 8
        steps = torch.arange(size, device=self.device)[None]
        ends = self.counts[at][:, None] + len(opened)
        index = (self.starts[at][:, None] + steps - len(opened)).clamp(0, len(self.ids) - 1)
        rows = torch.where(steps < ends, self.ids[index].long(), 0)
        rows[:, : len(opened)] = opened
        return torch.where(steps == ends, CLOSE, rows), steps <= ends

    def wanted(self, places):
        return self.targets[self.send(places)].float()

    @torch.no_grad()
    def vectors(self, encoder, prefixed):
        """The encoder's vector of every text, in their order here."""
        parts = [np.arange(start, min(start + BATCH, len(self))) for start in range(0, len(self), BATCH)]
        with torch.autocast(self.device, dtype=torch.float16, enabled=self.device == "cuda"):
            return torch.cat([encoder(*self.rows(part, prefixed)).half() for part in parts])
