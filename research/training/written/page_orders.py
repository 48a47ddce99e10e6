"""Pages with an order to whatever reads them (1), and pages without (0), many of which speak of assistants and orders.

The order is set into passages that are given, of real pages, and into written ones: pages about prompts, guardrails and
services that answer, rules for staff, lessons, reference pages. Lines kept apart are for choosing between models.
"""

import re

from counterparts import is_apart
from grammar import Grammar, capitalise
from injection_texts import PHRASES as INJECTION_PHRASES
from injection_texts import hidden_order, order

COUNTS = {"order_in_passage": 8_000, "passage": 9_000, "order_in_page": 4_000, "page": 10_000, "order": 4_000}
APART_SHARE = 0.05
DIVIDED = re.compile(r"page (?!heading|\w+ reference)|slipped (?:deed|order)")
UNITS_MIN, UNITS_MAX = 80, 850
BREAK = re.compile(r"(?<=[.!?])\s|\n")
# How an order may stand out from what is around it.
COATS = (
    *["{}"] * 8,
    "<!-- {} -->",
    "[{}]",
    "({})",
    "**{}**",
    "> {}",
    "- {}",
    '"{}"',
    "```\n{}\n```",
    "<p hidden>{}</p>",
    "Note: {}",
)
JOINS = (*[" "] * 5, "\n", "\n\n")
HEADED_SHARE, NOTE_SHARE, CODE_SHARE, WRITTEN_ORDER_SHARE = 0.35, 0.3, 0.3, 0.45


def stretch_of(grammar, passage):
    """Some of a passage, from one break to another."""
    breaks = [0, *(found.end() for found in BREAK.finditer(passage))]
    start = grammar.random.choice([0, 0, grammar.random.choice(breaks)])
    length = grammar.random.randint(UNITS_MIN, UNITS_MAX)
    ends = [at for at in (*breaks, len(passage)) if start + UNITS_MIN <= at <= start + length]
    return passage[start : max(ends, default=min(len(passage), start + length))].strip()


def slip_in(grammar, text, sentence):
    """The text with a sentence that does not belong to it: before it, after it, or at one of its breaks."""
    coat, joint = grammar.random.choice(COATS), grammar.random.choice(JOINS)
    dressed = coat.replace("{}", sentence)
    place = grammar.random.choice(["start", "middle", "end"])
    breaks = [found.start() for found in BREAK.finditer(text)]
    if place == "start" or not text:
        return f"{dressed}{joint}{text}".strip()
    if place == "end" or not breaks:
        return f"{text}{joint}{dressed}"
    at = grammar.random.choice(breaks)
    return f"{text[:at].rstrip()}{joint}{dressed}{joint}{text[at:].lstrip()}"


def any_order(grammar):
    if grammar.chance(WRITTEN_ORDER_SHARE):
        return hidden_order(grammar) if grammar.chance(0.3) else order(grammar)
    return capitalise(grammar.say("slipped order"))


def page(grammar):
    """Sentences of one written page, as a paragraph or a list, some with a heading; often few, as in an excerpt."""
    names = [name for name in grammar.lists if name.startswith("page ") and name != "page heading"]
    lines = grammar.lists[grammar.random.choice([name for name in names if grammar.lists[name]])]
    count = min(grammar.random.choice([1, 1, 2, 2, 3, 4, 5, 6, 8]), len(lines))
    sentences = [grammar.expand(line) for line in grammar.random.sample(lines, count)]
    if grammar.chance(0.2):
        sentences += grammar.passage(1, 3)
        grammar.random.shuffle(sentences)
    if grammar.chance(CODE_SHARE):
        sentences.insert(grammar.random.randrange(len(sentences) + 1), "\n\n" + grammar.say("form code") + "\n\n")
    text = grammar.random.choice([" ", " ", " ", "\n", "\n- ", "\n\n"]).join(sentences)
    return (
        f"{grammar.random.choice(['', '## ', '# '])}{grammar.say('page heading')}\n\n{text}"
        if grammar.chance(HEADED_SHARE)
        else text
    )


def note(grammar):
    """A sentence for people in the manner of an order, or one about assistants."""
    names = ["page note for people"] * 3 + [
        "page office policy",
        "page assistant guide",
        "page guardrails",
        "page teaching",
    ]
    return grammar.say(grammar.random.choice([name for name in names if grammar.lists[name]]))


def texts_by_part(seed, passages, apart=False):
    """{part: [(text, 1 or 0)]}; the same for the same seed and passages."""
    grammar, found = Grammar(seed, *INJECTION_PHRASES, "contrast-pages", "contrast-forms"), {}
    for name, lines in grammar.lists.items():
        if DIVIDED.match(name):
            grammar.lists[name] = [line for line in lines if is_apart(line) == apart]
    own_order = (lambda g: capitalise(g.say("slipped order"))) if apart else any_order

    def passage(grammar):
        return stretch_of(grammar, grammar.random.choice(passages))

    makers = {
        "order_in_passage": (lambda g: slip_in(g, passage(g), own_order(g)), 1),
        "passage": (lambda g: slip_in(g, passage(g), note(g)) if g.chance(NOTE_SHARE) else passage(g), 0),
        "order_in_page": (lambda g: slip_in(g, page(g), own_order(g)), 1),
        "page": (page, 0),
        "order": (own_order, 1),
    }
    for part, (maker, label) in makers.items():
        count = round(COUNTS[part] * (APART_SHARE if apart else 1))
        made = dict.fromkeys(maker(grammar).strip() for _ in range(count))
        found[part] = [(grammar.roughen(text), label) for text in made]
    return found


def texts(seed, passages):
    """(text, 1 for a page with an order or 0), what is trained on."""
    return [row for found in texts_by_part(seed, passages).values() for row in found]
