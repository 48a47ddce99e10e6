"""A small grammar over phrase lists: `{name}` is a phrase of that list, `{a|b|}` one of the alternatives.

Slots may be nested, and `{name~}` begins with a small letter. A phrase file holds lists, each under a line `== name`,
a phrase a line. In a phrase `\\n` is a new line, and `⦃` and `⦄` are the braces themselves.
"""

import random
import re
from pathlib import Path

SLOT = re.compile(r"\{([^{}]*)\}")


def read_phrases(*names):
    lists = {}
    for name in names:
        current = None
        for line in (Path(__file__).parent / "phrases" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("== "):
                current = lists.setdefault(line[3:].strip(), [])
            elif line.strip():
                current.append(line.strip())
    return lists


class Grammar:
    def __init__(self, seed, *names):
        self.random, self.lists, self.decks = random.Random(seed), read_phrases(*names), {}

    def draw(self, name):
        """A phrase of the list; all of them come once before any comes again, so that no frame is worn out."""
        deck = self.decks.get(name)
        if not deck:
            deck = self.decks[name] = list(self.lists[name])
            self.random.shuffle(deck)
        return deck.pop()

    def expand(self, phrase):
        while True:
            phrase, count = SLOT.subn(lambda slot: self.fill(slot[1]), phrase)
            if not count:
                return phrase.replace("\\n", "\n").replace("⦃", "{").replace("⦄", "}")

    def fill(self, slot):
        if "|" in slot:
            return self.random.choice(slot.split("|"))
        phrase = self.draw(slot.rstrip("~"))
        return phrase[:1].lower() + phrase[1:] if slot.endswith("~") else phrase

    def say(self, name):
        return self.expand(self.draw(name))

    def chance(self, share):
        return self.random.random() < share

    def passage(self, least=2, most=6):
        """Sentences of one ordinary document, as a list."""
        sentences = self.lists[self.random.choice([name for name in self.lists if name.startswith("doc_")])]
        count = min(self.random.randint(least, most), len(sentences))
        return [self.expand(sentence) for sentence in self.random.sample(sentences, count)]

    def roughen(self, text):
        """What people's typing does to a text, alike for every label, so that care or haste tells nothing."""
        if self.chance(0.12):
            text = text.lower()
        elif self.chance(0.02) and len(text) < 150:
            text = text.upper()
        if self.chance(0.12):
            text = text.rstrip(".?!")
        if self.chance(0.05) and len(text) > 20:
            at = self.random.randrange(5, len(text) - 2)
            text = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        if self.chance(0.03):
            text = text.replace("'", "").replace(",", "")
        return text.strip()


def capitalise(text):
    return text[:1].upper() + text[1:]


def collect(grammar, makers, count):
    """`count` distinct texts, from makers that each have a share: {maker: share}. A text without slots comes once."""
    found, total = {}, sum(makers.values())
    for maker, share in makers.items():
        wanted, tries = round(count * share / total), 0
        while wanted and tries < count * 20:
            tries += 1
            text = maker(grammar).strip()
            if text.lower() not in found:
                found[text.lower()] = grammar.roughen(text)
                wanted -= 1
    return list(found.values())
