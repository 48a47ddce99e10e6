"""Words and patterns by which a sentence of a handbook is changed: so that it says something else, or the same."""

import re


def pairs(text):
    """[(one, other)] of "one = other; one = other"."""
    return [tuple(pair.strip().split(" = ")) for pair in re.split(r"[;\n]", text) if pair.strip()]


UNITS = [
    ("second", "minute", "hour", "day", "week", "month", "quarter", "year"),
    ("byte", "kilobyte", "megabyte", "gigabyte", "terabyte"),
    ("KB", "MB", "GB", "TB"),
    ("dollar", "euro", "pound", "point", "percent"),
    ("page", "file", "person", "request", "item", "user", "character", "word", "line"),
]
PERIODS = ("day", "week", "month", "quarter", "year")
EACH = re.compile(r"\b(a|per|each|every|once a|twice a) (day|week|month|quarter|year|hour|minute|sprint|semester)\b")
RHYTHMS = ("daily", "weekly", "monthly", "quarterly", "annually", "yearly", "hourly")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# May is a modal verb more often than a month.
MONTHS = tuple("January February March April June July August September October November December".split())
NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve".split()

OBLIGED = r"(?:must|have to|has to|need to|needs to|shall|are required to|is required to)"
# What is found, and what it is replaced by: each changes what is demanded or of how many it holds.
MODALS = [
    (
        rf"\b{OBLIGED}\b(?! not)",
        ("can", "may", "could", "should", "do not have to", "are free to", "must not", "might want to"),
    ),
    (
        r"\b(?:may|can|could|might)\b(?! not)",
        ("must", "have to", "are required to", "will always", "may not", "should never"),
    ),
    (r"\bshould\b(?! not)", ("must", "may", "need not", "should not", "are obliged to")),
    (r"\bwill\b(?! not)", ("may", "will not", "might", "used to")),
    (r"\b(?:recommend|suggest|encourage)(s|d)?\b", ("require", "forbid", "demand")),
    (r"\b(?:optional)\b", ("mandatory", "compulsory")),
    (r"\b(?:mandatory|compulsory|required|necessary)\b", ("optional", "voluntary", "forbidden")),
    (r"\b(?:usually|often|sometimes|typically|generally|normally)\b", ("always", "never", "in every case")),
    (r"\b(?:always|never)\b", ("sometimes", "rarely", "usually")),
    (r"\b(?:some|many|most|several)\b", ("all", "none of the", "only two")),
    (r"\b(?:all|every|any)\b", ("hardly any", "only some", "no")),
    (r"\bat least\b", ("at most", "fewer than", "exactly")),
    (r"\b(?:at most|up to|no more than|a maximum of)\b", ("at least", "more than", "no fewer than")),
]
# What is said at the end of a sentence that did not say it.
ADDITIONS = [
    "free of charge",
    "without exception",
    "for new customers",
    "in the first week",
    "by a lawyer",
    "on request",
    "at no cost",
    "until further notice",
    "under the new contract",
    "by the finance team",
]
JOINTS = [", and ", " and ", ", so that ", ", because "]

# Each means the same as the other, both ways.
SAME = pairs("""
    employees = staff; employee = member of staff; purchase = buy; assist = help; obtain = get
    approximately = about; begin = start; additional = further; contact = get in touch with
    request = ask for; provide = give; receive = get; must = have to; prior to = before
    in order to = to; regarding = about; individuals = people; ensure that = make sure that
    attempt = try; various = different; immediately = right away; however = but; determine = find out
    create = make; documentation = docs; information = details; large = big; choose = pick
    select = choose; allow you to = let you; allows you to = lets you; is located = is found
    a number of = several; use = work with; repository = repo; organization = organisation
    per year = a year; per month = a month; per week = a week; annually = once a year
    is required = is needed; are required = are needed; if you want to = to; do not = don't
    cannot = can't; is not = isn't; we are = we're; it is = it's; within = inside of
    response = reply; error = mistake; issue = problem; delete = remove; modify = change
    such as = like; since = because; frequently = often; complete = finish; colleagues = coworkers
    leave = time off; meeting = call; responsible for = in charge of; currently = at the moment
""")
# Of those, words that have another sense as well.
DOUBTFUL = ("use", "leave", "issue", "since", "meeting")
ANYONE = ["people", "staff", "one", "users"]
OPENINGS = (
    "According to the page, {}",
    "The text says that {}",
    "It says that {}",
    "Note that {}",
    "In short, {}",
    "As stated, {}",
)

VERB = re.compile(
    r"\s(?:is|are|must|can|will|should|may|was|were|has|have|needs?|requires?|provides?|allows?|uses?|includes?"
    r"|contains?|gives?|gets?|takes?|works?|helps?|makes?|supports?)\s"
)
# A subject that points elsewhere cannot be exchanged.
POINTS = re.compile(
    r"^\W*(?:it|this|that|these|those|they|he|she|there|if|when|while|for|in|on|to|as|and|but|which|what|how)\b", re.I
)
NOUN = re.compile(
    r"(?<=\b(?:an|my|on|in|of|to) )[a-z]{4,}\b|(?<=\b(?:the|our|all|any|for|new) )[a-z]{4,}\b"
    r"|(?<=\b(?:your|with|each|this|from) )[a-z]{4,}\b"
)
CLAUSE = re.compile(
    r",? (?:which|because|so that|including|such as|for example|e\.g\.|where|who|while|although|as well as|in order to"
    r"|by)\b[^.]*(?=[.!])"
)
CONDITION = re.compile(
    r"^(?:If|When|Unless|Once|Before|After|For|During)\b[^,]{8,80}, (?=\w)"
    r"|,? (?:if|when|unless|except|only if|provided that|until|before|after)\b[^.,]{6,}(?=[.!])"
)
