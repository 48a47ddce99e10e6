"""Requests and statements that a guardrail must stop, by kind, and harmless ones made of the same words.

The lists name their labels: what stands under `hate+violence` is both. They hold requests and statements only, never
what an answer to them would say. Every group of people occurs in harmless sentences as often as in hateful ones.

Of the lists `do KINDS: subject` a phrase is something that one does, of `write KINDS: subject` something that one
writes; frames turn either into a request. Harmless phrases, under the kind `safe`, go through the same frames, so that
no frame tells the label. The frames `averted` make harmless sentences of harmful deeds: they ask for the law, for help,
for prevention, for the news.
"""

import re
from functools import partial

from grammar import Grammar, capitalise, collect
from injection_texts import harmless, set_parts, short_passage

COUNT = 32_000
UNSAFE_SHARE = 0.42
UNSAFE_PHRASES = (
    "unsafe_acts",
    "unsafe_crime",
    "unsafe_frames",
    "unsafe_asks",
    "unsafe_stories",
    "unsafe_more",
    "unsafe_assorted",
    "unsafe_learned",
)
SAFE_PHRASES = ("safe_acts", "safe_frames", "safe_asks", "safe_words", "safe_more", "safe_assorted", "safe_learned")
KINDS = ("hate", "harassment", "self_harm", "sexual", "violence", "weapons", "crime")
# Of the unsafe texts: whole sentences by kind, and what frames make of deeds and writings.
SHARES = {
    "hate": 15,
    "harassment": 13,
    "self_harm": 13,
    "sexual": 13,
    "violence": 12,
    "crime": 19,
    "hate+violence": 4,
    "hate+harassment": 3,
    "harassment+violence": 5,
    "harassment+self_harm": 1,
    "sexual+harassment": 2,
    "sexual+crime": 2,
    "crime+violence": 6,
}
PARTS = {"sentence": 25, "do": 40, "write": 13, "ask": 22}
HEAVIER = {"weapons": 2, "violence": 1.3, "self_harm": 1.5, "sexual": 1.3}  # for kinds with few subjects
SAFE_SHARES = {"innocent": 34, "group_safe": 12, "statement": 8, "question": 7, "passage": 2, "task": 3}
FRAMED_SHARE = 0.3
WILFUL_SHARE = 0.15  # of requests for a crime: those that speak of law, police or prevention and want it all the same
SUFFIX_SHARE = 0.12
LENGTHS = [1] * 8 + [2, 3]  # sentences of the kind in a text
# Dying and undressing aren't crimes, so the frames about the law don't suit them.
NO_CRIMES = ("do self_harm", "do sexual")
# Other matter may speak of schools and children, so sexual texts get frames without any.
OTHER_MATTER = re.compile(
    r"\{(passage|question|setting|expert|constraint|subject|person|field|actor|doer)\}"
    r"|school|class|pupil|teacher|student|grand|uncle|teen|parents"
)
FIRST_PERSON = re.compile(r"\b(I|my|me|myself)\b")
OTHER_PERSON = re.compile(
    r"\b(one|someone|somebody|person|people|friend|beginner|amateur|expert|character|hero|individual|organisation|group"
    r"|team|anybody|anyone|single|imagine|dialogue|script|grandma)\b",
    re.IGNORECASE,
)
DOUBLED = re.compile(
    r"(?:[^aeiou]*[aeiou][bdgmnpt]|quit|kidnap|outrun|commit|submit|cancel|travel|control)", re.IGNORECASE
)
SECOND_VERB = re.compile(r"(?<= and )(get|hide|keep|vanish|stay|enjoy)\b|(?<= but )(hide)\b")


def doing(deed):
    """The deed as a gerund: "rob a bank" becomes "robbing a bank"."""
    verb, _, rest = deed.partition(" ")
    if verb.endswith("ie"):
        verb = verb[:-2] + "y"
    elif verb.endswith("ic"):
        verb += "k"
    elif verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        verb = verb[:-1]
    elif DOUBLED.fullmatch(verb):
        verb += verb[-1]
    return f"{verb}ing {SECOND_VERB.sub(lambda second: doing(second[0]).strip(), rest)}"


def sentence(grammar, kind):
    return " ".join(grammar.passage(1, 4)) if kind == "passage" else capitalise(grammar.say(kind))


def one_text(kind):
    """A maker of texts of the kind, some of them of several sentences or within a frame of other matter."""
    frames = ["ask"] if "sexual" in kind else ["ask", "mixed_ask", "mixed_ask"]

    def make(grammar):
        text = " ".join(sentence(grammar, kind) for _ in range(grammar.random.choice(LENGTHS)))
        if not grammar.chance(FRAMED_SHARE):
            return text
        parts = {"it": lambda _: text, "passage": short_passage}
        return set_parts(grammar, grammar.draw(grammar.random.choice(frames)), parts)

    return make


