"""Gathers what choices are made by while the reading model is trained: nothing of it is trained on.

Of what is reported it holds one thing: the rows of wice_claim that are not trained on. docs/evaluation.md says so.

Usage: gather_measures.py DATA_FOLDER TOKENIZER_JSON OUTPUT_XZ [--report]

With --report it holds the articles of SQuAD 2.0 that are reported on in place of those for tuning: for the last
measurement alone.
"""

import json
import lzma
import random
import sys
from pathlib import Path

from gather_examples import NLI_LABELS, read_claims, read_told
from gather_texts import rows
from kept_apart import SQUAD2_REPORT, SQUAD2_TUNE, is_held_claim, is_held_row
from near_texts import Near
from reader_examples import NOT_SUPPORTED, QUESTION_MAX, READ, SUPPORTED, TOKENS_MAX, Examples


def gather_squad(examples, data, titles):
    contexts = {row["ctx_id"]: row for row in rows(data / "squad2_dev", "contexts") if row["title"] in titles}
    near = {title: Near([row["text"] for row in contexts.values() if row["title"] == title]) for title in titles}
    read, ranked = [], []
    for row in rows(data / "squad2_dev", "questions"):
        if row["ctx_id"] not in contexts:
            continue
        context = contexts[row["ctx_id"]]
        asked, (ids, offsets) = examples.ids(row["question"])[:QUESTION_MAX], examples.tokens(context["text"])
        room = TOKENS_MAX - len(asked) - 4
        whole, opening = examples.pair(READ, asked, ids[:room])
        answers = [each["text"] for each in row["answers"]] if not row["impossible"] else []
        read.append(
            {
                "ids": [int(each) for each in whole],
                "first": opening,
                "offsets": offsets[:room],
                "text": context["text"],
                "answers": answers,
                "impossible": row["impossible"],
            }
        )
        if not row["impossible"]:
            group = [
                context["text"],
                *(text for text in near[context["title"]].to(row["question"], 12) if text != context["text"]),
            ]
            pairs = [examples.pair(READ, asked, examples.ids(text)[:300]) for text in group]
            ranked.append([{"ids": [int(each) for each in ids], "first": first} for ids, first in pairs])
    return read, ranked[::3]


def gather_judged(examples, data):
    def judged(claim, evidence, label):
        asked = examples.ids(claim)[:128]
        ids, first = examples.pair(3, asked, examples.ids(evidence)[: TOKENS_MAX - len(asked) - 4])
        return {"ids": [int(each) for each in ids], "first": first, "label": label}

    sets = {}
    for row in rows(data / "nli_pool", "dev"):
        sets.setdefault(row["src"], []).append(judged(row["h"], row["p"], NLI_LABELS[row["y"]]))
    for at, row in enumerate(rows(data / "grounding_pool", "train")):
        if row["src"] == "wice_claim" and is_held_row(at):
            label = SUPPORTED if row["supported"] else NOT_SUPPORTED
            sets.setdefault("wice_held", []).append(judged(row["claim"], row["context"], label))
    for passage, claim, title, text, label in read_claims(data):
        if is_held_claim(passage):
            sets.setdefault("claims_held", []).append(judged(claim, f"{title}\n{text}", label))
    for told, claim, text, label in read_told():
        if is_held_claim(told):
            sets.setdefault("told_held", []).append(judged(claim, text, label))
    return {name: random.Random(7).sample(found, min(500, len(found))) for name, found in sets.items()}


def main():
    data, tokenizer, output = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    examples = Examples(tokenizer, random.Random(7))
    read, ranked = gather_squad(examples, data, SQUAD2_REPORT if "--report" in sys.argv else SQUAD2_TUNE)
    found = {
        "read": read,
        "rank": ranked,
        "judge": gather_judged(examples, data),
    }
    output.write_bytes(lzma.compress(json.dumps(found).encode(), preset=4))
    print(output, round(output.stat().st_size / 2**20, 1), "MiB,", len(read), "questions")


if __name__ == "__main__":
    main()
