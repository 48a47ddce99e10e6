"""Measures reading models by what the search finds for questions in people's own words, while they are trained.

Usage: measure_answers.py CANDIDATES_JSON TOKENIZER_JSON MODEL.npz … [--device cuda]

CANDIDATES_JSON is what `npm run eval -- candidates` writes: tuning questions alone. For each model: how often the passage
with the whole answer is first and within three, by relevance, by span and by both; and how many questions would be
answered right where 8 and 15 % are answered wrong, by a logistic model that is fitted on the other corpora.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from kept_apart import CORPORA
from measure_reader import SPAN_TOKENS_MAX, outputs, torch_runner
from reader_examples import AFTER_CONTEXT, CLOSE, CONTEXT_MAX, OPEN, QUESTION_MAX, READ, TOKENS_MAX

DEPTHS = (8, 32)
WRONG_MAX = (0.08, 0.15)
LEAD_MAX, USUAL_NEARNESS, DECAY, FITTING_STEPS = 8, 0.5, 1.0, 30


def read_questions(path, tokenizer):
    def ids(text):
        return tokenizer.encode(text, add_special_tokens=False).ids

    questions = json.loads(path.read_text())
    for question in questions:
        asked = ids(question["question"])[:QUESTION_MAX]
        for passage in question["passages"]:
            context = ids(passage["context"])[-CONTEXT_MAX:]
            before = [*context, AFTER_CONTEXT] if context else []
            room = TOKENS_MAX - len(asked) - len(before) - 4
            passage["ids"] = [OPEN, READ, *asked, CLOSE, *before, *ids(passage["text"])[:room], CLOSE]
            passage["first"], passage["text_at"] = len(asked) + 3, len(asked) + 3 + len(before)
    return questions


def margin_of(passage, out):
    """By how much the best words of the passage score above no answer."""
    start, end = (out[side][passage["text_at"] : len(passage["ids"])] for side in ("start", "end"))
    longest = min(SPAN_TOKENS_MAX, len(start))
    best = max((start[: len(start) - more] + end[more:]).max() for more in range(longest)) if longest else -1e4
    return float(best - out["start"][0] - out["end"][0])


def score(runner, questions):
    """(relevance, margin) of the passages of each question."""
    passages = [passage for question in questions for passage in question["passages"]]
    said = iter(zip(passages, outputs(runner, passages), strict=True))
    found = []
    for question in questions:
        own = [next(said) for _ in question["passages"]]
        relevance = np.array([float(out["relevance"]) for _, out in own])
        found.append((relevance, np.array([margin_of(passage, out) for passage, out in own])))
    return found


def first_and_three(questions, scored, depth, combine):
    first = three = 0
    for question, each in zip(questions, scored, strict=True):
        order = np.argsort(-combine(*(scores[:depth] for scores in each)))
        answers = [question["passages"][at]["answers"] for at in order[:3]]
        first, three = first + any(answers[:1]), three + any(answers)
    return f"{first} / {three}"


def lead(scores):
    others = [max([*scores[:own], *scores[own + 1 :]], default=own_score) for own, own_score in enumerate(scores)]
    return (scores - np.array(others)).clip(-LEAD_MAX, LEAD_MAX)


def features(question, relevance, margin, depth):
    relevance, margin = relevance[:depth], margin[:depth]
    near = [USUAL_NEARNESS if each["nearness"] is None else each["nearness"] for each in question["passages"][:depth]]
    ranks = 1 / (1 + np.arange(len(near)))
    return np.stack([margin.clip(-12, 12), lead(margin), relevance, lead(relevance), ranks, np.array(near)], 1)


def fit_logistic(rows, right):
    mean, spread = rows.mean(0), rows.std(0) + 1e-6

    def prepared(given):
        return np.c_[(given - mean) / spread, np.ones(len(given))]

    inputs, weights = prepared(rows), np.zeros(rows.shape[1] + 1)
    for _ in range(FITTING_STEPS):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (right - chance) - DECAY * np.r_[weights[:-1], 0]
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + DECAY * np.eye(len(weights))
        weights += np.linalg.solve(curvature, gradient)
    return lambda given: prepared(given) @ weights


def decide(questions, scored, depth):
    """(score of the best passage, whether it answers) of each question, by weights fitted on the other corpora."""
    rows = [features(question, *each, depth) for question, each in zip(questions, scored, strict=True)]
    right = [np.array([each["answers"] for each in question["passages"][:depth]], float) for question in questions]
    decided = [None] * len(questions)
    for corpus in {question["corpus"] for question in questions}:
        others = [at for at, question in enumerate(questions) if question["corpus"] != corpus]
        apply = fit_logistic(np.concatenate([rows[at] for at in others]), np.concatenate([right[at] for at in others]))
        for at, question in enumerate(questions):
            if question["corpus"] == corpus and len(rows[at]):
                scores = apply(rows[at])
                decided[at] = (scores.max(), bool(right[at][scores.argmax()]))
    return decided


def at_risk(questions, decided, wrong_max):
    """The largest share of right answers where no more than so many are wrong."""
    known = [(question["answerable"], each) for question, each in zip(questions, decided, strict=True) if each]
    answerable = sum(question["answerable"] for question in questions)
    best = (0.0, 0.0)
    for line, _ in (each for _, each in known):
        given = [(may, right) for may, (score, right) in known if score >= line]
        right = sum(right for may, right in given if may) / answerable
        wrong = sum(not right for may, right in given if may) / answerable
        refused = 1 - sum(not may for may, _ in given) / max(1, len(questions) - answerable)
        if wrong <= wrong_max:
            best = max(best, (right, refused))
    return f"wrong {wrong_max:.0%}: right {best[0]:.1%}, unanswerable refused {best[1]:.0%}"


def report(questions, scored):
    groups = {
        "all": lambda question: True,
        "corpora never trained on": lambda question: f"corpus_{question['corpus']}" in CORPORA,
        "by another hand": lambda question: question["set"] == "asked",
    }
    ways = {
        "relevance": lambda relevance, margin: relevance,
        "span": lambda relevance, margin: margin,
        "both": lambda relevance, margin: relevance + margin / 2,
    }
    for depth in DEPTHS:
        decided = decide(questions, scored, depth)
        for group, belongs in groups.items():
            chosen = [at for at, question in enumerate(questions) if belongs(question)]
            able = [at for at in chosen if questions[at]["answerable"]]
            asked, theirs = [questions[at] for at in able], [scored[at] for at in able]
            ranks = ", ".join(f"{way} {first_and_three(asked, theirs, depth, each)}" for way, each in ways.items())
            of_group = [questions[at] for at in chosen], [decided[at] for at in chosen]
            risks = "; ".join(at_risk(*of_group, wrong_max) for wrong_max in WRONG_MAX)
            print(f"   of {depth}, {group} ({len(able)}): first / three by {ranks}; {risks}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    for name in ("candidates", "tokenizer"):
        parser.add_argument(name, type=Path)
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    questions = read_questions(options.candidates, tokenizer)
    for path in options.models:
        print(path.stem, flush=True)
        report(questions, score(torch_runner(path, options.device), questions))


if __name__ == "__main__":
    main()
