"""One example for the reading model: a sequence of tokens, and what is known of it. What is not known is -1."""

import io
import lzma
import re
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

OPEN, CLOSE = 101, 102
READ, JUDGE, AFTER_CONTEXT = 2, 3, 5  # [unused1], [unused2], [unused4]
TOKENS_MAX, QUESTION_MAX, CONTEXT_MAX, CLAIM_MAX = 384, 64, 48, 128
RANKED_MAX = 300
SUPPORTED, CONTRADICTED, NEITHER, NOT_SUPPORTED = 0, 1, 2, 3
SENTENCE = re.compile(r"[^.!?]*[.!?]+(?:[\"”')\]]+)?(?:\s+|$)|[^.!?]+$")


def sentences(text):
    """(start, end) of each, white space after it included."""
    return [match.span() for match in SENTENCE.finditer(text) if match.group().strip()]


class Examples:
    """Gathers examples by pool: what is drawn from together in training."""

    FIELDS = ("start", "end", "relevance", "judge")

    def __init__(self, tokenizer_path, chance):
        self.tokenizer = Tokenizer.from_file(str(tokenizer_path))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.chance, self.pools, self.known = chance, {}, {}

    def tokens(self, text):
        found = self.known.get(text)
        if found is None:
            encoding = self.tokenizer.encode(text, add_special_tokens=False)
            found = self.known[text] = (np.array(encoding.ids, np.int32), encoding.offsets)
        return found

    def ids(self, text):
        return self.tokens(text)[0]

    def add(self, pool, ids, first_length, **known):
        unknown = set(known) - set(self.FIELDS)
        if unknown:
            raise ValueError(f"unknown fields {unknown}")
        labels = [known.get(field, -1) for field in self.FIELDS]
        self.pools.setdefault(pool, []).append((np.array(ids, np.uint16), first_length, labels))

    def pair(self, marker, first, second):
        """The ids of a pair, and how many of them are the first text with its marks."""
        opening = [OPEN, marker, *first, CLOSE]
        return [*opening, *second, CLOSE], len(opening)

    def window(self, length, room, wanted=None):
        """Where to cut a text that is too long: somewhere, but around the wanted tokens where there are any."""
        if length <= room:
            return 0, length
        low, high = 0, length - room
        if wanted is not None:
            low, high = max(0, wanted[1] - room + 1), min(wanted[0], high)
            if low > high:
                low = high = max(0, min(wanted[0], length - room))
        start = self.chance.randint(low, high)
        return start, start + room

    def read(self, pool, question, text, context="", answer=None, answerable=None, relevance=-1):
        """`answer`: (start, end) in characters. Without one nothing is there, or it is unknown where (`answerable`)."""
        asked = self.ids(question)[:QUESTION_MAX]
        ids, offsets = self.tokens(text)
        before = [*self.ids(context)[-CONTEXT_MAX:], AFTER_CONTEXT] if context else []
        room = TOKENS_MAX - len(asked) - len(before) - 4
        wanted = None
        if answer is not None:
            inside = [at for at, (start, end) in enumerate(offsets) if start < answer[1] and end > answer[0]]
            if not inside:
                return
            wanted = (inside[0], inside[-1])
        first, last = self.window(len(ids), room, wanted)
        whole, opening = self.pair(READ, asked, [*before, *ids[first:last]])
        start = end = -1 if answerable else 0
        if wanted is not None and wanted[0] >= first and wanted[1] < last:
            shift = opening + len(before) - first
            start, end = wanted[0] + shift, wanted[1] + shift
        elif answerable and len(ids) > room:
            return  # it may stand in what was cut off
        # -2: somewhere, where is not known.
        self.add(
            pool, whole, opening, start=-2 if start == -1 else start, end=-2 if end == -1 else end, relevance=relevance
        )

    def rank(self, question, text, context, relevance):
        """A passage of a group that is ranked: nothing is said of where the answer stands."""
        asked = self.ids(question)[:QUESTION_MAX]
        before = [*self.ids(context)[-CONTEXT_MAX:], AFTER_CONTEXT] if context else []
        ids = self.ids(text)[: RANKED_MAX - len(asked) - len(before)]
        whole, opening = self.pair(READ, asked, [*before, *ids])
        self.add("rank", whole, opening, relevance=relevance)

    def judge(self, claim, evidence, label, pool=None):
        asked, ids = self.ids(claim)[:CLAIM_MAX], self.ids(evidence)
        room = TOKENS_MAX - len(asked) - 4
        if len(ids) > room and label in (SUPPORTED, CONTRADICTED):
            return
        first, last = self.window(len(ids), room)
        whole, opening = self.pair(JUDGE, asked, ids[first:last])
        self.add(pool or ("judge_short" if len(whole) <= 96 else "judge_long"), whole, opening, judge=label)

    def write(self, path):
        arrays = {}
        for pool, rows in self.pools.items():
            arrays[f"{pool}.ids"] = np.concatenate([ids for ids, _, _ in rows])
            arrays[f"{pool}.lengths"] = np.array([len(ids) for ids, _, _ in rows], np.int16)
            arrays[f"{pool}.firsts"] = np.array([first for _, first, _ in rows], np.int16)
            arrays[f"{pool}.labels"] = np.array([labels for _, _, labels in rows], np.int16)
            print(f"{pool}: {len(rows)} examples, {len(arrays[f'{pool}.ids'])} tokens", flush=True)
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        Path(path).write_bytes(lzma.compress(buffer.getvalue(), preset=4))
        print(path, round(Path(path).stat().st_size / 2**20, 1), "MiB")
