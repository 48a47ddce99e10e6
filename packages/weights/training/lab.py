"""What the stages share: everyday questions with passages near them, and the bed that candidates are measured on."""
import json, time
import numpy as np
import torch
import torch.nn.functional as F
from reader_examples import AFTER_CONTEXT, CLOSE, JUDGE, OPEN, READ
from torch_encoder import read_packed

TOKENS_MAX = 288
YES, NO, STOP = 2748, 2053, 1012
NEAR = 24
BEGIN = time.monotonic()

def say(*parts):
    print(f"[{time.monotonic()-BEGIN:6.1f}]", *parts, flush=True)

class Texts:
    """Runs of tokens on the device: passages, titles, questions."""
    def __init__(self, path, device):
        packed = self.packed = read_packed(path)
        self.device = device
        self.flat = {n: self.place(packed[f"{n}.ids"], np.int32) for n in ("passages", "titles", "questions")}
        self.lengths = {n: self.place(packed[f"{n}.lengths"]) for n in self.flat}
        self.starts = {n: l.cumsum(0) - l for n, l in self.lengths.items()}
    def place(self, array, kind=np.int64):
        return torch.from_numpy(array.astype(kind)).to(self.device)
    def text(self, name, at, steps):
        index = (self.starts[name][at][:, None] + steps).clamp(0, len(self.flat[name]) - 1)
        return self.flat[name][index].long(), (steps >= 0) & (steps < self.lengths[name][at][:, None])
    def rows(self, questions, passages, task=READ, said=None, dropped=None, tokens_max=TOKENS_MAX):
        steps = torch.arange(tokens_max, device=self.device)[None]
        asked = self.lengths["questions"][questions][:, None]
        title = self.lengths["titles"][passages][:, None] if task == READ else torch.zeros_like(asked)
        rows = torch.full((len(questions), tokens_max), 0, device=self.device)
        rows[:, 0], rows[:, 1] = OPEN, task
        words, there = self.text("questions", questions, steps - 2)
        rows = torch.where(there, words, rows)
        end = asked + 2
        if said is not None:
            rows = torch.where(steps == end, said[:, None], torch.where(steps == end + 1, STOP, rows))
            end = end + 2
        rows = torch.where(steps == end, CLOSE, rows)
        firsts = end + 1
        after = firsts
        if task == READ:
            words, there = self.text("titles", passages, steps - firsts)
            rows = torch.where(there, words, rows)
            rows = torch.where(steps == firsts + title, AFTER_CONTEXT, rows)
            after = firsts + title + 1
        words, there = self.text("passages", passages, steps - after)
        rows = torch.where(there, words, rows)
        last = (after + self.lengths["passages"][passages][:, None]).clamp(max=tokens_max - 1)
        rows = torch.where(steps == last, CLOSE, rows)
        size = min(tokens_max, (int(last.max()) + 16) // 16 * 16)
        return rows[:, :size], firsts[:, 0], (steps <= last)[:, :size], after[:, 0]
    def whole(self, name, at, titled=False, prefix=(), size=256):
        """A text alone, opened and closed; a passage with its title before it."""
        steps = torch.arange(size, device=self.device)[None]
        head = torch.tensor([OPEN, *prefix], device=self.device)
        rows = torch.zeros((len(at), size), dtype=torch.long, device=self.device)
        rows[:, : len(head)] = head
        after = torch.full((len(at), 1), len(head), device=self.device)
        if titled:
            words, there = self.text("titles", at, steps - after)
            rows = torch.where(there, words, rows)
            after = after + self.lengths["titles"][at][:, None]
        words, there = self.text(name, at, steps - after)
        rows = torch.where(there, words, rows)
        last = (after + self.lengths[name][at][:, None]).clamp(max=size - 1)
        rows = torch.where(steps == last, CLOSE, rows)
        cut = int(last.max()) + 1
        return rows[:, :cut], (steps <= last)[:, :cut]

def bm25(texts, title_weight=2.0, k1=1.2, b=0.75):
    """A sparse matrix of passages by tokens with BM25's weights, and the words of each question."""
    device = texts.device
    n = len(texts.lengths["passages"])
    row_p = torch.repeat_interleave(torch.arange(n, device=device), texts.lengths["passages"])
    row_t = torch.repeat_interleave(torch.arange(n, device=device), texts.lengths["titles"])
    rows = torch.cat([row_p, row_t]); cols = torch.cat([texts.flat["passages"].long(), texts.flat["titles"].long()])
    vals = torch.cat([torch.ones(len(row_p), device=device), torch.full((len(row_t),), title_weight, device=device)])
    tf = torch.sparse_coo_tensor(torch.stack([rows, cols]), vals, (n, 30522)).coalesce()
    idx, v = tf.indices(), tf.values()
    df = torch.bincount(idx[1], minlength=30522).float()
    idf = torch.log(1 + (n - df + 0.5) / (df + 0.5))
    length = torch.zeros(n, device=device).index_add_(0, idx[0], v)
    norm = k1 * (1 - b + b * length / length.mean())
    w = idf[idx[1]] * v * (k1 + 1) / (v + norm[idx[0]])
    return torch.sparse_coo_tensor(idx, w, (n, 30522)).coalesce().to_sparse_csr(), idf

def question_words(texts, chosen):
    device = texts.device
    lengths = texts.lengths["questions"][chosen]
    size = int(lengths.max())
    steps = torch.arange(size, device=device)[None]
    words, there = texts.text("questions", chosen, steps)
    q = torch.zeros(len(chosen), 30522, device=device)
    q.scatter_(1, torch.where(there, words, 0), 1.0)
    q[:, 0] = 0
    # The words that every question has say nothing.
    for common in (1029, 2054, 2129, 2003, 1996, 1037, 2079, 2515, 2064, 1045, 2026, 2000, 1997, 2005, 2024, 2057, 2040, 2043, 2073, 2339, 2029, 1012, 1010, 1005, 2065, 1998, 1999, 2031, 2009, 2017, 2022, 2006):
        q[:, common] = 0
    return q

@torch.no_grad()
def vectors(encode, texts, name, count, titled=False, prefix=(), size=256, batch=512):
    order = texts.lengths[name].argsort()
    out = None
    for chosen in order.split(batch):
        rows, present = texts.whole(name, chosen, titled, prefix, size)
        with torch.autocast(texts.device, dtype=torch.bfloat16, enabled=str(texts.device) == "cuda"):
            v = encode(rows, present)
        if out is None:
            out = torch.empty(count, v.shape[1], dtype=torch.float16, device=texts.device)
        out[chosen] = v.half()
    return out

class Bed:
    def __init__(self, path, device):
        self.texts = Texts(path, device)
        packed = self.texts.packed
        self.meta = json.loads(packed["meta"].tobytes())
        self.corpus = self.texts.place(packed["corpus"])
        self.ours = torch.from_numpy(packed["ours"].astype(np.float32)).to(device)
        self.ours_q = torch.from_numpy(packed["ours_q"].astype(np.float32)).to(device)
        n, m = len(self.corpus), len(self.meta)
        self.right = torch.zeros(m, n, dtype=torch.bool, device=device)
        self.inside = torch.zeros(m, n, dtype=torch.bool, device=device)
        for at, q in enumerate(self.meta):
            self.right[at, q["right"]] = True
            self.inside[at] = self.corpus == q["corpus"]
        matrix, _ = bm25(self.texts)
        words = question_words(self.texts, torch.arange(m, device=device))
        self.words = (matrix @ words.T).T.masked_fill(~self.inside, -1)
        self.has = self.right.any(1)
        self.unanswerable = torch.tensor([not q["answerable"] for q in self.meta], device=device)
        self.sets = [q["set"] for q in self.meta]
    def fused(self, dense, weight=0.8, pool=100):
        """As the search does: candidates of either kind, both scores measured against them."""
        dense = dense.masked_fill(~self.inside, -9)
        cand = torch.zeros_like(self.right)
        cand.scatter_(1, dense.topk(min(pool, dense.shape[1])).indices, True); cand.scatter_(1, self.words.topk(min(pool, dense.shape[1])).indices, True)
        cand &= self.inside
        low = dense.masked_fill(~cand, 9).min(1, keepdim=True).values; high = dense.masked_fill(~cand, -9).max(1, keepdim=True).values
        most = self.words.max(1, keepdim=True).values.clamp(min=1e-6)
        score = weight * (dense - low) / (high - low).clamp(min=1e-6) + (1 - weight) * self.words.clamp(min=0) / most
        return score.masked_fill(~cand, -9)
    def report(self, label, score, lines=(1, 3, 6, 12, 20, 32)):
        out = []
        for name in ("own", "asked"):
            mask = self.has & torch.tensor([s == name for s in self.sets], device=score.device)
            order = score[mask].topk(max(lines)).indices
            hit = self.right[mask].gather(1, order)
            out.append(f"{name} {int(mask.sum())}: " + "/".join(str(int(hit[:, :k].any(1).sum())) for k in lines))
        say(f"bed {label}:", "  ".join(out))
    @torch.no_grad()
    def rerank(self, label, model, base, top=32, mix=()):
        """Reorders the best of `base` by the model's relevance; returns the candidates and scores."""
        order = base.topk(top).indices
        m = len(order)
        scores = torch.empty(m, top, device=order.device)
        for chosen in torch.arange(m, device=order.device).split(16):
            rows, firsts, present, _ = self.texts.rows(chosen.repeat_interleave(top), order[chosen].reshape(-1))
            with torch.autocast(self.texts.device, dtype=torch.bfloat16, enabled=str(self.texts.device) == "cuda"):
                scores[chosen] = model(rows, firsts, present)["relevance"].view(-1, top)
        full = torch.full_like(base, -99).scatter_(1, order, scores)
        self.report(label, full)
        for w in mix:
            self.report(f"{label}+{w}*search", full + w * torch.where(base > -1, base, 0))
        best = scores.max(1).values
        a, u = best[self.has], best[self.unanswerable]
        auc = (a[:, None] > u[None]).float().mean().item()
        say(f"bed {label}: answerable above unanswerable {auc:.3f} ({len(u)} unanswerable)")
        return order, scores
