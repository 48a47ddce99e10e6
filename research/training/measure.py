"""Measures encoders: how well their vectors find what was judged relevant, alone and with BM25, and how fast they are.

Usage: measure.py DATA_FOLDER CACHE_FOLDER ENCODER_FOLDER… [--sets beir_scifact,cranfield] [--speed]

Documents are title and text, cut at 256 tokens for all encoders alike. The fused column is the mean of the two scores,
each stretched to 0…1 over the 200 best documents of a question; nothing is tuned on these sets.
Speeds are by processor time, for the machine may be shared: passages of 160 tokens in batches of 8, questions of 16.
"""

import argparse
import gzip
import json
import math
import re
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import BertWordPieceTokenizer

SETS = ("beir_scifact", "cranfield", "cisi", "cacm")
TOKENS_MAX = 256
CANDIDATES = 200
STOP_WORDS = frozenset(
    "a an and any are as at be been by can could do does for from had has have how if in into is it its may of on or "
    "such than that the their there these they this to was were what when where which who will with would".split()
)


def read_rows(path):
    packed = path.with_name(path.name + ".gz")
    with gzip.open(packed, "rt") if packed.exists() else path.open() as lines:
        return [json.loads(line) for line in lines]


def read_set(data, name):
    """Documents, questions and judgements (question → document → grade); only questions that were judged."""
    folder = data / name
    documents = {row["_id"]: f"{row['title']}\n{row['text']}" for row in read_rows(folder / "corpus.jsonl")}
    judged = defaultdict(dict)
    for row in read_rows(folder / ("qrels.train.jsonl" if name == "beir_scifact" else "qrels.jsonl")):
        if row["rel"] > 0 and row["d"] in documents:
            judged[row["q"]][row["d"]] = row["rel"]
    questions = {row["_id"]: row["text"] for row in read_rows(folder / "queries.jsonl") if row["_id"] in judged}
    return documents, questions, judged


class Encoder:
    def __init__(self, folder, threads=1):
        self.folder = Path(folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text())
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        self.session = onnxruntime.InferenceSession(str(self.folder / "model.onnx"), options)
        self.tokenizer = BertWordPieceTokenizer(str(self.folder / "vocab.txt"), lowercase=True)
        self.tokenizer.enable_truncation(TOKENS_MAX)

    def run(self, ids, mask):
        return self.session.run(None, {"input_ids": ids, "attention_mask": mask})[0]

    def embed(self, texts, prefix="", batch=16):
        runs = [encoded.ids for encoded in self.tokenizer.encode_batch([prefix + text for text in texts])]
        order = sorted(range(len(runs)), key=lambda index: len(runs[index]))
        vectors = np.zeros((len(runs), self.manifest["dimensions"]), np.float32)
        for start in range(0, len(order), batch):
            chosen = order[start : start + batch]
            ids = np.zeros((len(chosen), max(len(runs[index]) for index in chosen)), np.int64)
            for row, index in enumerate(chosen):
                ids[row, : len(runs[index])] = runs[index]
            mask = np.arange(ids.shape[1])[None] < np.array([len(runs[index]) for index in chosen])[:, None]
            vectors[chosen] = self.run(ids, mask.astype(np.int64))
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def vectors_of(encoder, cache, name, documents, questions):
    """The vectors, from the cache where the same model has been there before."""
    path = Path(cache) / f"{encoder.manifest['files']['model.onnx']['sha256'][:16]}-{name}.npz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(
            path,
            documents=encoder.embed(list(documents.values())).astype(np.float16),
            questions=encoder.embed(list(questions.values()), encoder.manifest["question_prefix"]).astype(np.float16),
        )
    kept = np.load(path)
    return kept["questions"].astype(np.float32), kept["documents"].astype(np.float32)


def words_of(text):
    """Words in lower case but for the commonest, the plural cut off."""
    words = (word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in STOP_WORDS)
    return [re.sub(r"(?<=[^s])s$", "", word) if len(word) > 3 else word for word in words]


