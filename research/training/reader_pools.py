"""Batches for the reading model: examples of each task, and everyday questions with the passages near them."""

from typing import NamedTuple

import numpy as np
import torch

from asked_texts import AskedTexts
from reader_examples import TOKENS_MAX

# Of the labels: start, end, relevance, judge. -1 is not known; of a start or end, -2 is somewhere and 0 nowhere.
LABELS = 4
# How many of all passages may be nearer to a question than its own, for the pair to be trusted; for its span, too.
TRUSTED_RANK, SURE_RANK = 10, 3
# What is nearer by so much may answer as well: it is taken for a wrong answer only where nothing else is left.
RISKY_LEAD = 0.02
NEAR_SHARPNESS, OWN_NEARNESS, FAR_NEARNESS = 20, 1.5, -12.0
COMPARED = 12


class Batch(NamedTuple):
    rows: torch.Tensor
    # How many tokens of each row are the first text.
    firsts: torch.Tensor
    present: torch.Tensor
    labels: torch.Tensor
    # How near the pretrained model holds the passages of each group to its question, as logits.
    near: torch.Tensor | None = None


class ExamplePool:
    """Examples of one pool on the device, in the order of their lengths; `group`: how many belong together."""

    def __init__(self, packed, name, tokens, device, group=1):
        self.device, self.tokens, self.group = device, tokens, group
        lengths = packed[f"{name}.lengths"].astype(np.int64)
        longest = lengths.reshape(-1, group).max(1)
        order = np.argsort(longest, kind="stable")

        def place(array, kind=np.int64):
            return torch.from_numpy(array.astype(kind)).to(device)

        self.order, self.longest = place(order), longest[order]
        self.lengths, self.starts = place(lengths), place(np.cumsum(lengths) - lengths)
        self.ids = place(packed[f"{name}.ids"], np.int32)
        self.firsts, self.labels = place(packed[f"{name}.firsts"]), place(packed[f"{name}.labels"])

    def batch(self, quantile):
        """Examples near one length, as many as make up the tokens of a step."""
        count = len(self.longest)
        width = max(512, count // 10)
        low = int(quantile * max(1, count - width))
        high = min(count, low + width)
        size = min(TOKENS_MAX, (int(self.longest[high - 1]) + 15) // 16 * 16)
        wanted = max(8, self.tokens // size // self.group)
        picked = self.order[torch.randint(low, high, (wanted,), device=self.device)]
        if self.group > 1:
            picked = (picked[:, None] * self.group + torch.arange(self.group, device=self.device)).reshape(-1)
        steps = torch.arange(size, device=self.device)[None]
        present = steps < self.lengths[picked][:, None]
        index = (self.starts[picked][:, None] + steps).clamp(max=len(self.ids) - 1)
        rows = torch.where(present, self.ids[index].long(), 0)
        return Batch(rows, self.firsts[picked], present, self.labels[picked])


class AskedPool:
    """
    Everyday questions, each with its own passage, near ones and one from anywhere. Those that share few words with
    their passage count more.
    """

    def __init__(self, asked, mined, tokens, device, group=8):
        self.tokens, self.group, self.device = tokens, group, device
        self.texts, found = AskedTexts(asked, device), np.load(mined)
        place, packed = self.texts.place, self.texts.packed
        self.own, self.spans, self.held = place(packed["own"]), place(packed["spans"]), place(packed["held"]).bool()
        self.near, self.rank, self.lead = place(found["near"]), place(found["rank"]), place(found["lead"], np.float32)
        self.pages = place(packed["pages"])
        self.written, self.overlap = place(packed["written"]), place(found["overlap"], np.float32)
        trusted, held = (self.rank < TRUSTED_RANK) & (self.written == 0), self.held[self.own]
        self.choose(trusted & ~held)
        self.compared = (trusted & held).nonzero()[:, 0]

    def choose(self, wanted):
        chosen = wanted.nonzero()[:, 0]
        self.chosen = chosen[self.texts.lengths["passages"][self.own[chosen]].argsort()]
        self.weight = (1.15 - self.overlap[self.chosen]).clamp(min=0.1)

    def draw(self, quantile):
        """Questions whose passages are about of one length."""
        count, total = max(4, self.tokens // (64 + int(quantile * 180)) // self.group), len(self.chosen)
        width = min(total, max(512, total // 8))
        low = int(quantile * max(1, total - width))
        return self.chosen[low + torch.multinomial(self.weight[low : low + width], count, replacement=True)]

    def batch(self, quantile):
        return self.teaching(quantile)[0]

    def teaching(self, quantile):
        """A batch, its questions, and the passages of each."""
        questions = self.draw(quantile)
        lead = self.lead[questions]
        chance = torch.rand(lead.shape, device=self.device) + 10 * (lead > RISKY_LEAD)
        order = chance.argsort(1)[:, : self.group - 2]
        anywhere = torch.randint(0, len(self.held), (len(questions), 1), device=self.device)
        passages = torch.cat([self.own[questions, None], self.near[questions].gather(1, order), anywhere], 1)
        rows, firsts, present, after = self.texts.pairs(questions.repeat_interleave(self.group), passages.reshape(-1))
        labels = self.labels(questions, passages, after.view(-1, self.group)[:, 0], rows.shape[1])
        near = NEAR_SHARPNESS * lead.gather(1, order)
        own, far = (torch.full_like(near[:, :1], each) for each in (OWN_NEARNESS, FAR_NEARNESS))
        batch = Batch(rows, firsts, present, labels.view(-1, LABELS), torch.cat([own, near, far], 1))
        return batch, questions, passages

    def labels(self, questions, _passages, shift, size):
        """The first of each group answers, and the last says nothing; of the others only their relevance is known."""
        labels = torch.full((len(questions), self.group, LABELS), -1, device=self.device)
        labels[:, :, 2] = 0
        labels[:, 0, 2] = 1
        labels[:, -1, :2] = 0
        spans, is_sure = self.spans[questions], self.rank[questions] < SURE_RANK
        is_known = (spans[:, 0] >= 0) & (spans[:, 1] + shift < size - 1)
        for side in range(2):
            found = torch.where(is_known, spans[:, side] + shift, -2)
            labels[:, 0, side] = torch.where(is_sure, found, -1)
        return labels

    @torch.no_grad()
    def share_first(self, model, count=1500):
        """How often the own passage is first among twelve, for questions on handbooks that are kept apart."""
        places = torch.linspace(0, len(self.compared) - 1, min(count, len(self.compared)), device=self.device)
        first = []
        for chosen in self.compared[places.long()].split(64):
            passages = torch.cat([self.own[chosen, None], self.near[chosen, : COMPARED - 1]], 1)
            rows, firsts, present, _ = self.texts.pairs(chosen.repeat_interleave(COMPARED), passages.reshape(-1))
            with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
                scores = model(rows, firsts, present)["relevance"].view(-1, COMPARED)
            first.append((scores[:, 1:] <= scores[:, :1]).all(1))
        return torch.cat(first).float().mean().item()


class WrittenPool(AskedPool):
    """
    Questions in people's own words that were written here: each is answered by its passage, at a known place, or sounds
    as if it were. How near the pretrained model holds them says little.
    """

    def __init__(self, asked, tokens):
        self.__dict__ |= asked.__dict__
        self.tokens = tokens
        self.choose(self.written > 0)

    def batch(self, quantile):
        return super().batch(quantile)._replace(near=None)

    def labels(self, questions, passages, shift, size):
        labels = super().labels(questions, passages, shift, size)
        # What is near on another page does not answer; the rest of the same page may.
        is_elsewhere = self.pages[passages[:, 1:]] != self.pages[passages[:, :1]]
        labels[:, 1:, :2] = torch.where(is_elsewhere, 0, -1)[:, :, None]
        spans, answers = self.spans[questions] + shift[:, None], self.written[questions] == 1
        is_known = (self.spans[questions, 0] >= 0) & (spans[:, 1] < size - 1)
        for side in range(2):
            # Where the answer was cut off nothing is known.
            found = torch.where(is_known, spans[:, side], -1)
            labels[:, 0, side] = torch.where(answers, found, 0)
        labels[:, 0, 2] = answers.long()
        return labels
