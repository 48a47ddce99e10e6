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
    """Gathers examples, each with the name of its source."""

    def __init__(self, tokenizer_path, chance):
        self.words, self.chance, self.found = Words(tokenizer_path), chance, []

    def add(self, source, text, spans=(), whole_only=False, **known):
        """
        `spans`: the names in the text; () where nothing is known of them, None where all that is known is that no
        person and no place is among them. `whole_only`: not where only a part of the text would fit.
        """
        unknown = set(known) - set(FIELDS)
        if unknown:
            raise ValueError(f"unknown fields {unknown}")
        ids, capitals, offsets, _ = self.words.tokens(text)
        if not ids or (whole_only and len(ids) > ROOM):
            return
        if spans is None or spans == ():
            tags = [UNKNOWN_TAG if spans == () else NO_PERSON_OR_ADDRESS] * len(ids)
        else:
            tags = tag_tokens(offsets, spans)
        start, end = self.chance.choice(windows(len(ids)))
        self.found.append(
            (
                source,
                np.array([OPEN, *ids[start:end], CLOSE], np.uint16),
                np.array([0, *capitals[start:end], 0], np.uint8),
                np.array([UNKNOWN_TAG, *tags[start:end], UNKNOWN_TAG], np.int8),
                [known.get(field, -1) for field in FIELDS],
            )
        )

    def write(self, path):
        sources, ids, capitals, tags, labels = zip(*self.found, strict=True)
        names = sorted(set(sources))
        arrays = {
            "names": np.array(names),
            "sources": np.array([names.index(source) for source in sources], np.int16),
            "ids": np.concatenate(ids),
            "capitals": np.packbits(np.concatenate(capitals)),
            "tags": np.concatenate(tags),
            "lengths": np.array([len(each) for each in ids], np.int16),
            "labels": np.array(labels, np.int8),
        }
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        Path(path).write_bytes(lzma.compress(buffer.getvalue(), preset=3))
        print(f"{path}: {len(ids)} examples, {len(arrays['ids'])} tokens, {Path(path).stat().st_size / 2**20:.1f} MiB")
