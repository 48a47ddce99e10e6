"""Gathers the texts an encoder is distilled on, as token ids: only of sets whose licence allows the model to ship.

Usage: gather_texts.py DATA_FOLDER TOKENIZER_JSON OUTPUT_XZ

The file holds documents (a run of tokens each) and questions (a run of tokens, and the document each is about, or -1).
Labels and answers are not used. Sets we measure by are not among them, nor texts that share a sentence with one.
"""

import gzip
import io
import json
import lzma
import random
import re
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

# How many documents to take at most of each corpus: the reference of web interfaces would drown the rest.
CORPORA = {
    "corpus_mdn": 5000,
    "corpus_github_docs": 3017,
    "corpus_kubernetes_docs": 1527,
    "corpus_postgresql15_docs": 1168,
    "corpus_sourcegraph_handbook": 874,
    "corpus_gsa_tts_handbook": 235,
    "corpus_govuk_dev_docs": 238,
    "corpus_owasp_cheatsheets": 120,
}
DOCUMENT_TOKENS_MAX = 1500
SENTENCE_SOURCES = {"snli_ni": 4000, "scitail_ni": 9550, "fever_dev": 9223, "conjnli": 4000}
SEPARATE = ("cranfield/corpus", "cisi/corpus", "cacm/corpus", "beir_scifact/corpus")


def rows(folder, name):
    plain, packed = folder / f"{name}.jsonl", folder / f"{name}.jsonl.gz"
    lines = gzip.open(packed, "rt") if packed.exists() else plain.open()
    with lines:
        yield from map(json.loads, lines)


def marks(text):
    """The openings of a text's longer sentences, by which two copies of one text are known."""
    return {sentence[:60].lower() for sentence in re.split(r"(?<=[.?!])\s+", text) if len(sentence) >= 60}


class Gathering:
    def __init__(self, data):
        self.documents, self.questions, self.known = [], [], {}
        self.separate = set()
        for name in SEPARATE:
            for row in rows(data / name.split("/")[0], name.split("/")[1]):
                self.separate |= marks(row.get("text") or "")

    def document(self, text):
        """The number of the document, or -1 where it may not be used."""
        if text not in self.known:
            if marks(text) & self.separate:
                self.known[text] = -1
            else:
                self.known[text] = len(self.documents)
                self.documents.append(text)
        return self.known[text]

    def question(self, text, document=-1):
        self.questions.append((text, document))


def gather(data):
    gathering, chance = Gathering(data), random.Random(7)
    for corpus, count in CORPORA.items():
        documents = list(rows(data / corpus, "docs"))
        for row in chance.sample(documents, min(count, len(documents))):
            gathering.question(row["title"], gathering.document(f"{row['title']}\n{row['text'][:9000]}"))
    contexts = {row["ctx_id"]: row["text"] for row in rows(data / "squad1_train_part", "contexts")}
    for row in rows(data / "squad1_train_part", "questions"):
        gathering.question(row["question"], gathering.document(contexts[row["ctx_id"]]))
    for row in rows(data / "span_qa_pool", "all"):
        gathering.question(row["question"], gathering.document(row["context"]))
    for row in rows(data / "answerability_pool", "all"):
        if row["src"] in ("iirc", "doqa_cooking", "doqa_movies"):
            gathering.question(row["question"], gathering.document(row["context"]))
    for row in rows(data / "boolq_4k", "all"):
        gathering.question(row["question"], gathering.document(row["passage"]))
    for row in rows(data / "qasper_ni", "all"):
        gathering.question(row["question"], gathering.document(row["context"]))
    for row in rows(data / "pubmedqa_labeled", "all"):
        gathering.question(row["question"], gathering.document(" ".join(row["contexts"])))
    for part in ("dev", "test"):
        for row in rows(data / "selqa", part):
            gathering.question(row["question"], gathering.document(" ".join(row["sentences"])))
    for part in ("nq_open_dev", "efficientqa_dev"):
        for row in rows(data / "nq_open", part):
            gathering.question(row["question"])
    taken = dict.fromkeys(SENTENCE_SOURCES, 0)
    for row in rows(data / "nli_pool", "train"):
        source = row["src"]
        if source in taken and taken[source] < SENTENCE_SOURCES[source]:
            taken[source] += 1
            gathering.document(row["p"])
            if source != "snli_ni":
                gathering.document(row["h"])
    return gathering


def main():
    data, tokenizer_path, output = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    gathering = gather(data)
    tokenizer = Tokenizer.from_file(tokenizer_path)
    tokenizer.no_padding()
    tokenizer.enable_truncation(DOCUMENT_TOKENS_MAX)
    arrays = {"about": np.array([document for _, document in gathering.questions], np.int32)}
    for name, texts in (("documents", gathering.documents), ("questions", [text for text, _ in gathering.questions])):
        runs = [np.array(each.ids, np.uint16) for each in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]
        arrays[f"{name}_ids"] = np.concatenate(runs)
        arrays[f"{name}_lengths"] = np.array([len(run) for run in runs], np.int32)
        print(name, len(runs), "tokens", len(arrays[f"{name}_ids"]), flush=True)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    Path(output).write_bytes(lzma.compress(buffer.getvalue(), preset=6))
    print(output, Path(output).stat().st_size / 2**20, "MiB")


if __name__ == "__main__":
    main()
