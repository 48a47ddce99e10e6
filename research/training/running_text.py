"""Rows of ner_real_text, whose tokens are joined by blanks, as running text with the places of its names."""

import re

KINDS = {"PER": "person", "LOC": "address", "ORG": "organisation"}
# Kinds as wnut17 calls them; what is neither person, place nor organisation there is no name to us.
KINDS |= {"person": "person", "location": "address", "corporation": "organisation", "group": "organisation"}
# Parties of a contract by what they are, which the filings count as people and organisations.
ROLES = {"borrower", "bank", "lender", "agent", "commonwealth", "lenders", "company", "guarantor", "trustee"}
NO_BLANK_BEFORE = re.compile(r"^(?:[.,;:!?%)\]}…’”]+|'(?:s|re|ve|ll|d|m|t)?|n't|N'T|'[SMD])$")
NO_BLANK_AFTER = re.compile(r"^[(\[{$£€#@“‘]$")
UNKNOWN = "unknown"


def kind_of(row, span):
    """What a span is to us: one of the three kinds, nothing, or unknown: user names are called people or are not."""
    value = span["v"]
    if "@" in value or row["text"][max(0, span["s"] - 2) : span["s"]].strip().endswith("@"):
        return UNKNOWN
    if row["src"] == "sec_filings" and value.lower() in ROLES:
        return None
    return KINDS.get(span["t"])


def is_glued(before, token, quote_open):
    if NO_BLANK_BEFORE.match(token) or NO_BLANK_AFTER.match(before):
        return True
    if before in ("/", "-", "--") or token in ("/", "-", "--"):
        return token != "--" and before != "--"
    return (token == '"' and quote_open) or (before == '"' and quote_open)


def running_text(row):
    """(text, [(start, end, kind), …])."""
    spans = [(span["s"], span["e"], kind) for span in row["spans"] if (kind := kind_of(row, span))]
    parts, moved, at, size, before, quote_open = [], [], 0, 0, None, False
    for token in row["text"].split(" "):
        start = at
        at += len(token) + 1
        if not token:
            continue
        if before is not None and not is_glued(before, token, quote_open):
            parts.append(" ")
            size += 1
        moved.append((start, start + len(token), size))
        parts.append(token)
        size += len(token)
        if token == '"':
            quote_open = not quote_open
        before = token
    found = []
    for start, end, kind in spans:
        inside = [(new, new + old_end - old) for old, old_end, new in moved if old < end and old_end > start]
        if inside:
            found.append((inside[0][0], inside[-1][1], kind))
    return "".join(parts), found