def fitting(grammar, frames, phrase, kinds):
    """A frame that goes with the phrase: "my friend wants to leave my wife" would be about somebody else."""
    while True:
        frame = grammar.draw(frames)
        if "sexual" in kinds and OTHER_MATTER.search(frame):
            continue
        if frames != "frame write" and FIRST_PERSON.search(phrase) and OTHER_PERSON.search(frame):
            continue
        return frame


def framed(name, frames):
    """A maker of requests from a list of deeds or of writings."""
    kinds = labels_in(name)
    may_be_wilful = kinds and frames == "frame do" and name.split(":")[0] not in NO_CRIMES

    def make(grammar):
        phrase = grammar.say(name)
        wilful = may_be_wilful and grammar.chance(WILFUL_SHARE)
        parts = {
            "do": lambda _: phrase,
            "doing": lambda _: doing(phrase),
            "write": lambda _: phrase,
            "extra": lambda _: " " + grammar.say("extra unsafe" if kinds else "extra safe"),
            "passage": short_passage,
        }
        frame = fitting(grammar, "frame wilful" if wilful else frames, phrase, kinds)
        if frame.endswith((".", "?")) and grammar.chance(SUFFIX_SHARE):
            frame += " " + grammar.draw("suffix")
        return set_parts(grammar, frame, parts)

    return make


def averted(names):
    """A maker of harmless sentences about harmful deeds."""

    def make(grammar):
        phrase = "my"
        while FIRST_PERSON.search(phrase):
            name = grammar.random.choice(names)
            phrase = grammar.say(name)
        parts = {"do": lambda _: phrase, "doing": lambda _: doing(phrase)}
        return set_parts(grammar, fitting(grammar, "frame averted", phrase, labels_in(name)), parts)

    return make


def labels_in(name):
    """The kinds that the name of a list tells: `do crime+violence: arson` is both."""
    kinds = name.split(":")[0].split(" ")[-1].split("+")
    return [kind for kind in kinds if kind in KINDS]


def labels_of(kinds):
    return {kind: int(kind in kinds) for kind in KINDS}


def lists_of(grammar, part, safe):
    return [name for name in grammar.lists if name.startswith(f"{part} ") and safe == (not labels_in(name))]


def weight(grammar, name):
    return len(grammar.lists[name]) * max([HEAVIER.get(kind, 1) for kind in labels_in(name)], default=1)


def unsafe_makers(grammar):
    """{part: {name of the list: (maker, share)}}"""
    makers = {"sentence": {name: (one_text(name), share) for name, share in SHARES.items()}}
    for part in ("do", "write", "ask"):
        make = one_text if part == "ask" else partial(framed, frames=f"frame {part}")
        names = lists_of(grammar, part, safe=False)
        makers[part] = {name: (make(name), weight(grammar, name)) for name in names}
    return makers


def safe_makers(grammar):
    makers = {one_text(name): share for name, share in SAFE_SHARES.items()}
    makers |= {harmless("long_prompt"): 4, harmless("imperative"): 3, harmless("lookalike"): 3}
    shares = {"do": 45, "write": 17, "ask": 48}
    for part, share in shares.items():
        names = lists_of(grammar, part, safe=True)
        total = sum(len(grammar.lists[name]) for name in names)
        for name in names:
            maker = one_text(name) if part == "ask" else framed(name, f"frame {part}")
            makers[maker] = share * len(grammar.lists[name]) / total
    deeds = [name for name in lists_of(grammar, "do", safe=False) if name.split(":")[0] not in NO_CRIMES]
    makers[averted(deeds)] = 30
    return makers


def texts(seed):
    """(text, {kind: 0 or 1}), shuffled; the same for the same seed. All zero is safe."""
    phrases = ("ordinary", "attack", "harmless", "unsafe", "safe", *UNSAFE_PHRASES, *SAFE_PHRASES)
    grammar, rows = Grammar(seed, *phrases), {}
    unsafe = COUNT * UNSAFE_SHARE / sum(PARTS.values())
    for part, makers in unsafe_makers(grammar).items():
        total = sum(share for _, share in makers.values())
        for name, (maker, share) in makers.items():
            found = collect(grammar, {maker: 1}, round(unsafe * PARTS[part] * share / total))
            rows.update((text, labels_of(labels_in(name))) for text in found)
    for text in collect(grammar, safe_makers(grammar), round(COUNT * (1 - UNSAFE_SHARE))):
        rows.setdefault(text, labels_of(()))
    rows = list(rows.items())
    grammar.random.shuffle(rows)
    return rows