def bm25_scores(documents, questions, k1=1.2, b=0.75):
    counts = [Counter(words_of(text)) for text in documents.values()]
    lengths = np.array([sum(count.values()) for count in counts])
    postings = defaultdict(list)
    for index, count in enumerate(counts):
        for word, times in count.items():
            postings[word].append((index, times))
    scores = np.zeros((len(questions), len(counts)), np.float32)
    for row, question in enumerate(questions.values()):
        for word in set(words_of(question)):
            if word in postings:
                index, times = np.array(postings[word]).T
                rarity = math.log(1 + (len(counts) - len(index) + 0.5) / (len(index) + 0.5))
                scores[row, index] += (
                    rarity * times * (k1 + 1) / (times + k1 * (1 - b + b * lengths[index] / lengths.mean()))
                )
    return scores


def stretch(scores):
    """Each row to 0…1 over its best candidates, 0 below them."""
    best = np.sort(scores, axis=1)[:, ::-1]
    low, high = best[:, CANDIDATES - 1 : CANDIDATES], best[:, :1]
    return np.clip((scores - low) / np.maximum(high - low, 1e-9), 0, None)


def judge(scores, documents, questions, judged):
    """nDCG@10 and recall@50."""
    names, gains, recalls = list(documents), [], []
    for row, question in zip(scores, questions, strict=True):
        grades = judged[question]
        top = [names[index] for index in np.argsort(-row, kind="stable")[:50]]
        gain = sum(grades.get(name, 0) / math.log2(rank + 2) for rank, name in enumerate(top[:10]))
        ideal = sum(
            grade / math.log2(rank + 2) for rank, grade in enumerate(sorted(grades.values(), reverse=True)[:10])
        )
        gains.append(gain / ideal)
        recalls.append(sum(name in grades for name in top) / len(grades))
    return float(np.mean(gains)), float(np.mean(recalls))


def time_runs(folder, shape, runs):
    """Seconds of processor time, and seconds by the clock, of one run: the medians."""
    encoder = Encoder(folder)
    ids = np.random.default_rng(7).integers(1000, 30000, shape)
    mask, processor, clock = np.ones_like(ids), [], []
    for _ in range(runs):
        before = time.process_time(), time.perf_counter()
        encoder.run(ids, mask)
        processor.append(time.process_time() - before[0])
        clock.append(time.perf_counter() - before[1])
    return float(np.median(processor[1:])), float(np.median(clock[1:]))


def time_encoder(folder):
    passage, question = time_runs(folder, (8, 160), 12), time_runs(folder, (1, 16), 60)
    with ProcessPoolExecutor(2) as pool:
        pair = list(pool.map(time_runs, [folder] * 2, [(8, 160)] * 2, [12] * 2))
    return {
        "passages_per_s": 8 / passage[0],
        "passages_per_s_2_processes": sum(8 / processor for processor, _ in pair),
        "passages_per_s_2_processes_by_the_clock": sum(8 / clock for _, clock in pair),
        "question_ms": 1000 * question[0],
        "megabytes": (Path(folder) / "model.onnx").stat().st_size / 1e6,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("cache", type=Path)
    parser.add_argument("encoders", nargs="*")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    for folder in options.encoders if options.speed else []:
        print(folder, {name: round(value, 2) for name, value in time_encoder(folder).items()}, flush=True)
    for name in options.sets.split(","):
        documents, questions, judged = read_set(options.data, name)
        words = bm25_scores(documents, questions)
        print(f"{name:14} bm25 nDCG@10 %.4f recall@50 %.4f" % judge(words, documents, questions, judged), flush=True)
        for folder in options.encoders:
            encoder = Encoder(folder)
            asked, held = vectors_of(encoder, options.cache, name, documents, questions)
            near = asked @ held.T
            alone = judge(near, documents, questions, judged)
            fused = judge(stretch(words) + stretch(near), documents, questions, judged)
            print(
                f"{name:14} {Path(folder).name:16} nDCG@10 %.4f recall@50 %.4f | with bm25 %.4f %.4f" % (alone + fused),
                flush=True,
            )


if __name__ == "__main__":
    main()
