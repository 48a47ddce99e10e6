"""Finds the passages near each everyday question, by the pretrained model's vectors and by words, on a GPU.

Usage: mine_asked.py PRETRAINED_XZ ASKED_XZ OUTPUT_NPZ [--device cuda]

Of the written questions only a part is answered by its own passage: a pair counts where the passage is ranked high.
The result has for each question its `near` passages (by vectors, then by words), by how much each is nearer than its
own (`lead`), how many of all are (`rank`), and which share of its words, by weight, its own passage holds (`overlap`).
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from asked_texts import AskedTexts
from mpnet_tokens import VOCABULARY
from torch_mpnet import load_pretrained

NEAR = 24
BATCH, QUESTIONS = 512, 1024
TITLE_WEIGHT, SATURATION, LENGTH_SHARE = 2.0, 1.2, 0.75
# Words that every question has say nothing: ? . , ' what how who when where why which is are do does can have be
# the a i my we it you to of for if and in on
COMMON = [1029, 1012, 1010, 1005, 2054, 2129, 2040, 2043, 2073, 2339, 2029, 2003, 2024, 2079, 2515, 2064, 2031, 2022]
COMMON += [1996, 1037, 1045, 2026, 2057, 2009, 2017, 2000, 1997, 2005, 2065, 1998, 1999, 2006]


def vectors_of(model, texts, name):
    found = None
    for chosen in texts.lengths[name].argsort().split(BATCH):
        with torch.autocast(texts.device, dtype=torch.bfloat16, enabled=texts.device == "cuda"):
            vectors = model.vectors(*texts.alone(name, chosen))
        if found is None:
            found = vectors.new_empty(len(texts.lengths[name]), vectors.shape[1], dtype=torch.float16)
        found[chosen] = vectors.half()
    return found


class Words:
    """Passages by BM25's weights of their tokens, a title's counted twice."""

    def __init__(self, texts):
        self.texts, count = texts, len(texts.lengths["passages"])
        parts = (("passages", 1.0), ("titles", TITLE_WEIGHT))
        places = torch.arange(count, device=texts.device)
        rows = torch.cat([torch.repeat_interleave(places, texts.lengths[name]) for name, _ in parts])
        columns = torch.cat([texts.ids[name].long() for name, _ in parts])
        times = torch.cat([torch.full((len(texts.ids[name]),), each, device=texts.device) for name, each in parts])
        counted = torch.sparse_coo_tensor(torch.stack([rows, columns]), times, (count, VOCABULARY)).coalesce()
        (row, column), times = counted.indices(), counted.values()
        holding = torch.bincount(column, minlength=VOCABULARY).float()
        self.rarity = torch.log(1 + (count - holding + 0.5) / (holding + 0.5))
        length = torch.zeros(count, device=texts.device).index_add_(0, row, times)
        slowed = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / length.mean())
        weights = self.rarity[column] * times * (SATURATION + 1) / (times + slowed[row])
        self.weights = torch.sparse_coo_tensor(counted.indices(), weights, counted.shape).coalesce().to_sparse_csr()

    def mark(self, marks, name, chosen):
        """Sets which tokens the chosen texts have."""
        size = int(self.texts.lengths[name][chosen].max())
        tokens, there = self.texts.tokens(name, chosen, torch.arange(size, device=self.texts.device)[None])
        return marks.scatter_(1, torch.where(there, tokens, 0), 1.0)

    def asked(self, questions):
        """Which tokens each question asks by."""
        found = self.mark(torch.zeros(len(questions), VOCABULARY, device=self.texts.device), "questions", questions)
        found[:, [0, *COMMON]] = 0
        return found

    def scores(self, asked):
        return (self.weights @ asked.T).T

    def overlap(self, asked, passages):
        held = self.mark(self.mark(torch.zeros_like(asked), "passages", passages), "titles", passages)
        weights = asked * self.rarity
        return (weights * held).sum(1) / weights.sum(1).clamp(min=1e-6)


def mine(words, questions, passages, own, at):
    """What is found of the questions at these places, by name."""
    places = own[at][:, None]
    scores = questions[at].float() @ passages.float().T
    ours = scores.gather(1, places)
    rank = (scores > ours).sum(1)
    by_vectors = scores.scatter_(1, places, -9).topk(NEAR)
    asked = words.asked(at)
    by_words = words.scores(asked).scatter_(1, places, -9).topk(NEAR).indices
    return {
        "near": torch.cat([by_vectors.indices, by_words], 1).int(),
        "lead": (torch.cat([by_vectors.values, scores.gather(1, by_words)], 1) - ours).half(),
        "rank": rank.int(),
        "overlap": words.overlap(asked, own[at]).half(),
    }


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser()
    for name in ("pretrained", "asked", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    model = load_pretrained(options.pretrained).to(options.device).eval()
    texts = AskedTexts(options.asked, options.device)
    passages, questions = (vectors_of(model, texts, name) for name in ("passages", "questions"))
    words, own = Words(texts), texts.place(texts.packed["own"])
    parts = [
        mine(words, questions, passages, own, at)
        for at in torch.arange(len(own), device=options.device).split(QUESTIONS)
    ]
    found = {name: torch.cat([part[name] for part in parts]).cpu().numpy() for name in parts[0]}
    np.savez(options.output, **found)
    for line in (1, 3, 10, 30):
        print(f"own passage within {line}: {(found['rank'] < line).mean():.3f}", flush=True)


if __name__ == "__main__":
    main()
