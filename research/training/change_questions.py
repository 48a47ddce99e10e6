"""Makes questions unanswerable and sentences untrue by small changes: other names and numbers, opposites, negation.

A changed text stays fluent and keeps nearly all of its words, so that only reading it closely tells it from the first.
"""

import re

OPPOSITES = [
    ("first", "last"),
    ("before", "after"),
    ("largest", "smallest"),
    ("most", "least"),
    ("more", "less"),
    ("north", "south"),
    ("east", "west"),
    ("northern", "southern"),
    ("eastern", "western"),
    ("increase", "decrease"),
    ("increased", "decreased"),
    ("highest", "lowest"),
    ("high", "low"),
    ("early", "late"),
    ("earliest", "latest"),
    ("oldest", "newest"),
    ("won", "lost"),
    ("win", "lose"),
    ("begin", "end"),
    ("began", "ended"),
    ("start", "stop"),
    ("started", "stopped"),
    ("maximum", "minimum"),
    ("longest", "shortest"),
    ("top", "bottom"),
    ("above", "below"),
    ("inside", "outside"),
    ("internal", "external"),
    ("enable", "disable"),
    ("enabled", "disabled"),
    ("allow", "forbid"),
    ("allowed", "forbidden"),
    ("required", "optional"),
    ("accepted", "rejected"),
    ("supported", "opposed"),
    ("add", "remove"),
    ("added", "removed"),
    ("best", "worst"),
    ("majority", "minority"),
    ("public", "private"),
    ("male", "female"),
    ("king", "queen"),
    ("son", "daughter"),
    ("father", "mother"),
    ("brother", "sister"),
    ("positive", "negative"),
    ("major", "minor"),
    ("modern", "ancient"),
    ("buy", "sell"),
    ("bought", "sold"),
    ("left", "right"),
    ("open", "closed"),
    ("created", "destroyed"),
    ("always", "never"),
    ("fastest", "slowest"),
    ("strongest", "weakest"),
    ("rich", "poor"),
    ("hot", "cold"),
    ("upper", "lower"),
    ("common", "rare"),
]
OPPOSITE = {**dict(OPPOSITES), **{other: one for one, other in OPPOSITES}}
QUESTION_WORDS = {
    "What",
    "Who",
    "When",
    "Where",
    "Which",
    "Why",
    "How",
    "In",
    "The",
    "A",
    "An",
    "Is",
    "Was",
    "Are",
    "Were",
    "Did",
    "Does",
    "Do",
    "On",
    "At",
    "For",
    "From",
    "To",
    "By",
    "Of",
    "With",
    "If",
    "Whose",
    "Whom",
    "As",
    "During",
    "After",
    "Before",
    "Along",
    "Besides",
    "It",
    "He",
    "She",
    "They",
    "This",
    "That",
    "These",
    "Those",
    "However",
    "Although",
    "But",
    "And",
    "There",
    "Some",
    "Many",
    "Most",
    "Other",
    "Their",
    "His",
    "Her",
    "Its",
    "While",
    "Since",
    "I",
    "We",
    "Under",
    "About",
    "According",
    "Name",
}
NAME = re.compile(r"\b[A-Z][\w'’-]+(?:\s+(?:of\s+)?[A-Z][\w'’-]+)*")
NUMBER = re.compile(r"\b\d[\d,.]*\b")
YEAR = re.compile(r"^(1\d|20)\d\d$")
AUXILIARY = re.compile(r"\b(is|are|was|were|did|does|do|can|could|will|would|has|have|had|should|must|may)\b", re.I)


def names(text):
    found = []
    for match in NAME.finditer(text):
        words = match.group().split()
        while words and words[0] in QUESTION_WORDS:
            words = words[1:]
        if words and len(" ".join(words)) > 2:
            found.append(" ".join(words))
    return found


def other_number(number, chance):
    plain = number.rstrip(".,")
    if YEAR.match(plain):
        return str(int(plain) + chance.choice([-40, -17, -6, -3, -2, -1, 1, 2, 4, 9, 25]))
    try:
        value = float(plain.replace(",", ""))
    except ValueError:
        return None
    changed = (
        value + chance.choice([-2, -1, 1, 2, 3, 5])
        if value < 20
        else value * chance.choice([0.3, 0.5, 0.8, 1.2, 1.5, 2, 10])
    )
    return f"{changed:.1f}" if "." in plain else f"{round(changed):,}" if "," in plain else str(max(0, round(changed)))


