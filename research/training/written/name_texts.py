"""Texts with names of people, places and organisations in them and where these stand, and texts of these kinds without.

Many of the words without a name are capitalised all the same: headings, products, months, the beginnings of sentences.
"""

import re

from address_forms import address, code, house, street
from grammar import Grammar, capitalise

COUNT = 30_000
PERSON, ADDRESS, ORGANISATION = "person", "address", "organisation"
# What encloses a name while a text is in the making; the first says of which kind it is.
OPEN = {"\ue000": PERSON, "\ue001": ADDRESS, "\ue002": ORGANISATION}
MARK = {kind: sign for sign, kind in OPEN.items()}
CLOSE = "\ue003"
SIGNS = re.compile(f"[{''.join(OPEN)}{CLOSE}]")
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
MONTHS = "January February March April May June July August September October November December".split()
TITLES = ("Mr", "Mrs", "Ms", "Dr", "Professor", "Mr.", "Mrs.", "Dr.", "Miss", "Sir")


def marked(kind, text):
    """The text as a name; an article before it is no part of it."""
    article = "the " if text.startswith("the ") else ""
    return f"{article}{MARK[kind]}{text.removeprefix(article)}{CLOSE}"


class NameGrammar(Grammar):
    """A grammar some of whose slots are names."""

    def __init__(self, seed):
        super().__init__(seed, "ordinary", "names", "places", "organisations", "name-frames")

    def fill(self, slot):
        make = SLOTS.get(slot.rstrip("~"))
        if make is None:
            return super().fill(slot)
        return make(self)

    def digits(self, count):
        return "".join(self.random.choice("0123456789") for _ in range(count))

    def pattern(self, pattern):
        """9 is a digit, A a letter."""
        return "".join(
            self.random.choice("0123456789") if sign == "9" else self.random.choice(LETTERS) if sign == "A" else sign
            for sign in pattern
        )


def full_name(g):
    given, surname, dice = g.draw("given"), g.draw("surname"), g.random.random()
    if dice < 0.08:
        return f"{given} {g.random.choice(LETTERS)}. {surname}"
    if dice < 0.14:
        return f"{given} {g.draw('given')} {surname}"
    if dice < 0.18:
        return f"{given} {surname}-{g.draw('surname')}"
    if dice < 0.22:
        return f"{given} {surname} {g.draw('surname')}"
    if dice < 0.26:
        return f"{g.random.choice(LETTERS)}. {surname}"
    if dice < 0.28:
        return f"{surname} {given}"
    return f"{given} {surname}"


def organisation(g):
    dice = g.random.random()
    if dice < 0.3:
        return g.draw("known_org")
    if dice < 0.45:
        return public_body(g)
    word, kind = g.draw("company_word"), g.draw("company_kind")
    if dice < 0.6:
        return f"{word} {kind}"
    if dice < 0.75:
        return f"{word} {kind} {g.draw('company_form')}"
    if dice < 0.83:
        return f"{g.draw('surname')} {g.draw('company_form')}"
    if dice < 0.9:
        return f"{g.draw('surname')} & {g.draw('surname')}{g.random.choice(['', ' LLP', ' Ltd'])}"
    if dice < 0.95:
        return f"{word}{kind.lower().split()[0]}"
    return f"{g.draw('company_word')}{g.random.choice(['', ' '])}{word}"


def public_body(g):
    places = {"place": "town", "ministry": "ministry", "workers": "workers", "saint": "saint"}
    return re.sub(r"\{(\w+)\}", lambda slot: g.draw(places[slot[1]]), g.draw("body_kind"))


def date(g):
    day, month, year = g.random.randint(1, 28), g.random.randint(1, 12), g.random.randint(1950, 2027)
    name = MONTHS[month - 1]
    forms = [f"{day} {name} {year}", f"{name} {day}, {year}", f"{day} {name}"]
    return g.random.choice([*forms, f"{day:02}/{month:02}/{year}", f"{year}-{month:02}-{day:02}"])


def email(g):
    word = re.sub(r"[^a-z]", "", g.draw("given").lower()) or "info"
    host = g.random.choice([re.sub(r"[^a-z]", "", g.draw("company_word").lower()), "mail", "example"])
    end = g.random.choice(["com", "org", "net", "co.uk", "de"])
    return f"{word}{g.random.choice(['', '.', '_', g.digits(2)])}@{host}.{end}"


def place(g):
    return g.draw(g.random.choice(["town", "town", "country", "region"]))


def person(g):
    return g.draw("given") if g.chance(0.5) else full_name(g)


def titled(g):
    """The title is no part of the name."""
    return f"{g.random.choice(TITLES)} {marked(PERSON, g.draw('surname') if g.chance(0.7) else full_name(g))}"


