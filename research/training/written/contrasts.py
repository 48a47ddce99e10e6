"""Both sides of what sounds alarming, theme by theme: games and murder, first aid and poisoning, idiom and threat.

Under `== THEME calm` stand harmless sentences, under `== THEME harm KINDS` those that are what they sound like, in the
same words, so that it is not the words that tell them apart. Lines that are kept apart are for choosing between models.
"""

import re

from counterparts import is_apart
from grammar import Grammar, capitalise, collect
from unsafe_texts import labels_in, labels_of

COUNT_CALM, COUNT_HARM = 24_000, 10_000
APART_SHARE = 0.12
THEMES = (
    "games",
    "fiction",
    "defence",
    "help",
    "medicine",
    "world",
    "home",
    "science",
    "technical",
    "people",
    "speech",
    "tasks",
)
PHRASES = ("ordinary", "unsafe", "contrast-aside", *(f"contrast-{theme}" for theme in THEMES))
SIDE = re.compile(rf"(?:{'|'.join(THEMES)}) (?:calm|harm )")
# Before or after the sentence itself, alike on both sides.
ASIDE_SHARE = 0.1
CALM_HEAVIER = {"games": 1.4, "defence": 1.4, "help": 1.4}  # where harmless prompts were stopped most often


def line_of(name):
    def make(grammar):
        parts = [capitalise(grammar.say(name))]
        if grammar.chance(ASIDE_SHARE):
            parts.insert(0, grammar.say("before"))
        if grammar.chance(ASIDE_SHARE):
            parts.append(grammar.say("after"))
        return " ".join(parts)

    return make


def texts_by_part(seed, apart=False):
    """{theme and side: [(text, {kind: 0 or 1})]}; the same for the same seed."""
    grammar, found = Grammar(seed, *PHRASES), {}
    sides = [name for name in grammar.lists if SIDE.match(name)]
    for name in sides:
        grammar.lists[name] = [line for line in grammar.lists[name] if is_apart(line) == apart]
    for is_harm, count in ((False, COUNT_CALM), (True, COUNT_HARM)):
        names = [name for name in sides if (" harm " in name) == is_harm and grammar.lists[name]]
        weights = {
            name: len(grammar.lists[name]) * (1 if is_harm else CALM_HEAVIER.get(name.split()[0], 1)) for name in names
        }
        wanted = count * (APART_SHARE if apart else 1) / sum(weights.values())
        for name in names:
            made = collect(grammar, {line_of(name): 1}, round(wanted * weights[name]))
            found[name] = [(text, labels_of(labels_in(name))) for text in made]
    return found


def texts(seed):
    """(text, {kind: 0 or 1}), what is trained on. All zero is safe."""
    return [row for found in texts_by_part(seed).values() for row in found]
