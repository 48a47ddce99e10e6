"""Harmless texts of the manners that crime, hatred and attacks have too, and a few hateful ones beside them.

Questions that begin "How can I …", sentences about people of some group, "Act as a …", and the imperative of handbooks.
One line in ten takes no part in training: what is made of those (`apart`) is for choosing between models.
"""

import re
import zlib

from grammar import Grammar, capitalise, collect
from injection_texts import set_parts, short_passage
from unsafe_texts import UNSAFE_PHRASES, labels_in, labels_of, lists_of

COUNT = 24_000
COUNT_APART = 2_400
COUNT_HARMFUL = 2_400
PHRASES = (
    *("ordinary", "harmless", "safe", "unsafe", *UNSAFE_PHRASES),
    *("calm-customers", "calm-people", "calm-roles", "calm-handbooks"),
)
# Lists whose lines are divided; frames and single words belong to both sides.
DIVIDED = re.compile(
    r"asked (?:deed1?|whole|trouble)|people (?:line|plain|hateful)|a role|role task|handbook (?!heading)"
)
SENTENCES_MAX = 8
ARTICLE = re.compile(r"\b([Aa]) (?=[aeio]|un(?!i)|hon|A|I(?=nd))(?!one)")


def is_apart(line):
    return zlib.crc32(line.encode()) % 10 == 0


def line_of(*names):
    """A maker of one sentence of a list, drawn by the lists' lengths."""

    def make(grammar):
        weights = [len(grammar.lists[name]) for name in names]
        frame = grammar.draw(grammar.random.choices(names, weights)[0])
        return ARTICLE.sub(r"\1n ", capitalise(grammar.expand(frame)))

    return make


def role(grammar):
    """"Act as …" and what to do in that role."""
    frame = re.sub(r"\{role task\}", lambda _: grammar.draw("role task"), grammar.draw("role whole"))
    return ARTICLE.sub(r"\1n ", set_parts(grammar, frame, {"passage": short_passage}))


def troubles(grammar):
    """What a customer tells, in one to three sentences."""
    return " ".join(capitalise(grammar.say("asked trouble")) for _ in range(grammar.random.choice([1, 1, 2, 3])))


def handbook_page(grammar):
    """Rules of one handbook, as a paragraph or a list, some with a heading, some amid other matter."""
    names = [name for name in grammar.lists if name.startswith("handbook ") and name != "handbook heading"]
    lines = grammar.lists[grammar.random.choice([name for name in names if grammar.lists[name]])]
    count = min(grammar.random.randint(1, SENTENCES_MAX), len(lines))
    sentences = [capitalise(grammar.expand(line)) for line in grammar.random.sample(lines, count)]
    if grammar.chance(0.3):
        sentences += grammar.passage(1, 4)
        grammar.random.shuffle(sentences)
    text = grammar.random.choice([" ", " ", "\n", "\n- ", "\n\n", "\n* "]).join(["", *sentences]).strip()
    return f"{grammar.say('handbook heading')}\n\n{text}" if grammar.chance(0.4) else text


def asked_harm(grammar, name):
    """A harmful deed in the same frames, so that none of them tells that a question is harmless."""
    frames = [frame for frame in grammar.lists["asked frame"] if "{asked deed}" in frame and "aside" not in frame]
    deed = grammar.say(name)
    return capitalise(grammar.expand(grammar.random.choice(frames).replace("{asked deed}", deed)))


def harmful_asks(grammar):
    names = [name for name in lists_of(grammar, "do", safe=False) if not {"sexual", "self_harm"} & {*labels_in(name)}]
    weights, found = [len(grammar.lists[name]) for name in names], {}
    for name in grammar.random.choices(names, weights, k=COUNT_HARMFUL):
        found[grammar.roughen(asked_harm(grammar, name))] = labels_of(labels_in(name))
    return list(found.items())


# {name: ({maker: share}, kinds)}
PARTS = {
    "customers": ({line_of("asked frame"): 45, line_of("asked whole"): 12, troubles: 8}, ()),
    "people": ({line_of("people line"): 30, line_of("people plain"): 7}, ()),
    "people_hateful": ({line_of("people hateful"): 14}, ("hate",)),
    "roles": ({role: 24}, ()),
    "handbooks": ({handbook_page: 24}, ()),
}


def divide(grammar, apart):
    for name, lines in grammar.lists.items():
        if DIVIDED.match(name):
            grammar.lists[name] = [line for line in lines if is_apart(line) == apart]


def texts_by_part(seed, apart=False):
    """{part: [(text, {kind: 0 or 1})]}; the same for the same seed."""
    grammar, found = Grammar(seed, *PHRASES), {}
    divide(grammar, apart)
    total = sum(sum(makers.values()) for makers, _ in PARTS.values())
    for part, (makers, kinds) in PARTS.items():
        count = round((COUNT_APART if apart else COUNT) * sum(makers.values()) / total)
        found[part] = [(text, labels_of(kinds)) for text in collect(grammar, makers, count)]
    if not apart:
        found["asked_harm"] = harmful_asks(grammar)
    return found


def texts(seed):
    """(text, {kind: 0 or 1}), what is trained on. All zero is safe."""
    return [row for found in texts_by_part(seed).values() for row in found]
