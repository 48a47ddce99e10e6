"""Gathers questions in everyday words over passages of handbooks, as token ids: an encoder is distilled on them too.

Usage: gather_asked.py DATA_FOLDER TOKENIZER_JSON OUTPUT_XZ

The file is as that of gather_texts.py, a passage standing under its title; `held` says which passages are kept apart.
"""

import re
import sys
from pathlib import Path

import numpy as np

from gather_texts import rows, write_texts
from kept_apart import ASKED

PASSAGE_TOKENS_MAX = 250
# "What does it do?" asks about nothing that a passage could be found by.
NO_SUBJECT = frozenset(
    "a about an are be can did do does for he how i in is it mean of she that the them they this to use used we what "
    "when where which who why work you".split()
)


def has_subject(question):
    return not NO_SUBJECT.issuperset(re.findall(r"\w+", question.lower()))


def main():
    data, tokenizer_path, output = Path(sys.argv[1]) / "asked_questions", sys.argv[2], sys.argv[3]
    passages = list(rows(data, "passages"))
    place = {row["id"]: at for at, row in enumerate(passages)}
    asked = [(row["q"].strip(), place[row["id"]]) for part in ("questions", "yes_no") for row in rows(data, part)]
    questions = [(question, about) for question, about in dict.fromkeys(asked) if has_subject(question)]
    held = np.array([row["id"].split("|")[0] in ASKED for row in passages])
    documents = [f"{row['title']}\n{row['text']}" for row in passages]
    write_texts(output, tokenizer_path, documents, questions, PASSAGE_TOKENS_MAX, held=held)


if __name__ == "__main__":
    main()
