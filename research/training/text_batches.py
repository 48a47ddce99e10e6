"""Batches of token ids for distilling: questions, the passages they are about, single sentences and long passages."""

import numpy as np
import torch

from torch_encoder import read_packed

# "Represent this sentence for searching relevant passages: ", and the tokens that open and close a text.
PREFIX = [5050, 2023, 6251, 2005, 6575, 7882, 13768, 1024]
OPEN, CLOSE = 101, 102
SENTENCE_ENDS = (1012, 1029, 999)  # . ? !


class Texts:
    """Token runs on the device, and the batches drawn from them."""

    def __init__(self, path, device):
        packed = read_packed(path)
        self.device = device

        def place(array, kind=np.int64):
            return torch.from_numpy(array.astype(kind)).to(device)

        self.ids, self.lengths = place(packed["documents_ids"], np.int32), place(packed["documents_lengths"])
        self.asked, self.asked_lengths = place(packed["questions_ids"], np.int32), place(packed["questions_lengths"])
        self.about = place(packed["about"])
        self.starts = self.lengths.cumsum(0) - self.lengths
        self.asked_starts = self.asked_lengths.cumsum(0) - self.asked_lengths
        ends = sum((self.ids == end) for end in SENTENCE_ENDS).nonzero()[:, 0] + 1
        self.sentences = torch.cat([self.starts, ends[ends < len(self.ids)]]).unique()
        # One document in fifty, and the questions about it, are kept apart for measuring.
        held = torch.arange(len(self.lengths), device=device) % 50 == 0
        asked_held = (self.about >= 0) & held[self.about.clamp(min=0)]
        usable = self.lengths >= 6
        self.chance = self.lengths.clamp(max=800).float().pow(0.7) * usable * ~held
        self.held = (held & (self.lengths >= 60)).nonzero()[:, 0]
        self.held_questions = asked_held.nonzero()[:, 0]
        self.questions = (~asked_held).nonzero()[:, 0]
        self.paired = ((self.about >= 0) & ~asked_held).nonzero()[:, 0]

    def run(self, ids, starts, lengths, size, prefixed=False):
        """Token ids padded to `size` with their mask, opened and closed, with the question prefix where asked for."""
        head = torch.tensor([OPEN, *(PREFIX if prefixed else [])], device=self.device)
        lengths = lengths.clamp(max=size - len(head) - 1)
        steps = torch.arange(size, device=self.device)[None]
        index = (starts[:, None] + steps - len(head)).clamp(0, len(ids) - 1)
        total = lengths[:, None] + len(head)
        rows = torch.where(steps < total, ids[index].long(), 0)
        rows[:, : len(head)] = head
        rows = torch.where(steps == total, CLOSE, rows)
        return rows, steps <= total

    def crops(self, documents, shortest, longest):
        """A stretch of each document from the start of a sentence on."""
        uniform = torch.rand(len(documents), device=self.device)
        anywhere = self.starts[documents] + (uniform * self.lengths[documents]).long()
        starts = self.sentences[torch.searchsorted(self.sentences, anywhere, right=True) - 1]
        wanted = torch.randint(shortest, longest + 1, (len(documents),), device=self.device)
        # A stretch near the end would be too short: it moves back, to a place within a sentence.
        ends = self.starts[documents] + self.lengths[documents]
        starts = torch.maximum(torch.minimum(starts, ends - wanted), self.starts[documents])
        return starts, torch.minimum(wanted, ends - starts)

    def draw(self, count):
        return torch.multinomial(self.chance, count, replacement=True)

    def pick(self, population, count):
        return population[torch.randint(0, len(population), (count,), device=self.device)]

    def batch(self, scale):
        """Groups of one length each, so that little is padding; the questions' own passages are among them."""
        paired, alone = self.pick(self.paired, int(192 * scale)), self.pick(self.questions, int(64 * scale))
        about, long = self.about[paired], self.draw(int(128 * scale))
        wanted = torch.cat([about, self.draw(int(64 * scale))])
        asked = torch.cat([paired, alone])
        invented = self.crops(torch.cat([long, self.draw(int(64 * scale))]), 5, 28)
        return [
            self.run(self.asked, self.asked_starts[asked], self.asked_lengths[asked], 48, prefixed=True),
            self.run(self.ids, *invented, 40, prefixed=True),
            self.run(self.ids, *self.crops(self.draw(int(256 * scale)), 6, 46), 48),
            self.run(self.ids, *self.crops(wanted, 60, 126), 128),
            self.run(self.ids, *self.crops(long, 128, 254), 256),
        ]

    def held_out(self, scale):
        documents, questions = self.held[: int(1500 * scale)], self.held_questions[: int(600 * scale)]
        lengths = self.lengths[documents].clamp(max=158)
        return (
            self.run(self.asked, self.asked_starts[questions], self.asked_lengths[questions], 48, prefixed=True),
            self.run(self.ids, self.starts[documents], lengths, 160),
        )
