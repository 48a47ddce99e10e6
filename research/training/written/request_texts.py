"""Requests to do harm, subject by subject, and harmless ones of the same subjects in the same forms.

A subject of `request-subjects.txt` has deeds (`== deed KINDS: subject`, harmful), what a careful person does about the
same things (`== care: subject`, harmless) and its name (`== topic: subject`). The forms of asking (`== both ask`) take
deeds and cares alike; `calm about` and `calm topic` ask about the law, prevention, history or help in the words of the
deeds. Claims and groups of people have forms of their own, and so have roles that an assistant is to play, which are
harmless.
"""

import re

from counterparts import is_apart
from grammar import Grammar, capitalise, collect
from unsafe_texts import FIRST_PERSON, OTHER_PERSON, doing, labels_in

COUNTS = {
    "deeds": 26_000,
    "cares": 17_000,
    "abouts": 12_000,
    "topics harm": 2_000,
    "topics calm": 6_000,
    "claims harm": 3_000,
    "claims calm": 3_000,
    "groups harm": 2_500,
    "groups calm": 2_500,
    "roles": 3_000,
}
APART_SHARE = 0.05
PHRASES = ("request-subjects", "request-forms")
HARM_SUFFIX_SHARE, CALM_SUFFIX_SHARE = 0.3, 0.2
OTHER_SUBJECT = re.compile(
    rf"{OTHER_PERSON.pattern}|\b(company|employee|government|criminal|student|landlord|insider|hacker|activist|scientist"
    r"|doctor|teacher|readers|teenagers|staff|users|followers|people|brother|cousin|manager)\b",
    re.IGNORECASE,
)
# Sexual texts, and those about children, get forms without any.
YOUNG = re.compile(r"school|class|pupil|teacher|student|teen|parent|curricul|educat|beginner", re.IGNORECASE)
# What a text of one kind says nothing about.
NOT_KNOWN = ("hate", "harassment", "violence", "weapons", "crime")
KINDS = ("hate", "harassment", "self_harm", "sexual", "violence", "weapons", "crime")
CALM = dict.fromkeys(KINDS, 0)


def harmful(kinds):
    """What is known of a harmful text: its kinds, and that it is not of those which look quite different."""
    return {kind: int(kind in kinds) for kind in KINDS if kind in kinds or kind not in NOT_KNOWN}


def set_phrase(grammar, form, phrase):
    form = form.replace("{x}", "\x01").replace("{xing}", "\x02").replace("{t}", "\x01")
    form = re.sub(" +", " ", grammar.expand(form))
    return form.replace("\x01", phrase).replace("\x02", doing(phrase))


def fits(form, phrase, is_tender):
    return not (FIRST_PERSON.search(phrase) and OTHER_SUBJECT.search(form)) and not (is_tender and YOUNG.search(form))


def framed(name, forms, suffix=None, share=0.0):
    is_tender = name.endswith((": children", ": sexual content"))

    def make(grammar):
        phrase = grammar.say(name).strip()
        form = grammar.draw(forms)
        while not fits(form, phrase, is_tender):
            form = grammar.draw(forms)
        if suffix and "without" not in phrase and not phrase.endswith("?") and grammar.chance(share):
            phrase = f"{phrase} {grammar.say(suffix)}"
        return capitalise(set_phrase(grammar, form, phrase))

    return make


def whole(name):
    def make(grammar):
        return capitalise(re.sub(" +", " ", grammar.say(name)))

    return make


def texts_by_part(seed, apart=False):
    """{part: [(text, {kind: 0 or 1})]}; the same for the same seed. A kind that is not named is not known."""
    grammar, found = Grammar(seed, *PHRASES), {}
    for name, lines in grammar.lists.items():
        if name.startswith(("deed ", "care: ")):
            grammar.lists[name] = [line for line in lines if is_apart(line) == apart]

    def add(part, makers, known):
        count = round(COUNTS[part] * (APART_SHARE if apart else 1))
        total = sum(weight for _, weight, _ in makers)
        rows = found.setdefault(part, [])
        for maker, weight, kinds in makers:
            made = collect(grammar, {maker: 1}, round(count * weight / total))
            rows.extend((text, known(kinds)) for text in made)

    deeds = [name for name in grammar.lists if name.startswith("deed ") and grammar.lists[name]]
    cares = [name for name in grammar.lists if name.startswith("care: ") and grammar.lists[name]]
    add(
        "deeds",
        [
            (framed(name, "both ask", "harm suffix", HARM_SUFFIX_SHARE), len(grammar.lists[name]), labels_in(name))
            for name in deeds
        ],
        harmful,
    )
    add(
        "cares",
        [(framed(name, "both ask", "calm suffix", CALM_SUFFIX_SHARE), len(grammar.lists[name]), ()) for name in cares],
        lambda _: CALM,
    )
    about = [name for name in deeds if not name.startswith(("deed self_harm", "deed sexual"))]
    add("abouts", [(framed(name, "calm about"), len(grammar.lists[name]), ()) for name in about], lambda _: CALM)
    kinds_of = {name.split(": ")[1]: labels_in(name) for name in deeds}
    topics = [name for name in grammar.lists if name.startswith("topic: ")]
    wilful = [name for name in topics if name.split(": ")[1] not in ("self-harm", "sexual content", "children")]
    add(
        "topics harm",
        [(framed(name, "harm topic"), 1, kinds_of.get(name.split(": ")[1], ())) for name in wilful],
        harmful,
    )
    add("topics calm", [(framed(name, "calm topic"), 1, ()) for name in topics], lambda _: CALM)
    add("claims harm", [(whole("harm claim"), 1, ("crime",))], harmful)
    add("claims calm", [(whole("calm claim"), 1, ())], lambda _: CALM)
    add("groups harm", [(whole("harm group"), 1, ("hate",))], harmful)
    add("groups calm", [(whole("calm group"), 1, ())], lambda _: CALM)
    add("roles", [(whole("roles calm"), 1, ())], lambda _: CALM)
    return found


def texts(seed):
    """(text, {kind: 0 or 1}), what is trained on. All zero is harmless."""
    return [row for found in texts_by_part(seed).values() for row in found]
