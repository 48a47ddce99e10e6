"""The features of the n-gram classifier, exactly as the server computes them (`models/ngrams` there).

1. A text of more than 32,000 UTF-16 units counts as two: its first and its last 16,000.
2. Folding: characters without width go, then NFKC, then small letters. Of what that gives, at most 32,000 units count.
3. Windows of 1,000 units, each beginning 750 after the one before; the last ends where the text ends.
4. Of a window, n-grams of 2 to 5 units within a piece (what stands between white space, with a space at either end),
   words (letters and digits) and pairs of words that follow each other. Each is hashed into one of the buckets.
5. Score of a window: bias + scale * (sum of the n-grams' weights / sqrt(their count) + the same for words and pairs).
   Score of a text: the highest of its windows.
"""

import itertools
import re
import unicodedata

import numpy as np

BUCKETS = 1 << 18
TEXT_UNITS, PART_UNITS = 32_000, 16_000
WINDOW_UNITS, STRIDE_UNITS = 1_000, 750
GRAM_UNITS = 5
SPACE = 0x20
GRAM_BASIS, WORD_BASIS, PRIME = 0x811C9DC5, 0x2B1F3D47, 0x01000193
PAIR_PRIME, MIX_PRIME = 0x9E3779B1, 0x85EBCA6B
MASK = 0xFFFFFFFF
WITHOUT_WIDTH = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]"
)


def units_of(text):
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")


def text_of(units):
    return units.astype("<u2").tobytes().decode("utf-16-le", "surrogatepass")


def fold(text):
    return unicodedata.normalize("NFKC", WITHOUT_WIDTH.sub("", text)).lower()


def parts_of(text):
    units = units_of(text)
    if len(units) <= TEXT_UNITS:
        return [text]
    return [text_of(units[:PART_UNITS]), text_of(units[-PART_UNITS:])]


def windows_of(text):
    """The folded windows of a text, as units; a text without any has one that is empty."""
    windows = []
    for part in parts_of(text):
        units = units_of(fold(part))[:TEXT_UNITS]
        last = max(0, len(units) - WINDOW_UNITS)
        starts = [*range(0, last, STRIDE_UNITS), last]
        windows += [units[start : start + WINDOW_UNITS] for start in starts]
    return windows


def mix(hashes):
    """The bucket of a hash: the low bits of FNV alone are not even enough."""
    hashes = hashes ^ (hashes >> np.uint32(15))
    hashes = hashes * np.uint32(MIX_PRIME)
    return (hashes ^ (hashes >> np.uint32(13))) & np.uint32(BUCKETS - 1)


def gram_buckets(units):
    """Of every n-gram of 2 to 5 units that has no space but at its ends."""
    white = units <= SPACE
    inside = np.flatnonzero(~white)
    if not len(inside):
        return np.zeros(0, np.uint32)
    units, white = (each[inside[0] : inside[-1] + 1] for each in (units, white))
    # Of white space that follows white space nothing is kept.
    kept = ~white | np.concatenate([[False], ~white[:-1]])
    padded = np.concatenate([[SPACE], np.where(white, SPACE, units)[kept], [SPACE]]).astype(np.uint32)
    space = padded == SPACE
    hashes = (np.uint32(GRAM_BASIS) ^ padded) * np.uint32(PRIME)
    found, whole = [], np.ones(len(padded), dtype=bool)
    for length in range(2, GRAM_UNITS + 1):
        count = max(0, len(padded) - length + 1)
        hashes = (hashes[:count] ^ padded[length - 1 :]) * np.uint32(PRIME)
        whole = whole[:count]
        if length > 2:
            whole = whole & ~space[length - 2 : length - 2 + count]
        found.append(mix(hashes[whole]))
    return np.concatenate(found)


def is_word_unit(units):
    letters = ((units >= 0x61) & (units <= 0x7A)) | ((units >= 0x30) & (units <= 0x39)) | (units >= 0xC0)
    marks = ((units >= 0x2000) & (units <= 0x206F)) | ((units >= 0x3000) & (units <= 0x303F))
    return letters & ~marks


known_words = {}


def hash_word(content):
    found = known_words.get(content)
    if found is None:
        found = WORD_BASIS
        for unit in np.frombuffer(content, dtype="<u2").tolist():
            found = ((found ^ unit) * PRIME) & MASK
        if len(known_words) < 500_000:
            known_words[content] = found
    return found


def word_buckets(units):
    """Of every word, and of every two that follow each other."""
    inside = np.concatenate([[0], is_word_unit(units).astype(np.int8), [0]])
    edges = np.flatnonzero(np.diff(inside)).tolist()
    content = units.astype("<u2").tobytes()
    words = [hash_word(content[2 * edges[at] : 2 * edges[at + 1]]) for at in range(0, len(edges), 2)]
    pairs = [(one * PAIR_PRIME + other) & MASK for one, other in itertools.pairwise(words)]
    return mix(np.array(words + pairs, dtype=np.uint32))


def features_of(units):
    """(buckets, values) of a window."""
    grams, words = gram_buckets(units), word_buckets(units)
    values = [np.full(len(each), len(each) ** -0.5 if len(each) else 0) for each in (grams, words)]
    return np.concatenate([grams, words]), np.concatenate(values).astype(np.float32)


class Ngrams:
    """The classifier as it ships: whole numbers, a scale and a bias for each label."""

    def __init__(self, weights, scales, biases):
        self.weights, self.scales, self.biases = weights.astype(np.int64), scales, biases

    def score(self, text):
        """The log odds of each label: the highest of the windows."""
        return np.max([self.score_window(units) for units in windows_of(text)], axis=0)

    def score_window(self, units):
        total = np.zeros(len(self.scales))
        for buckets in (gram_buckets(units), word_buckets(units)):
            if len(buckets):
                total += self.weights[buckets].sum(0) / np.sqrt(len(buckets))
        return self.biases + self.scales * total