def swap_name(text, pool, chance, absent_from=""):
    """One name for another of the pool; null where either is wanting. The new one does not stand in `absent_from`."""
    own = [name for name in names(text) if name in text]
    others = [name for name in pool if name not in text and (not absent_from or name not in absent_from)]
    if not own or not others:
        return None
    return text.replace(chance.choice(own), chance.choice(others), 1)


def swap_number(text, chance, pool=()):
    found = NUMBER.findall(text)
    if not found:
        return None
    old = chance.choice(found)
    others = [number for number in pool if number != old and bool(YEAR.match(number)) == bool(YEAR.match(old))]
    new = chance.choice(others) if others and chance.random() < 0.5 else other_number(old, chance)
    return text.replace(old, new, 1) if new and new != old else None


def turn_opposite(text, chance):
    words = [word for word in re.findall(r"[A-Za-z]+", text) if word.lower() in OPPOSITE]
    if not words:
        return None
    old = chance.choice(words)
    return re.sub(rf"\b{old}\b", OPPOSITE[old.lower()], text, count=1)


def negate(text, chance):
    """A negation after an auxiliary verb of a statement, or one taken away."""
    if re.search(r"\b(not|never)\b", text):
        return re.sub(r"\s*\b(not|never)\b", "", text, count=1)
    found = list(AUXILIARY.finditer(text))
    if not found:
        return None
    verb = chance.choice(found[-2:])
    return f"{text[: verb.end()]} not{text[verb.end() :]}"


def change_question(question, context, article_names, chance):
    """The question changed in one way, so that its passage most likely does not answer it; null where no way fits."""
    ways = [
        lambda: swap_name(question, article_names, chance, absent_from=context if chance.random() < 0.6 else ""),
        lambda: swap_number(question, chance),
        lambda: turn_opposite(question, chance),
    ]
    weights = [5, 3, 4]
    order = sorted(range(len(ways)), key=lambda way: chance.random() ** (1 / weights[way]), reverse=True)
    for way in order:
        changed = ways[way]()
        if changed and changed != question:
            return changed
    return None


def change_sentence(sentence, context, chance):
    """The sentence changed so that its passage speaks against it; null where no way fits."""
    pool_names, pool_numbers = names(context), NUMBER.findall(context)
    ways = [
        lambda: swap_number(sentence, chance, pool_numbers),
        lambda: swap_name(sentence, pool_names, chance),
        lambda: turn_opposite(sentence, chance),
        lambda: negate(sentence, chance),
    ]
    weights = [4, 4, 4, 2]
    order = sorted(range(len(ways)), key=lambda way: chance.random() ** (1 / weights[way]), reverse=True)
    for way in order:
        changed = ways[way]()
        if changed and changed != sentence:
            return changed
    return None


SUBJECT_QUESTION = re.compile(
    r"^(?:Who|What|Which(?: [a-z]+){1,3}|What (?:[a-z]+ )?(?:person|company|country|city|team|group|event|type))\s+"
    r"(?!did|do|does|is the|was the|are the|were the|can|could|would|will|has|have|had)([a-z]+(?:ed|s|t|n|d|e)\s.+?)\?*$"
)
IS_QUESTION = re.compile(r"^(?:Who|What) (is|was|are|were) (the .+?)\?*$")
YEAR_QUESTION = re.compile(r"^(?:In what|What|In which) year (was|were) (.+?) ([a-z]+(?:ed|n|t))( .+?)?\?*$")


def as_statement(question, answer):
    """The question and its answer as one statement; null where its form is none of the plain ones."""
    if match := SUBJECT_QUESTION.match(question):
        return f"{answer[0].upper()}{answer[1:]} {match.group(1)}."
    if match := IS_QUESTION.match(question):
        return f"{match.group(2)[0].upper()}{match.group(2)[1:]} {match.group(1)} {answer}."
    if match := YEAR_QUESTION.match(question):
        verb, subject, participle, rest = match.groups()
        return f"{subject[0].upper()}{subject[1:]} {verb} {participle}{rest or ''} in {answer}."
    return None
