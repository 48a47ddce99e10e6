"""Claims over handbooks that differ from what they say in one respect, beside ones that say the same in other words.

The differences are those that a model makes when it writes: who, what, how much, how often, must or may, under which
condition.
"""

import re

from change_questions import NUMBER, OPPOSITE, negate, other_number
from contrast_words import (
    ADDITIONS,
    ANYONE,
    CLAUSE,
    CONDITION,
    DAYS,
    DOUBTFUL,
    EACH,
    JOINTS,
    MODALS,
    MONTHS,
    NOUN,
    NUMERALS,
    OPENINGS,
    PERIODS,
    POINTS,
    RHYTHMS,
    SAME,
    UNITS,
    VERB,
)
from reader_examples import CONTRADICTED, NEITHER, NOT_SUPPORTED, SUPPORTED, sentences

REWORDINGS_MAX = 4
WRONG_MAX = 3


def any_of(words):
    return rf"\b(?:{'|'.join(words)})\b"


def plain(text):
    """A sentence of running text, without marks of Markdown; null where it is a list, code or a table."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"[*_`]{1,3}", "", text).replace("\n", " ")
    text = re.sub(r"^\W*(?:[-+#>]|\d+\.)\s+", "", text).strip()
    if not 6 <= len(text.split()) <= 45 or re.search(r"[|{}<>=\\]|https?:", text):
        return None
    return re.sub(r"\s+", " ", text) if text[0].isupper() and text[-1] in ".!" else None


def replaced(text, match, other):
    if match.group()[:1].isupper():
        other = other[0].upper() + other[1:]
    return text[: match.start()] + other + text[match.end() :]


def subject(text):
    """The words before the verb, if they can stand before another."""
    match = VERB.search(text)
    if not match:
        return None
    words = text[: match.start()]
    is_short = 0 < len(words.split()) <= 8
    return words if is_short and not POINTS.match(words) and not re.search(r"[,;:]", words) else None


def are_distinct(one, other):
    words = [set(re.findall(r"[a-z]{3,}", each.lower())) for each in (one, other)]
    return not words[0] & words[1]


class Wrong:
    """
    Ways to change a sentence. Each gives (claim, label), or null where the sentence has nothing to be changed so;
    `others` are sentences of the same passage, `far` is one of another.
    """

    def __init__(self, chance):
        self.chance = chance

    def one_of(self, pattern, text, flags=0):
        found = list(re.finditer(pattern, text, flags))
        return self.chance.choice(found) if found else None

    def other_than(self, choices, said):
        return self.chance.choice([each for each in choices if each != said])

    def number(self, text, others, _far):
        match = self.one_of(NUMBER, text)
        if match:
            said = match.group()
            elsewhere = [each for each in NUMBER.findall(" ".join(others)) if each.rstrip(".,") != said.rstrip(".,")]
            if elsewhere and self.chance.random() < 0.5:
                new = self.chance.choice(elsewhere).rstrip(".,")
            else:
                new = other_number(said, self.chance)
            if new and new != said:
                return replaced(text, match, new), CONTRADICTED
        match = self.one_of(any_of(NUMERALS[2:]), text, re.I)
        if match:
            return replaced(text, match, self.other_than(NUMERALS[1:], match.group().lower())), CONTRADICTED
        return None

    def unit(self, text, _others, _far):
        kin = self.chance.choice(UNITS)
        match = self.one_of(rf"(?<=\d[ -])({'|'.join(kin)})(s?)\b", text)
        if not match:
            return None
        return replaced(text, match, self.other_than(kin, match.group(1)) + match.group(2)), CONTRADICTED

    def period(self, text, _others, _far):
        each = self.one_of(EACH, text)
        named = [(self.one_of(rf"\b(?:{'|'.join(kin)})(?=s?\b)", text), kin) for kin in (RHYTHMS, DAYS, MONTHS)]
        if each:
            unit = self.other_than(PERIODS, each.group(2))
            return replaced(text, each, f"{each.group(1)} {unit}"), CONTRADICTED
        for match, kin in named:
            if match:
                return replaced(text, match, self.other_than(kin, match.group())), CONTRADICTED
        return None

    def modality(self, text, _others, _far):
        for pattern, choices in self.chance.sample(MODALS, len(MODALS)):
            match = self.one_of(pattern, text)
            if match:
                return replaced(text, match, self.chance.choice(choices)), NOT_SUPPORTED
        return None

    def negation(self, text, _others, _far):
        changed = negate(text, self.chance)
        return (changed, CONTRADICTED) if changed and changed != text else None

    def opposite(self, text, _others, _far):
        found = [match for match in re.finditer(r"[A-Za-z]+", text) if match.group().lower() in OPPOSITE]
        if not found:
            return None
        match = self.chance.choice(found)
        return replaced(text, match, OPPOSITE[match.group().lower()]), NOT_SUPPORTED

    def somebody_else(self, text, others, far):
        own = subject(text)
        pool = others if self.chance.random() < 0.7 else [far]
        found = [theirs for theirs in map(subject, pool) if theirs and own and are_distinct(own, theirs)]
        return (self.chance.choice(found) + text[len(own) :], NOT_SUPPORTED) if found else None

    def mixed(self, text, others, far):
        """The subject with what is said of another."""
        own = subject(text)
        if not own:
            return None
        pool = others if self.chance.random() < 0.6 else [far]
        found = [(each, theirs) for each in pool if (theirs := subject(each)) and are_distinct(own, theirs)]
        if not found:
            return None
        each, theirs = self.chance.choice(found)
        return own + each[len(theirs) :], NOT_SUPPORTED

    def thing(self, text, others, far):
        match = self.one_of(NOUN, text)
        pool = far if self.chance.random() < 0.5 else " ".join(others)
        found = [word for word in NOUN.findall(pool) if word not in text]
        return (replaced(text, match, self.chance.choice(found)), NOT_SUPPORTED) if match and found else None

    def addition(self, text, others, far):
        words = self.chance.choice([far, *others] if others else [far]).rstrip(".! ").split()
        if len(words) < 8:
            return None
        tail, said = " ".join(words[-self.chance.randint(4, 9) :]), text.rstrip(".!")
        if tail.lower() in text.lower() or (others and self.chance.random() < 0.3):
            return f"{said} {self.chance.choice(ADDITIONS)}.", NEITHER
        return f"{said}{self.chance.choice(JOINTS)}{tail}.", NOT_SUPPORTED

    def unconditional(self, text, _others, _far):
        match = CONDITION.search(text)
        if not match:
            return None
        rest = (text[: match.start()] + text[match.end() :]).strip()
        return (rest[0].upper() + rest[1:], NOT_SUPPORTED) if len(rest.split()) >= 5 else None

    def kinds(self):
        """All of them in an order of chance, those that few sentences allow more often among the first."""
        shares = {
            self.number: 5,
            self.unit: 5,
            self.period: 5,
            self.modality: 3,
            self.negation: 1,
            self.opposite: 2,
            self.somebody_else: 3,
            self.mixed: 3,
            self.thing: 3,
            self.addition: 1,
            self.unconditional: 1,
        }
        return sorted(shares, key=lambda kind: self.chance.random() ** (1 / shares[kind]), reverse=True)

    def of(self, text, others, far):
        """Up to three (claim, label), each with one difference of its own kind."""
        found = []
        for kind in self.kinds():
            changed = kind(text, others, far)
            if changed and changed[0] != text:
                found.append(changed)
            if len(found) == WRONG_MAX:
                break
        return found


class Contrasts:
    def __init__(self, chance):
        self.chance, self.wrong = chance, Wrong(chance)

    def other_words(self, text):
        """Words that mean the same, and how many were replaced."""
        chance, changes = self.chance, 0
        for one, other in chance.sample(SAME, len(SAME)):
            if changes == REWORDINGS_MAX:
                break
            if len(other) > 4 and " " not in other and chance.random() < 0.3:
                one, other = other, one
            match = re.search(rf"\b{re.escape(one)}\b", text)
            if match and (one not in DOUBTFUL or chance.random() < 0.3):
                text, changes = replaced(text, match, other), changes + 1
        return text, changes

    def other_numerals(self, text):
        """A number as a word, or a word as a number."""
        match = self.wrong.one_of(r"(?<![\w.,$-])([2-9]|1[0-2])(?![\w.,%-])", text)
        if match and self.chance.random() < 0.6:
            return replaced(text, match, NUMERALS[int(match.group())])
        match = self.wrong.one_of(any_of(NUMERALS[2:]), text)
        if match and self.chance.random() < 0.6:
            return replaced(text, match, str(NUMERALS.index(match.group().lower())))
        return text

    def reworded(self, text):
        """The same in other words, as far as plain rules go; null where none fits."""
        chance = self.chance
        said, changes = self.other_words(text)
        counted = self.other_numerals(said)
        said, changes = counted, changes + (counted != said)
        if chance.random() < 0.5 and (match := CLAUSE.search(said)) and len(said[: match.start()].split()) >= 5:
            said, changes = said[: match.start()] + said[match.end() :], changes + 1
        if chance.random() < 0.25:
            said, changes = chance.choice(OPENINGS).format(said[0].lower() + said[1:]), changes + 1
        if chance.random() < 0.25 and (match := re.search(r"\b(?:You|you)\b", said)):
            said, changes = replaced(said, match, chance.choice(ANYONE)), changes + 1
        return said if changes else None

    def claims(self, text, said, passage, far):
        """(claim, evidence, label) about one of the sentences that a passage says."""
        chance, at = self.chance, said.index(text)
        evidence = text
        if chance.random() >= 0.3:
            evidence = " ".join(said[max(0, at - 2) : at + 3]) if chance.random() < 0.5 else passage
        yield self.reworded(text) or text, evidence, SUPPORTED
        if chance.random() < 0.3:
            yield text, evidence, SUPPORTED
        for claim, label in self.wrong.of(text, [each for each in said if each != text], far):
            if claim.lower() in passage.lower():
                continue
            # Half of the time in other words too, so that words alone do not say which claim is wrong.
            if chance.random() < 0.5:
                claim = self.reworded(claim) or claim
            yield claim, evidence, label

    def rows(self, passages):
        """(claim, evidence, label) over all passages."""
        chance = self.chance
        kept = [[said for start, end in sentences(text) if (said := plain(text[start:end]))] for text in passages]
        places = [at for at, said in enumerate(kept) if said]
        for at in places:
            said = kept[at]
            figures = [each for each in said if re.search(r"\d|\b(?:must|should|may|every|per)\b", each)]
            for text in dict.fromkeys((chance.choice(figures or said), chance.choice(said))):
                far = chance.choice(kept[chance.choice(places)])
                yield from self.claims(text, said, passages[at], far)
