"""Questions that technical documentation answers in so many words, found by the form of its sentences.

"To create a Secret, run kubectl …" answers "how do I create a Secret?", and "You cannot rename a fork" answers "can I
rename a fork?".
"""

import re

from gather_texts import rows
from heading_pairs import CORPORA, DULL, HEADING
from near_texts import Near
from reader_examples import sentences

PASSAGE = (250, 1100)
MARKUP = re.compile(r"<!--.*?-->|\{%.*?%\}|\{\{[<%].*?[>%]\}\}|<[a-z/][^>]*>", re.S)
LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
HOW_TO = re.compile(r"^(?:If you want to|In order to|To)\s+([a-z]+\s[^,.:;]{4,70}),\s+(.{12,}?)[.:]?\s*$", re.S)
DEFINITION = re.compile(
    r"^(?:An?|The)?\s*([A-Za-z][\w `*-]{2,40}?)\s+(?:is|are)\s+((?:an?|the|any|how|when)\s.{15,}?)[.]\s*$", re.S
)
DEFAULT = re.compile(r"(?:[Tt]he )?[Dd]efault(?:s)?(?: value)?(?: is| to|:)\s+(?:set to\s+)?([`\w][^,.;()]{0,40})")
ALLOWED = re.compile(
    r"^You (can|may|cannot|can't|can not|may not|must not|must|need to|do not need to|don't need to)\s+(.{10,140}?)[.]\s*$",
    re.S,
)
PRONOUNS = re.compile(
    r"\b(it|this|that|these|those|there|they|he|she|we|you|what|which|here|if|when|usually|following|above)\b", re.I
)
POINTING = re.compile(r"\b(also|the following|these|this|below|above|AUTOTITLE|then)\b")


def clean(text):
    return re.sub(r"[ \t]+", " ", LINK.sub(r"\1", MARKUP.sub(" ", text))).strip()


def passages(page):
    """(heading, words) of a page, in pieces of the size that is read."""
    marks = [*HEADING.finditer(page["text"])]
    starts = [(0, page["title"]), *((mark.end(), mark.group(2)) for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(page["text"])]
    for (start, heading), end in zip(starts, ends, strict=True):
        body = clean(page["text"][start:end])
        for at in range(0, len(body), PASSAGE[1]):
            piece = body[at : at + PASSAGE[1]]
            if len(piece) >= PASSAGE[0]:
                yield clean(heading), piece


def mine(said):
    return re.sub(r"\byour\b", "my", re.sub(r"\byou\b", "I", said))


def ask(sentence, heading, chance):
    """(kind, question, where the answer stands in the sentence, verdict or null), or null where no form fits."""
    if POINTING.search(sentence[:120]):
        return None
    if match := HOW_TO.match(sentence):
        wanted = mine(match.group(1))
        question = chance.choice(
            [f"how do I {wanted}?", f"how to {wanted}", f"how can I {wanted}?", f"what do I do to {wanted}?"]
        )
        return "how", question, match.span(2), None
    if match := ALLOWED.match(sentence):
        verb, rest = match.group(1), mine(match.group(2))
        if verb in ("can", "may", "cannot", "can't", "can not", "may not", "must not"):
            opening, verdict = chance.choice(["can I", "am I allowed to", "is it possible to"]), verb in ("can", "may")
        else:
            opening, verdict = chance.choice(["do I have to", "must I", "do I need to"]), verb in ("must", "need to")
        return "may", f"{opening} {rest}?", match.span(), verdict
    if match := DEFAULT.search(sentence):
        if (
            3 < len(heading) < 60
            and not PRONOUNS.search(heading)
            and not DULL.match(heading)
            and "Query" not in heading
        ):
            question = chance.choice(
                [
                    f"what is the default of {heading}?",
                    f"default value for {heading}",
                    f"what does {heading} default to?",
                ]
            )
            return "default", question, match.span(1), None
    if match := DEFINITION.match(sentence):
        name = match.group(1).strip(" `*")
        if not PRONOUNS.search(name) and len(name.split()) < 5:
            question = chance.choice(
                [f"what is {name}?", f"what is a {name}?", f"define {name}", f"what does {name} mean?", f"{name}?"]
            )
            return "what", question, match.span(2), None
    return None


LIMITS = {"how": 2500, "may": 2500, "default": 600, "what": 2500}


def pattern_questions(data, chance):
    """Rows of kind, question, passage, where its answer stands, the heading, the verdict or null, and a near passage."""
    for corpus in CORPORA:
        pages = list(rows(data / corpus, "docs"))
        chance.shuffle(pages)
        pieces = [piece for page in pages[:2500] for piece in passages(page)]
        near, count = Near([text for _, text in pieces]), dict.fromkeys(LIMITS, 0)
        chance.shuffle(pieces)
        for heading, text in pieces:
            for start, end in sentences(text):
                sentence = text[start:end]
                lead = len(sentence) - len(sentence.lstrip("\n -*"))
                found = ask(sentence[lead:].rstrip(), heading, chance)
                if found is None or count[found[0]] >= LIMITS[found[0]]:
                    continue
                kind, question, span, verdict = found
                count[kind] += 1
                answer = (start + lead + span[0], start + lead + span[1])
                others = [other for other in near.to(f"{heading} {question}", 4) if other != text]
                yield kind, question, text, answer, heading, verdict, others
