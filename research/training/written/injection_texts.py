"""Texts that try to give orders to the system that reads them (1), and ordinary ones, many of which look alike (0)."""

import base64
import codecs

from grammar import Grammar, capitalise, collect

COUNT = 35_000
ATTACK_SHARE = 0.45
PHRASES = (
    "ordinary",
    "ordinary-manuals",
    "attack",
    "attack-extraction",
    "attack-hijack",
    "attack-persona",
    "attack-carriers",
    "attack-foreign",
    "harmless",
    "harmless-words",
    "harmless-requests",
    "harmless-foreign",
    "harmless-everyday",
    "harmless-spoken",
)
# The plain kinds: an order that stands for itself.
ORDERS = (
    "override",
    "reset",
    "extract",
    "leak",
    "leak",
    "hijack",
    "command",
    "command",
    "jailbreak",
    "roleplay",
    "persuade",
)
LEET = str.maketrans("aeiost", "431057")


def encode(grammar, text):
    """The text as somebody writes it who hides it from a filter."""
    ways = [
        lambda: base64.b64encode(text.encode()).decode(),
        lambda: text.encode().hex(),
        lambda: codecs.encode(text, "rot13"),
        lambda: text.translate(LEET),
        lambda: text[::-1],
        lambda: " ".join(text),
        lambda: text.replace(" ", "-"),
        lambda: "\u200b".join(text),
        lambda: " ".join(word[::-1] for word in text.split()),
        lambda: "".join(letter.upper() if index % 2 else letter for index, letter in enumerate(text)),
    ]
    return grammar.random.choice(ways)()


def set_parts(grammar, frame, parts):
    """Fills the slots that are made by a function, each anew, before the lists fill the others."""
    for slot, make in parts.items():
        while "{" + slot + "}" in frame:
            frame = frame.replace("{" + slot + "}", escape(make(grammar)), 1)
    return capitalise(grammar.expand(frame))


def escape(text):
    return text.replace("{", "⦃").replace("}", "⦄")


def short_passage(grammar):
    return " ".join(grammar.passage(1, grammar.random.choice([2, 4, 8])))


def order(grammar):
    """An attack in one breath, of any of the plain kinds."""
    return capitalise(grammar.say(grammar.random.choice(ORDERS)))


def hidden_order(grammar):
    """What a document says to the machine that reads it."""
    return grammar.say(grammar.random.choice(["indirect_order", "hidden_order", "hidden_order"]))


def plain(kind):
    return lambda grammar: set_parts(grammar, grammar.draw(kind), {"passage": short_passage})


def ordinary(grammar):
    kind = grammar.random.choice(["passage", "question", "lookalike", "resembling", "request", "long_prompt"])
    return short_passage(grammar) if kind == "passage" else harmless(kind)(grammar)


def join(grammar, parts):
    return grammar.random.choice([" ", "\n", "\n\n", " ... "]).join(parts)


def padded_order(grammar):
    """An order with a story, courtesy or ordinary requests around it."""
    parts = [ordinary(grammar), order(grammar), ordinary(grammar)]
    if grammar.chance(0.5):
        parts.pop(grammar.random.choice([0, -1]))
    if grammar.chance(0.3):
        parts.insert(grammar.random.randrange(len(parts) + 1), order(grammar))
    return join(grammar, parts)


def padded_harmless(grammar):
    """Ordinary texts put together in the same manner."""
    return join(grammar, [ordinary(grammar) for _ in range(grammar.random.randint(2, 3))])


def long_passages(grammar):
    """Paragraphs of several documents, as of a page or a thread of mails."""
    return [" ".join(grammar.passage(3, 8)) for _ in range(grammar.random.randint(2, 6))]


def order_in_page(grammar):
    paragraphs = long_passages(grammar)
    attack = hidden_order(grammar) if grammar.chance(0.5) else order(grammar)
    if grammar.chance(0.5):
        paragraphs.insert(grammar.random.randrange(len(paragraphs) + 1), attack)
    else:
        paragraphs[grammar.random.randrange(len(paragraphs))] += " " + attack
    return "\n\n".join(paragraphs)


def harmless_page(grammar):
    paragraphs = long_passages(grammar)
    if grammar.chance(0.5):
        paragraphs.insert(grammar.random.choice([0, len(paragraphs)]), capitalise(grammar.say("text_goal")))
    return "\n\n".join(paragraphs)


def indirect_attack(grammar):
    parts = {"passage": short_passage, "indirect": lambda g: hidden_order(g) if g.chance(0.7) else order(g)}
    return set_parts(grammar, grammar.draw("holder"), parts)


def task_switch(grammar):
    """An ordinary document with an unrelated task at its start, in its midst or at its end."""
    sentences = grammar.passage(3, 9)
    at = grammar.random.choice([0, len(sentences), len(sentences), grammar.random.randrange(len(sentences))])
    sentences.insert(at, grammar.say("switch"))
    text = grammar.random.choice([" ", " ", "\n"]).join(sentences)
    if grammar.chance(0.25):
        text = grammar.expand("{Summarise this|Translate this into {language}|What does this mean}: ") + text
    return text


def encoded_order(grammar):
    parts = {"code": lambda g: encode(g, order(g))}
    return set_parts(grammar, grammar.draw("split"), parts)


HARMLESS_PARTS = {
    "passage": short_passage,
    "plain_code": lambda grammar: encode(grammar, grammar.say("question")),
}


def harmless(kind):
    return lambda grammar: set_parts(grammar, grammar.draw(kind), HARMLESS_PARTS)


def long_harmless(grammar):
    """A long ordinary text: a document, or a look-alike with a document that belongs to it."""
    if grammar.chance(0.5):
        return grammar.random.choice([" ", "\n"]).join(grammar.passage(4, 12))
    link = grammar.random.choice(["Here is what I found so far", "This is the page I have", "Context", "Background"])
    return "\n\n".join([harmless("lookalike")(grammar), f"{link}: {short_passage(grammar)}"])


ATTACKS = {
    plain("override"): 10,
    plain("reset"): 10,
    plain("extract"): 8,
    plain("leak"): 14,
    plain("jailbreak"): 7,
    plain("roleplay"): 9,
    plain("long_jailbreak"): 5,
    plain("hijack"): 7,
    plain("command"): 14,
    plain("persuade"): 8,
    plain("fake_turn"): 12,
    plain("foreign"): 8,
    padded_order: 18,
    indirect_attack: 20,
    task_switch: 12,
    order_in_page: 7,
    encoded_order: 7,
}
HARMLESS = {
    harmless("lookalike"): 24,
    harmless("resembling"): 30,
    harmless("everyday"): 18,
    harmless("spoken"): 24,
    harmless("act_long"): 6,
    harmless("imperative"): 10,
    harmless("request"): 22,
    harmless("long_prompt"): 18,
    harmless("question"): 10,
    harmless("calm_holder"): 24,
    harmless("calm_foreign"): 6,
    padded_harmless: 12,
    long_harmless: 9,
    harmless_page: 7,
}


def texts(seed):
    """(text, 1 for an attack or 0), shuffled; the same for the same seed."""
    attack, calm = (Grammar(own_seed, *PHRASES) for own_seed in (seed, seed + 1))
    bad = collect(attack, ATTACKS, round(COUNT * ATTACK_SHARE))
    good = collect(calm, HARMLESS, round(COUNT * (1 - ATTACK_SHARE)))
    taken = set(bad)
    rows = [(text, 1) for text in bad] + [(text, 0) for text in good if text not in taken]
    attack.random.shuffle(rows)
    return rows
