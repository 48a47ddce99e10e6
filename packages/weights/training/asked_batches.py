"""Batches of questions in everyday words, each with its own passage, some that lie near it and one that does not."""

import numpy as np
import torch

from reader_examples import AFTER_CONTEXT, CLOSE, JUDGE, OPEN, READ
from torch_encoder import read_packed

GROUP = 6
TOKENS_MAX = 288
YES, NO, STOP = 2748, 2053, 1012
# Within so many of all passages by the encoder, a written question's own passage is held to answer it, and to hold it.
ANSWERS_WITHIN, SURELY_WITHIN, USED_WITHIN = 10, 3, 30
UNKNOWN, SOMEWHERE, NOTHING = -1, -2, 0


class Asked:
    def __init__(self, asked, mined, device):
        packed, found = read_packed(asked), np.load(mined)
        self.device = device

        def place(array, kind=np.int64):
            return torch.from_numpy(array.astype(kind)).to(device)

        self.flat = {name: place(packed[f"{name}.ids"], np.int32) for name in ("passages", "titles", "questions")}
        self.lengths = {name: place(packed[f"{name}.lengths"]) for name in self.flat}
        self.starts = {name: lengths.cumsum(0) - lengths for name, lengths in self.lengths.items()}
        self.own, self.spans, self.near = place(packed["own"]), place(packed["spans"]), place(found["near"])
        self.rank, self.yes_no = place(found["rank"]), place(packed["yes_no"]).bool()
        self.held = place(packed["held"]).bool()[self.own]

    def choose(self, wanted):
        """The questions of a mask, those with short passages first."""
        chosen = (wanted & ~self.held).nonzero()[:, 0]
        return chosen[self.lengths["passages"][self.own[chosen]].argsort()]

    def text(self, name, at, steps):
        """The token of text `at` at each step, and whether it has one."""
        index = (self.starts[name][at][:, None] + steps).clamp(0, len(self.flat[name]) - 1)
        return self.flat[name][index].long(), (steps >= 0) & (steps < self.lengths[name][at][:, None])

    def rows(self, questions, passages, task, said=None):
        """Sequences of question and passage; `said`: a token that answers each question, to be judged."""
        steps = torch.arange(TOKENS_MAX, device=self.device)[None]
        asked = self.lengths["questions"][questions][:, None]
        title = self.lengths["titles"][passages][:, None] if task == READ else torch.zeros_like(asked)
        rows = torch.full((len(questions), TOKENS_MAX), 0, device=self.device)
        rows[:, 0], rows[:, 1] = OPEN, task
        words, there = self.text("questions", questions, steps - 2)
        rows = torch.where(there, words, rows)
        end = asked + 2
        if said is not None:
            rows = torch.where(steps == end, said[:, None], torch.where(steps == end + 1, STOP, rows))
            end = end + 2
        rows = torch.where(steps == end, CLOSE, rows)
        firsts = end + 1
        after = firsts
        if task == READ:
            words, there = self.text("titles", passages, steps - firsts)
            rows = torch.where(there, words, rows)
            rows = torch.where(steps == firsts + title, AFTER_CONTEXT, rows)
            after = firsts + title + 1
        words, there = self.text("passages", passages, steps - after)
        rows = torch.where(there, words, rows)
        last = (after + self.lengths["passages"][passages][:, None]).clamp(max=TOKENS_MAX - 1)
        rows = torch.where(steps == last, CLOSE, rows)
        size = min(TOKENS_MAX, (int(last.max()) + 16) // 16 * 16)
        return rows[:, :size], firsts[:, 0], (steps <= last)[:, :size], after[:, 0]

    def near_quantile(self, chosen, quantile, count):
        width = max(512, len(chosen) // 8)
        low = int(quantile * max(1, len(chosen) - width))
        return chosen[torch.randint(low, min(len(chosen), low + width), (count,), device=self.device)]

    def ranked(self, questions):
        """(rows, firsts, present, labels) of a group for each question."""
        count = len(questions)
        drawn = torch.rand(count, 16, device=self.device).argsort(1)[:, : GROUP - 2]
        anywhere = torch.randint(0, len(self.held), (count, 1), device=self.device)
        passages = torch.cat(
            [self.own[questions, None], self.near[questions].gather(1, drawn), self.own[anywhere]], dim=1
        )
        rows, firsts, present, after = self.rows(questions.repeat_interleave(GROUP), passages.reshape(-1), READ)
        labels = torch.full((count, GROUP, 4), UNKNOWN, device=self.device)
        labels[:, :, 2] = 0
        labels[:, 0, 2] = 1
        labels[:, -1, :2] = NOTHING
        spans, shift = self.spans[questions], after.view(count, GROUP)[:, 0]
        known = (spans[:, 0] >= 0) & (spans[:, 1] + shift < rows.shape[1] - 1)
        sure = self.rank[questions] < SURELY_WITHIN
        for side in range(2):
            labels[:, 0, side] = torch.where(
                known & sure, spans[:, side] + shift, torch.where(sure, SOMEWHERE, UNKNOWN)
            )
        return rows, firsts, present, labels.view(-1, 4)

    def claims(self, questions):
        """Each question of yes or no with one of the two, to be judged by its passage or one that lies near it."""
        count = len(questions)
        chance = torch.rand(count, device=self.device)
        passages = torch.where(chance < 0.85, self.own[questions], self.near[questions, 0])
        said = torch.where(torch.rand(count, device=self.device) < 0.5, YES, NO)
        rows, firsts, present, _ = self.rows(questions, passages, JUDGE, said)
        return rows, firsts, present, torch.full((count, 4), UNKNOWN, device=self.device)


class AskedPool:
    """Draws groups: for a teacher of pairs that are to be trusted, for its student of all that it can label."""

    def __init__(self, asked, tokens, within):
        self.asked, self.tokens, self.chosen = asked, tokens, asked.choose(asked.rank < within)

    def batch(self, quantile):
        size = 64 + int(quantile * 180)
        count = max(4, self.tokens // size // GROUP)
        return self.asked.ranked(self.asked.near_quantile(self.chosen, quantile, count))


class ClaimPool:
    def __init__(self, asked, tokens):
        self.asked, self.tokens, self.chosen = asked, tokens, asked.choose(asked.yes_no & (asked.rank < USED_WITHIN))

    def batch(self, quantile):
        count = max(8, self.tokens // (48 + int(quantile * 180)))
        return self.asked.claims(self.asked.near_quantile(self.chosen, quantile, count))


@torch.no_grad()
def check_asked(model, asked, device, count=1500, others=11):
    """On handbooks kept apart: how high the right passage of a question is ranked among those near it."""
    questions = ((asked.rank < ANSWERS_WITHIN) & asked.held).nonzero()[:, 0]
    questions = questions[torch.linspace(0, len(questions) - 1, min(count, len(questions)), device=device).long()]
    reciprocal, first = [], []
    for chosen in questions.split(64):
        passages = torch.cat([asked.own[chosen, None], asked.near[chosen, :others]], dim=1)
        rows, firsts, present, _ = asked.rows(chosen.repeat_interleave(others + 1), passages.reshape(-1), READ)
        with torch.autocast(device, dtype=torch.bfloat16):
            scores = model(rows, firsts, present)["relevance"].view(len(chosen), -1)
        place = (scores[:, 1:] > scores[:, :1]).sum(1)
        reciprocal.append(1 / (1 + place.float()))
        first.append((place == 0).float())
    return f"asked: {len(questions)} questions, first {torch.cat(first).mean():.3f}, MRR {torch.cat(reciprocal).mean():.3f}"
