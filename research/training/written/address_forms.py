"""Street addresses in the forms of a dozen countries; towns and streets are drawn without regard to the country."""

BRITISH_CODES = ("AA9 9AA", "A99 9AA", "AA99 9AA")
STATES = ("NSW", "VIC", "QLD", "WA", "SA", "TAS", "ON", "BC", "QC")


def number(g, most):
    return str(g.random.randint(1, most))


def code(g, *patterns):
    return g.pattern(g.random.choice(patterns))


def street(g):
    dice = g.random.random()
    if dice < 0.05:
        return f"{g.random.randint(4, 120)}th {g.random.choice(['Street', 'Avenue', 'St'])}"
    first = g.draw("surname") if dice < 0.15 else g.draw("street_word")
    return f"{first} {g.draw('street_end')}"


def house(g):
    """A street with the number of a house in it."""
    before = g.random.choice(["", "", "", "", f"Flat {number(g, 60)}, ", f"{number(g, 40)}/"])
    after = g.random.choice(["", "", "", "", "a", "B"])
    return f"{before}{number(g, 2400 if g.chance(0.4) else 200)}{after} {street(g)}"


def british(g):
    return f"{house(g)}, {g.draw('town')}{g.random.choice([', ', ' '])}{code(g, *BRITISH_CODES)}"


def american(g):
    unit = g.random.choice(["", "", "", f" Apt {number(g, 90)}", f", Suite {g.digits(3)}", f" #{g.digits(2)}"])
    return f"{house(g)}{unit}, {g.draw('town')}, {g.draw('state_code')} {g.digits(5)}"


def australian(g):
    return f"{house(g)}, {g.draw('town')} {g.random.choice(STATES)} {code(g, '9999', 'A9A 9A9')}"


def french(g):
    return f"{number(g, 200)} {g.draw('french_street')}, {g.digits(5)} {g.draw('town')}"


def spanish(g):
    floor = f"{number(g, 9)}º {g.random.choice('ABCD')}"
    return f"{g.draw('spanish_street')} {number(g, 300)}, {floor}, {g.digits(5)} {g.draw('town')}"


def portuguese(g):
    postal = code(g, "9999-999", "99999-999")
    return f"{g.draw('portuguese_street')}, {number(g, 900)}, {postal} {g.draw('town')}"


def indian(g):
    flat = g.random.choice(
        [f"Flat {g.digits(3)}", f"{number(g, 400)}/A", f"House No. {number(g, 90)}", f"Plot {g.digits(2)}"]
    )
    return f"{flat}, {g.draw('indian_place')}, {g.draw('town')} {code(g, '999999', '999 999', '- 999999')}"


def japanese(g):
    numbers = "-".join(number(g, 30) for _ in range(3))
    return f"{numbers} {g.draw('area')}, {g.draw('town')} {code(g, '999-9999')}"


def asian(g):
    floor = g.random.choice(["", f"{number(g, 40)}/F, ", f"Blk {g.digits(3)} ", f"Unit {g.digits(2)}-{g.digits(2)}, "])
    postal = g.random.choice([f" {g.digits(5)}", f" {g.digits(6)}", ""])
    return f"{floor}{number(g, 900)} {g.draw('asian_place')}, {g.draw('town')}{postal}"


def african(g):
    box = f"P.O. Box {g.digits(g.random.choice([3, 4, 5]))}, " if g.chance(0.3) else ""
    area = f"{g.draw('area')}, " if g.chance(0.5) else ""
    return f"{box}{number(g, 200)} {g.draw('african_place')}, {area}{g.draw('town')}"


def number_after(streets, pattern):
    return lambda g: f"{g.draw(streets)} {number(g, 180)}, {g.pattern(pattern)} {g.draw('town')}"


FORMS = (
    *[british] * 4,
    *[american] * 6,
    *[australian] * 2,
    number_after("german_street", "99999"),
    number_after("german_street", "9999"),
    number_after("dutch_street", "9999 AA"),
    number_after("nordic_street", "999 99"),
    number_after("polish_street", "99-999"),
    number_after("italian_street", "99999"),
    french,
    spanish,
    portuguese,
    indian,
    japanese,
    asian,
    african,
)


def address(g):
    text = g.random.choice(FORMS)(g) if g.chance(0.8) else house(g)
    if g.chance(0.15):
        text += f", {g.draw('country').removeprefix('the ')}"
    return text.replace(", ", "\n") if g.chance(0.12) else text
