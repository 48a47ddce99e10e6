"""Sections of technical documentation and what one would ask to find them, made of their headings."""

import re
from collections import defaultdict

from gather_texts import rows
from near_texts import Near

# The other corpora stay unseen by the ranking, so that it can be measured on them.
CORPORA = {
    "corpus_github_docs": 4000,
    "corpus_kubernetes_docs": 3500,
    "corpus_mdn": 4000,
    "corpus_postgresql15_docs": 3500,
}
HEADING = re.compile(r"^(#{1,5})\s+(.+?)\s*#*$", re.M)
ORDERS = (
    "add create set use configure enable disable install remove delete change update manage view run build write deploy "
    "connect define check find get make start stop test debug upgrade migrate customize access allow restrict upload edit"
).split()
DULL = re.compile(
    r"^(syntax|examples?|specifications?|browser compatibility|see also|value|parameters|return value|description|"
    r"notes?|overview|what's next|further reading|before you begin|about|introduction|concepts|reference)\b",
    re.I,
)


def sections(text):
    """(heading, words under it) of a page, the markup of headings and comments taken off."""
    marks = list(HEADING.finditer(text))
    for at, mark in enumerate(marks):
        end = marks[at + 1].start() if at + 1 < len(marks) else len(text)
        heading = re.sub(r"[`*{}]|\{#.*?\}|<[^>]*>", "", mark.group(2)).strip()
        body = re.sub(r"<!--.*?-->|\{%.*?%\}|\{\{.*?\}\}", " ", text[mark.end() : end], flags=re.S).strip()
        if 3 < len(heading) < 90 and len(body) > 150 and not DULL.match(heading):
            yield heading, body[:1100]


def as_question(heading, title, chance):
    words = heading.split()
    plain = heading[0].lower() + heading[1:] if not words[0].isupper() else heading
    first = words[0].lower()
    if heading.endswith("?"):
        return heading
    if first in ORDERS:
        return chance.choice([f"how do I {plain}?", f"how to {plain}", plain, f"{title}: {plain}"])
    if first.endswith("ing") and len(words) > 1 and first[:-3] in ORDERS or first[:-3] + "e" in ORDERS:
        return chance.choice([f"{plain}", f"what do I need to know about {plain}?", f"steps for {plain}"])
    return chance.choice([f"what is {plain}?", f"{plain} {title}", plain, f"explain {plain}", f"{title} {plain}"])


def heading_pairs(data, chance):
    """(question, the section, three or more near ones, context) from pages whose licence allows it."""
    for corpus, count in CORPORA.items():
        pages = list(rows(data / corpus, "docs"))
        chance.shuffle(pages)
        found, bodies = [], defaultdict(list)
        for page in pages:
            parts = list(sections(page["text"]))
            for heading, body in parts[:6]:
                found.append((page["title"], heading, body))
                bodies[page["title"]].append(body)
            if len(found) > count * 1.5:
                break
        near = Near([body for _, _, body in found])
        chance.shuffle(found)
        for title, heading, body in found[:count]:
            question = as_question(heading, title, chance)
            others = [each for each in near.to(f"{question} {title}", 8) if each != body]
            same_page = [each for each in bodies[title] if each != body]
            wrong = list(dict.fromkeys([*same_page[:1], *others]))
            yield question, body, wrong, chance.choice(["", title])
