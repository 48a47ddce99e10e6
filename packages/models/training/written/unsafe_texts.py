"""Requests and statements that a guardrail must stop, by kind, and harmless ones made of the same words.

The lists name their labels: what stands under `hate+violence` is both. They hold requests and statements only, never
what an answer to them would say. Every group of people occurs in harmless sentences as often as in hateful ones.
"""

from grammar import Grammar, capitalise, collect
from injection_texts import harmless, set_parts, short_passage

COUNT = 10_000
UNSAFE_SHARE = 0.4
KINDS = ("hate", "harassment", "self_harm", "sexual", "violence", "crime")
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
SAFE_SHARES = {"innocent": 50, "group_safe": 18, "statement": 12, "question": 8, "passage": 3, "task": 3}
FRAMED_SHARE = 0.3
LENGTHS = [1] * 8 + [2, 3]  # sentences of the kind in a text


def sentence(grammar, kind):
    return " ".join(grammar.passage(1, 4)) if kind == "passage" else capitalise(grammar.say(kind))


def one_text(kind):
    """A maker of texts of the kind, some of them of several sentences or within a frame of other matter."""
    # Other matter may speak of schools and children, so sexual texts get frames without any.
    frames = ["ask"] if "sexual" in kind else ["ask", "mixed_ask", "mixed_ask"]

    def make(grammar):
        text = " ".join(sentence(grammar, kind) for _ in range(grammar.random.choice(LENGTHS)))
        if not grammar.chance(FRAMED_SHARE):
            return text
        parts = {"it": lambda _: text, "passage": short_passage}
        return set_parts(grammar, grammar.draw(grammar.random.choice(frames)), parts)

    return make


def labels_of(kinds):
    return {kind: int(kind in kinds) for kind in KINDS}


def texts(seed):
    """(text, {kind: 0 or 1}), shuffled; the same for the same seed. All zero is safe."""
    grammar = Grammar(seed, "ordinary", "attack", "harmless", "unsafe", "safe")
    rows, total = {}, sum(SHARES.values())
    for name, share in SHARES.items():
        count = round(COUNT * UNSAFE_SHARE * share / total)
        rows.update((text, labels_of(name.split("+"))) for text in collect(grammar, {one_text(name): 1}, count))
    makers = {one_text(name): share for name, share in SAFE_SHARES.items()}
    makers |= {harmless("long_prompt"): 4, harmless("imperative"): 3, harmless("lookalike"): 3}
    for text in collect(grammar, makers, round(COUNT * (1 - UNSAFE_SHARE))):
        rows.setdefault(text, labels_of(()))
    rows = list(rows.items())
    grammar.random.shuffle(rows)
    return rows
