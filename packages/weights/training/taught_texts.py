"""The texts an encoder is taught on, and the batches drawn from them.

Passages of handbooks with the questions asked about them; pieces of other documents, single sentences of them, and
other questions. Every second sentence is taught as a question as well. The handbooks kept apart are for measuring.
"""

import numpy as np

from text_runs import Runs

SENTENCE_ENDS = (1012, 1029, 999)  # . ? !
QUESTION_TOKENS_MAX = 46
PIECES_MAX = 90_000
HELD_EVERY = 8  # of the questions about the handbooks kept apart, one in so many is enough


def split_runs(packed, name):
    return np.split(packed[f"{name}_ids"], np.cumsum(packed[f"{name}_lengths"], dtype=np.int64)[:-1])


def pieces_of(documents, chance, shortest=40, longest=250):
    """The documents cut into pieces of any length between the two, in any order."""
    pieces = []
    for document in documents:
        start = 0
        while start < len(document):
            size = int(chance.integers(shortest, longest))
            pieces.append(document[start : start + size])
            start += size
    pieces = [piece for piece in pieces if len(piece) >= 6]
    chance.shuffle(pieces)
    return pieces[:PIECES_MAX]


def sentences_of(documents, chance, longest=48):
    """One sentence of each document that has two ends of one."""
    sentences = []
    for document in documents:
        ends = np.flatnonzero(np.isin(document, SENTENCE_ENDS)) + 1
        if len(ends) > 1:
            chosen = int(chance.integers(0, len(ends) - 1))
            sentences.append(document[ends[chosen] : ends[chosen + 1]][:longest])
    return [sentence for sentence in sentences if len(sentence) >= 5]


def handbooks(asked, held, most):
    """Passages, questions, and the passage each is about: of the handbooks kept apart, or of all others."""
    chosen = asked["held"] == held
    chosen &= np.cumsum(chosen) <= (most or len(chosen))
    passages = [run for run, is_chosen in zip(split_runs(asked, "documents"), chosen, strict=True) if is_chosen]
    about = asked["about"]
    questions = [run for run, passage in zip(split_runs(asked, "questions"), about, strict=True) if chosen[passage]]
    return passages, questions, (np.cumsum(chosen) - 1)[about[chosen[about]]]


class TaughtTexts:
    def __init__(self, texts, asked, device, most=None, seed=7):
        """`most`: how many of each kind, where the recipe is only tried out."""
        self.chance = chance = np.random.default_rng(seed)
        documents = split_runs(texts, "documents")
        pieces, sentences = pieces_of(documents, chance)[:most], sentences_of(documents, chance)[:most]
        others = [run for run in split_runs(texts, "questions") if len(run) >= 2][:most]
        passages, questions, about = handbooks(asked, False, most)
        self.passages = Runs([*passages, *pieces, *sentences], device)
        every = [run[:QUESTION_TOKENS_MAX] for run in (*questions, *others)]
        self.questions = Runs([*every, *sentences[::2]], device, asked=True)
        self.paired = self.questions.places[: len(about)]
        self.about = np.full(len(self.questions), -1)
        self.about[self.paired] = self.passages.places[about]
        passages, questions, _ = handbooks(asked, True, most)
        self.held_passages = Runs(passages, device)
        self.held_questions = Runs(questions[::HELD_EVERY], device, asked=True)

    def of_one_length(self, count):
        """Passages of about one length, whatever it is: a sixteenth of those that are sorted by it."""
        total = len(self.passages)
        width = max(min(total, 64), total // 16)
        return int(self.chance.random() * max(1, total - width)) + self.chance.integers(0, width, count)

    def batch(self, scale):
        """Texts and places in them: questions, the passages that half of them are about, and any passages.

        Each group is of about one length, so that little of it is padding.
        """
        paired = self.chance.choice(self.paired, int(256 * scale))
        alone = self.chance.integers(0, len(self.questions), int(256 * scale))
        shorter, longer = np.array_split(np.sort(self.about[paired]), 2)
        passages = (shorter, longer, self.of_one_length(int(192 * scale)), self.of_one_length(int(192 * scale)))
        return [(self.questions, np.concatenate([paired, alone])), *((self.passages, places) for places in passages)]
