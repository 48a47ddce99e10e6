"""Gathers questions in everyday words over passages of handbooks, as token ids: what ranking and reading are taught on.

Usage: gather_asked.py DATA_FOLDER TOKENIZER_JSON OUTPUT_XZ

Which passages lie near a question is found later, where the vectors are made (`mine_asked.py`).
"""

import io
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
# "What does it do?" asks about nothing that a passage could be found by.
NO_SUBJECT = re.compile(r"^(?:\W*(?:what|how|why|when|where|who|which|is|are|does|do|did|can|it|this|that|they|them|he|she|the|be|mean|work|use|used|about|for|of|in|to|a|an|you|i|we)\b)*\W*$", re.I)


def runs(tokenizer, texts):
    return [each.ids for each in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]


def packed(name, found):
    return {
        f"{name}.ids": np.concatenate([np.array(run, np.uint16) for run in found]),
        f"{name}.lengths": np.array([len(run) for run in found], np.int16),
    }


def main():
    data, tokenizer, output = Path(sys.argv[1]) / "asked_questions", Tokenizer.from_file(sys.argv[2]), Path(sys.argv[3])
    tokenizer.no_padding()
    tokenizer.no_truncation()
    passages = list(rows(data, "passages"))
    place = {row["id"]: at for at, row in enumerate(passages)}
    asked = [(row["q"], place[row["id"]], row.get("span"), 0) for row in rows(data, "questions")]
    asked += [(row["q"], place[row["id"]], None, 1) for row in rows(data, "yes_no")]
    asked = [row for row in dict.fromkeys((q.strip(), own, tuple(span or ()), kind) for q, own, span, kind in asked)]
    asked = [row for row in asked if not NO_SUBJECT.match(row[0])]
    texts = tokenizer.encode_batch_fast([row["text"] for row in passages], add_special_tokens=False)
    offsets = None
    spans = np.full((len(asked), 2), -1, np.int16)
    whole = {}
    for at, (_, own, span, _) in enumerate(asked):
        if not span:
            continue
        if own not in whole:
            whole[own] = tokenizer.encode(passages[own]["text"], add_special_tokens=False).offsets
        offsets = whole[own]
        inside = [token for token, (start, end) in enumerate(offsets) if start < span[1] and end > span[0]]
        if inside and inside[-1] < PASSAGE_MAX:
            spans[at] = inside[0], inside[-1]
    arrays = packed("passages", [each.ids[:PASSAGE_MAX] for each in texts])
    arrays |= packed("titles", [run[-CONTEXT_MAX:] for run in runs(tokenizer, [row["title"] for row in passages])])
    arrays |= packed("questions", [run[:QUESTION_MAX] for run in runs(tokenizer, [row[0] for row in asked])])
    arrays["own"] = np.array([row[1] for row in asked], np.int32)
    arrays["spans"], arrays["yes_no"] = spans, np.array([row[3] for row in asked], np.int8)
    arrays["held"] = np.array([row["id"].split("|")[0] in ASKED for row in passages])
    pages = {}
    arrays["page"] = np.array([pages.setdefault(row["id"].rsplit("|", 1)[0], len(pages)) for row in passages], np.int32)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    output.write_bytes(lzma.compress(buffer.getvalue(), preset=4))
    tokens = {name: len(value) for name, value in arrays.items() if name.endswith("ids")}
    print(output, round(output.stat().st_size / 2**20, 1), "MiB,", len(asked), "questions,", (spans[:, 0] >= 0).sum(), "spans,", tokens)


if __name__ == "__main__":
    main()