def kept(kind, make):
    return lambda g: marked(kind, make(g))


def drawn(name):
    return lambda g: g.draw(name)


SLOTS = {
    "fullname": kept(PERSON, full_name),
    "given": kept(PERSON, drawn("given")),
    "surname": kept(PERSON, drawn("surname")),
    "name": kept(PERSON, person),
    "FULLNAME": kept(PERSON, lambda g: full_name(g).upper()),
    "SURNAME": kept(PERSON, lambda g: g.draw("surname").upper()),
    "initialled": kept(PERSON, lambda g: f"{g.random.choice(LETTERS)}. {g.draw('surname')}"),
    "titled": titled,
    "address": kept(ADDRESS, address),
    "street": kept(ADDRESS, street),
    "street_number": kept(ADDRESS, house),
    "town": kept(ADDRESS, drawn("town")),
    "city": kept(ADDRESS, drawn("town")),
    "country": kept(ADDRESS, drawn("country")),
    "region": kept(ADDRESS, drawn("region")),
    "place": kept(ADDRESS, place),
    "organisation": kept(ORGANISATION, organisation),
    "company": kept(ORGANISATION, organisation),
    "letter": lambda g: g.random.choice(LETTERS),
    "date": date,
    "email": email,
    "year": lambda g: str(g.random.randint(1890, 2027)),
    "age": lambda g: str(g.random.randint(3, 95)),
    "number": lambda g: str(g.random.randint(1, 60)),
    "digits": lambda g: g.digits(g.random.randint(3, 10)),
    "amount": lambda g: g.random.choice(["£", "$", "€", "EUR ", "USD "]) + str(g.random.randint(5, 90000)),
    "phone": lambda g: code(g, "+44 99 9999 9999", "(999) 999-9999", "099 9999999", "+49 999 9999999"),
    "iban": lambda g: code(g, "DE99 9999 9999 9999 9999 99", "GB99 AAAA 9999 9999 9999 99"),
}


def unmark(text):
    """The text without its marks, and its names; those of one kind with but a blank between them are one."""
    parts, spans, at, last, open_kind, start = [], [], 0, 0, None, 0
    for sign in SIGNS.finditer(text):
        parts.append(text[last : sign.start()])
        at += sign.start() - last
        last = sign.end()
        if sign[0] != CLOSE:
            open_kind, start = OPEN[sign[0]], at
        elif spans and spans[-1][2] == open_kind and spans[-1][1] + 1 == start and parts[-2:-1] == [" "]:
            spans[-1] = (spans[-1][0], at, open_kind)
        else:
            spans.append((start, at, open_kind))
    parts.append(text[last:])
    return "".join(parts), spans


def roughen(g, text):
    """What typing does, without moving a letter from its place by more than one."""
    if g.chance(0.2):
        lowered = text.lower()
        text = lowered if len(lowered) == len(text) else text
    elif g.chance(0.04) and len(text.upper()) == len(text):
        text = text.upper()
    if g.chance(0.05) and len(text) > 20:
        at = g.random.randrange(5, len(text) - 2)
        if text[at : at + 2].isalpha():
            text = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text


def sentence(g):
    return capitalise(g.say("plain_text" if g.chance(0.25) else "name_text"))


def named(g):
    count = g.random.choice([1, 1, 1, 1, 2, 2, 3, 4])
    return g.random.choice([" ", " ", "\n"]).join(sentence(g) for _ in range(count))


def document(g):
    """A passage of an ordinary document, with people and places of our lists in it."""
    sentences = g.passage(1, 6)
    if g.chance(0.4):
        sentences.insert(g.random.randrange(len(sentences) + 1), sentence(g))
    return g.random.choice([" ", " ", "\n"]).join(sentences)


def plain(g):
    kinds = ["plain_text", "plain_text", "plain_text", "question", "task"]
    return " ".join(capitalise(g.say(g.random.choice(kinds))) for _ in range(g.random.choice([1, 1, 1, 2, 3])))


MAKERS = {named: 60, document: 20, plain: 20}


def texts(seed):
    """(text, [(start, end, kind), …]), shuffled; the same for the same seed."""
    g, rows = NameGrammar(seed), {}
    for make, share in MAKERS.items():
        wanted, tries = COUNT * share // sum(MAKERS.values()), 0
        while wanted and tries < COUNT * 20:
            tries += 1
            text, spans = unmark(make(g))
            if text not in rows:
                rows[text] = (roughen(g, text), spans)
                wanted -= 1
    rows = list(rows.values())
    g.random.shuffle(rows)
    return rows
