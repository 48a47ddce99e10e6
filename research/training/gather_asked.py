"""Gathers questions in everyday words over passages of handbooks, as token ids: ranking and reading are taught on them.

Usage: gather_asked.py DATA_FOLDER TOKENIZER_JSON OUTPUT_XZ

Which passages lie near a question is found later, on the accelerator (`mine_asked.py`).
"""

import io
import json
import lzma
import re
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from gather_texts import rows
from kept_apart import ASKED
from reader_examples import CONTEXT_MAX, QUESTION_MAX

PASSAGE_MAX = 288
WRITTEN = Path(__file__).parent / "written" / "asked.jsonl"
# "What does it do?" asks about nothing that a passage could be found by.
NO_SUBJECT = re.compile(
    r"^(?:\W*(?:what|how|why|when|where|who|which|is|are|does|do|did|can|it|this|that|they|them|he|she|the|be|mean|work"
    r"|use|used|about|for|of|in|to|a|an|you|i|we)\b)*\W*$",
    re.I,
)


def read_asked(data, passages):
    """(question, place of its passage, span of characters or ()), each once in either set."""
    place = {row["id"]: at for at, row in enumerate(passages)}
    asked = []
    for name in ("questions", "yes_no"):
        found = ((row["q"].strip(), place[row["id"]], tuple(row.get("span") or ())) for row in rows(data, name))
        asked += [row for row in dict.fromkeys(found) if not NO_SUBJECT.match(row[0])]
    return asked


def read_written(passages, path=WRITTEN):
    """What was written here by people's words: (question, place of its passage, span of characters or (), kind)."""
    place = {row["id"]: at for at, row in enumerate(passages)}
    found = map(json.loads, path.read_text().splitlines())
    return [(row["q"], place[row["id"]], tuple(row.get("span", ())), row["kind"]) for row in found]


def token_spans(tokenizer, passages, asked):
    """[first, last] token of each answer in its passage, -1 where it is not known or was cut off."""
    spans, offsets = np.full((len(asked), 2), -1, np.int16), {}
    for at, (_, own, span) in enumerate(asked):
        if not span:
            continue
        if own not in offsets:
            offsets[own] = tokenizer.encode(passages[own]["text"], add_special_tokens=False).offsets
        inside = [token for token, (start, end) in enumerate(offsets[own]) if start < span[1] and end > span[0]]
        if inside and inside[-1] < PASSAGE_MAX:
            spans[at] = inside[0], inside[-1]
    return spans


def pack_texts(tokenizer, name, texts, part):
    found = [each.ids[part] for each in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]
    return {
        f"{name}.ids": np.concatenate([np.array(ids, np.uint16) for ids in found]),
        f"{name}.lengths": np.array([len(ids) for ids in found], np.int16),
    }


def main():
    data, tokenizer, output = Path(sys.argv[1]) / "asked_questions", Tokenizer.from_file(sys.argv[2]), Path(sys.argv[3])
    tokenizer.no_padding()
    tokenizer.no_truncation()
    passages = list(rows(data, "passages"))
    asked, written = read_asked(data, passages), read_written(passages)
    is_written = [0] * len(asked) + [1 if span else 2 for _, _, span, _ in written]
    asked += [(question, own, span) for question, own, span, _ in written]
    arrays = {
        **pack_texts(tokenizer, "passages", [row["text"] for row in passages], slice(PASSAGE_MAX)),
        **pack_texts(tokenizer, "titles", [row["title"] for row in passages], slice(-CONTEXT_MAX, None)),
        **pack_texts(tokenizer, "questions", [question for question, _, _ in asked], slice(QUESTION_MAX)),
        "own": np.array([own for _, own, _ in asked], np.int32),
        "spans": token_spans(tokenizer, passages, asked),
        # 1: written here; 2: and its passage does not answer.
        "written": np.array(is_written, np.int8),
        "pages": np.unique([row["id"].rpartition("|")[0] for row in passages], return_inverse=True)[1].astype(np.int32),
        "held": np.array([row["id"].split("|")[0] in ASKED for row in passages]),
    }
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    output.write_bytes(lzma.compress(buffer.getvalue(), preset=4))
    counts = f"{len(asked)} questions, {(arrays['spans'][:, 0] >= 0).sum()} spans"
    print(output, round(output.stat().st_size / 2**20, 1), "MiB,", counts)


if __name__ == "__main__":
    main()
