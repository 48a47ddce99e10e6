"""Prints what a reader of the written texts should know of them, and above all the words that give a label away.

Usage: check.py [--seed 1]
"""

import argparse
import random
import re
from collections import Counter
from math import log
from statistics import quantiles

import injection_texts
import unsafe_texts

PAIRS = 2000
WORD = re.compile(r"\w+")


def words(text):
    return set(WORD.findall(text.lower()))


def overlap(texts):
    """Mean share of common words (Jaccard) over random pairs: low where texts do not resemble each other."""
    dice, bags = random.Random(0), [bag for bag in map(words, texts) if bag]
    pairs = [dice.sample(bags, 2) for _ in range(PAIRS)]
    return sum(len(a & b) / len(a | b) for a, b in pairs) / PAIRS


def telling_words(marked, others, count=30):
    """Words by how much they weigh for the label: log odds times the square root of how often they occur."""
    inside, outside = (Counter(word for text in group for word in words(text)) for group in (marked, others))

    def weight(word):
        ratio = (inside[word] + 1) / (len(marked) + 2) * (len(others) + 2) / (outside[word] + 1)
        return log(ratio) * inside[word] ** 0.5

    best = sorted((word for word in inside if inside[word] >= 10), key=weight, reverse=True)[:count]
    return [f"{word} {inside[word]}:{outside[word]}" for word in best]


def describe(name, marked, others):
    lengths = [round(cut) for cut in quantiles(map(len, marked), n=4)]
    print(f"\n{name}: {len(marked)} texts, quartiles of length {lengths}, overlap {overlap(marked):.3f}")
    print("  telling (with label : without):", ", ".join(telling_words(marked, others)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    for module in (injection_texts, unsafe_texts):
        rows = module.texts(seed)
        assert rows == module.texts(seed), "texts must be the same for the same seed"
        distinct = len({text.lower() for text, _ in rows}) / len(rows)
        print(f"\n== {module.__name__}: {len(rows)} texts, {distinct:.1%} distinct")
        if module is injection_texts:
            groups = [("attack", lambda label: label == 1), ("harmless", lambda label: label == 0)]
        else:
            groups = [(kind, lambda label, kind=kind: label[kind] == 1) for kind in unsafe_texts.KINDS]
            groups.append(("safe", lambda label: not any(label.values())))
        for name, belongs in groups:
            marked, others = ([text for text, label in rows if belongs(label) == side] for side in (True, False))
            describe(name, marked, others)


if __name__ == "__main__":
    main()
