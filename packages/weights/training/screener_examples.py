"""One example for the screening model: tokens, which of them are capitalised, and what is known. What is not is -1."""

import io
import lzma
import unicodedata
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

OPEN, CLOSE = 101, 102
TOKENS_MAX, OVERLAP = 256, 64
ROOM = TOKENS_MAX - 2
KINDS = ("hate", "harassment", "self_harm", "sexual", "violence", "weapons", "crime")
NAME_KINDS = ("person", "address", "organisation")
TAGS = ("O", *(f"{place}-{kind}" for kind in NAME_KINDS for place in "BI"))
UNKNOWN_TAG, NO_PERSON_OR_ADDRESS = -1, len(TAGS)
# `any`: that it is unsafe, of which kind is not known.
FIELDS = ("injection", *KINDS, "any")
SAFE = dict.fromkeys(KINDS, 0)


class Words:
    """Texts as the model sees them: token ids, whether the word of each begins with a capital, and where they stand."""

    def __init__(self, tokenizer_path):
        self.tokenizer = Tokenizer.from_file(str(tokenizer_path))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def tokens(self, text):
        """(ids, capitals, offsets, words) without the opening and closing tokens."""
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        starts = {}
        for word, (start, _) in zip(encoding.word_ids, encoding.offsets, strict=True):
            starts.setdefault(word, start)
        upper = {word: unicodedata.category(text[start]) == "Lu" for word, start in starts.items()}
        capitals = [int(upper[word]) for word in encoding.word_ids]
        return encoding.ids, capitals, encoding.offsets, encoding.word_ids


def windows(length, room=ROOM, overlap=OVERLAP):
    """(start, end) of the stretches a longer text is read in."""
    if length <= room:
        return [(0, length)]
    starts = range(0, length - overlap, room - overlap)
    return [(start, min(length, start + room)) for start in starts]


def tag_tokens(offsets, spans):
    """A tag for each token, from spans of characters (start, end, kind)."""
    tags = [0] * len(offsets)
    for begin, end, kind in spans:
        inside = [at for at, (start, stop) in enumerate(offsets) if start < end and stop > begin]
        for at in inside:
            if kind not in NAME_KINDS:
                tags[at] = UNKNOWN_TAG
            else:
                tags[at] = 1 + 2 * NAME_KINDS.index(kind) + (at != inside[0])
    return tags


class ScreenerExamples:
    def __init__(self, tokenizer_path, chance):
        self.words, self.chance, self.pools = Words(tokenizer_path), chance, {}

    def add(self, pool, ids, capitals, tags, known):
        unknown = set(known) - set(FIELDS)
        if unknown:
            raise ValueError(f"unknown fields {unknown}")
        labels = [known.get(field, -1) for field in FIELDS]
        whole = np.array([OPEN, *ids, CLOSE], np.uint16)
        self.pools.setdefault(pool, []).append(
            (whole, np.array([0, *capitals, 0], np.uint8), np.array([-1, *tags, -1], np.int8), labels)
        )

    def screen(self, text, whole_only=False, **known):
        """A text of which nothing is known about names. `whole_only`: not where only a part of it would fit."""
        ids, capitals, _, _ = self.words.tokens(text)
        if not ids or (whole_only and len(ids) > ROOM):
            return
        start, end = self.chance.choice(windows(len(ids)))
        self.add("screen", ids[start:end], capitals[start:end], [-1] * (end - start), known)

    def tag(self, text, spans, **known):
        """`spans`: the names in the text; None where all that is known is that no person and no place is among them."""
        ids, capitals, offsets, _ = self.words.tokens(text)
        if not ids:
            return
        tags = [NO_PERSON_OR_ADDRESS] * len(ids) if spans is None else tag_tokens(offsets, spans)
        start, end = self.chance.choice(windows(len(ids)))
        self.add("tags", ids[start:end], capitals[start:end], tags[start:end], known)

    def write(self, path):
        arrays = {}
        for pool, rows in self.pools.items():
            arrays[f"{pool}.ids"] = np.concatenate([row[0] for row in rows])
            arrays[f"{pool}.capitals"] = np.packbits(np.concatenate([row[1] for row in rows]))
            arrays[f"{pool}.tags"] = np.concatenate([row[2] for row in rows])
            arrays[f"{pool}.lengths"] = np.array([len(row[0]) for row in rows], np.int16)
            arrays[f"{pool}.labels"] = np.array([row[3] for row in rows], np.int8)
            print(f"{pool}: {len(rows)} examples, {len(arrays[f'{pool}.ids'])} tokens", flush=True)
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        Path(path).write_bytes(lzma.compress(buffer.getvalue(), preset=4))
        print(path, round(Path(path).stat().st_size / 2**20, 1), "MiB")
