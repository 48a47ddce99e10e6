"""What the n-gram classifier is trained on: only of sets whose licence allows the model to ship.

An example is (text, attack, unsafe, times): a label is 1, 0 or null where it is not known, and `times` says how much it
counts. What `kept_apart.py` names takes no part.
"""

import random
import sys
from pathlib import Path

from gather_texts import rows
from heading_pairs import CORPORA, sections
from kept_apart import SQUAD_SCREENING, is_held_request
from screening_sources import INJECTION_SOURCES, TOXIC
from squad_questions import squad

sys.path.append(str(Path(__file__).parent / "written"))
import injection_texts  # noqa: E402
import unsafe_texts  # noqa: E402
from grammar import Grammar, collect  # noqa: E402

SEED = 7
QUESTIONS, PASSAGES, PAGES = 8000, 10_000, 1000
DOQA = ("doqa_cooking", "doqa_movies")
# How often a real text counts beside the written ones, of which there are many more. Comments are no requests.
INJECTION_TIMES, HARMFUL_TIMES, COMMENT_TIMES = 4, 4, 0.4
# What people say and ask in passing, by which most of what comes is measured, is written more often than elsewhere.
TALK = {"spoken": 4, "everyday": 1, "question": 1, "request": 1}
TALK_COUNT = 7000


def injections(data):
    for text, label in injection_texts.texts(SEED):
        yield text, label, None if label else 0, 1
    for row in rows(data / "prompt_injection_pool", "train"):
        if row["src"] in INJECTION_SOURCES:
            yield row["text"], row["y"], 0 if row["src"] == "oasst_benign" else None, INJECTION_TIMES


def harmful(data):
    for text, labels in unsafe_texts.texts(SEED):
        unsafe = int(any(labels.values()))
        # Whether an unsafe request is an attack is a matter of taste; a safe one is none.
        yield text, None if unsafe else 0, unsafe, 1
    for row in rows(data / "toxicity_pool", "train"):
        if row["src"] in TOXIC and row["y"] == 1:
            yield row["text"], 0, 1, COMMENT_TIMES
        # That a comment is not an insult does not make it harmless; these were judged as a whole.
        elif row["src"] in ("jigsaw_unintended_bias", "civil_toxicity"):
            yield row["text"], 0, row["y"], COMMENT_TIMES if row["y"] else 1
    requests = [row["prompt"] for row in rows(data / "harmful_requests", "all") if row["src"] == "harmfulqa"]
    for at, text in enumerate(requests):
        if not is_held_request(at):
            yield text, None, 1, HARMFUL_TIMES


def talk():
    grammar = Grammar(SEED + 2, *injection_texts.PHRASES)
    makers = {injection_texts.harmless(kind): share for kind, share in TALK.items()}
    for text in collect(grammar, makers, TALK_COUNT):
        yield text, 0, 0, 1


def ordinary(data):
    chance = random.Random(SEED)
    asked = list(squad(data, SQUAD_SCREENING))
    questions = {row["question"] for row in rows(data / "nq_open", "nq_open_dev")}
    questions |= {row["question"] + chance.choice(["?", ""]) for row in rows(data / "boolq_4k", "all")}
    more = {question for _, _, question, _ in asked}
    passages = {text for _, text, _, _ in asked}
    passages |= {row["passage"] for row in rows(data / "boolq_4k", "all")}
    for row in rows(data / "span_qa_pool", "all"):
        more.add(row["question"])
        passages.add(row["context"][:1500])
    for row in rows(data / "answerability_pool", "all"):
        if row["src"] in DOQA:
            more.add(row["question"])
            passages.add(row["context"][:1500])
    for corpus in CORPORA:
        pages = list(rows(data / corpus, "docs"))
        for page in chance.sample(pages, min(PAGES, len(pages))):
            found = list(sections(page["text"]))
            passages |= {body for _, body in chance.sample(found, min(3, len(found)))}
    texts = sorted(questions) + chance.sample(sorted(more), QUESTIONS) + chance.sample(sorted(passages), PASSAGES)
    for text in texts:
        yield text, 0, 0, 1


def gather(data):
    return [*injections(data), *harmful(data), *talk(), *ordinary(data)]
