"""Finds the texts that share the most telling words with a question: what a search by words would bring up."""

import math
import re
from collections import Counter, defaultdict

WORD = re.compile(r"[a-z0-9]+")
POSTINGS_MAX = 400


class Near:
    def __init__(self, texts):
        self.texts = list(dict.fromkeys(texts))
        self.postings = defaultdict(list)
        for at, text in enumerate(self.texts):
            for word, count in Counter(WORD.findall(text.lower())).items():
                self.postings[word].append((at, count))
        self.lengths = [len(WORD.findall(text)) + 1 for text in self.texts]
        self.mean = sum(self.lengths) / max(1, len(self.lengths))

    def to(self, question, count):
        scores = Counter()
        for word in set(WORD.findall(question.lower())):
            found = self.postings.get(word, ())
            # A word that nearly all texts have tells nothing.
            if not found or len(found) > max(POSTINGS_MAX, len(self.texts) / 4):
                continue
            weight = math.log(1 + len(self.texts) / len(found))
            for at, times in found:
                scores[at] += weight * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * self.lengths[at] / self.mean))
        return [self.texts[at] for at, _ in scores.most_common(count)]
