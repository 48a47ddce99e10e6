"""Batches of every task, with what is known of them and, once labelled, what the teacher says."""
import numpy as np, torch
import torch.nn.functional as F
from lab import *

class Pool:
    """Examples of one pool on the device, in the order of their lengths."""
    def __init__(self, packed, name, tokens, device, group=1):
        self.name, self.device, self.tokens, self.group = name, device, tokens, group
        lengths = packed[f"{name}.lengths"].astype(np.int64)
        longest = lengths.reshape(-1, group).max(1)
        order = np.argsort(longest, kind="stable")
        place = lambda a: torch.from_numpy(a.astype(np.int64)).to(device)
        self.order, self.longest = place(order), longest[order]
        self.lengths, self.starts = place(lengths), place(np.cumsum(lengths) - lengths)
        self.ids = torch.from_numpy(packed[f"{name}.ids"].astype(np.int32)).to(device)
        self.firsts, self.labels = place(packed[f"{name}.firsts"]), place(packed[f"{name}.labels"])
        self.taught = None
    def rows(self, picked, size):
        steps = torch.arange(size, device=self.device)[None]
        present = steps < self.lengths[picked][:, None]
        index = (self.starts[picked][:, None] + steps).clamp(max=len(self.ids) - 1)
        return torch.where(present, self.ids[index].long(), 0), present, index
    def batch(self, quantile):
        count = len(self.longest)
        width = max(512, count // 10)
        low = int(quantile * max(1, count - width))
        size = min(384, (int(self.longest[min(count, low + width) - 1]) + 15) // 16 * 16)
        wanted = max(8, self.tokens // size // self.group)
        picked = self.order[torch.randint(low, min(count, low + width), (wanted,), device=self.device)]
        if self.group > 1:
            picked = (picked[:, None] * self.group + torch.arange(self.group, device=self.device)).reshape(-1)
        rows, present, index = self.rows(picked, size)
        taught = None
        if self.taught is not None:
            taught = {name: value[picked].float() for name, value in self.taught.items() if name in ("relevance", "judge")}
            for side in ("start", "end"):
                if side in self.taught:
                    taught[side] = torch.where(present, self.taught[side][index].float(), -1e4)
        return rows, self.firsts[picked], present, self.labels[picked], taught
    @torch.no_grad()
    def label(self, teacher, heads, tokens=90_000):
        n = len(self.lengths)
        out = {}
        if "relevance" in heads: out["relevance"] = torch.empty(n, dtype=torch.float16, device=self.device)
        if "judge" in heads: out["judge"] = torch.empty(n, 3, dtype=torch.float16, device=self.device)
        if "span" in heads:
            out["start"] = torch.full((len(self.ids),), -1e4, dtype=torch.float16, device=self.device); out["end"] = out["start"].clone()
        order = self.lengths.argsort()
        at = 0
        lengths = self.lengths[order].cpu().numpy()
        while at < n:
            # As many as make up the tokens, by the longest of them.
            take = max(8, tokens // int(lengths[min(n - 1, at + 2000)]))
            chosen = order[at : at + take]; at += take
            size = int(self.lengths[chosen[-1]])
            rows, present, index = self.rows(chosen, size)
            with torch.autocast(self.device, dtype=torch.bfloat16, enabled=str(self.device) == "cuda"):
                said = teacher(rows, self.firsts[chosen], present)
            if "relevance" in out: out["relevance"][chosen] = said["relevance"].half()
            if "judge" in out: out["judge"][chosen] = said["judge"].half()
            if "start" in out:
                for side in ("start", "end"):
                    out[side][index[present]] = said[side][present].clamp(min=-3e4).half()
        self.taught = out

class Asked:
    """Everyday questions with passages near them."""
    def __init__(self, path, mined, device):
        self.texts = Texts(path, device)
        found = np.load(mined); packed = self.texts.packed; place = self.texts.place
        self.device = device
        self.own, self.spans, self.near = place(packed["own"]), place(packed["spans"]), place(found["near"])
        self.rank, self.rank_words = place(found["rank"]), place(found["rank_words"])
        self.lead = torch.from_numpy(found["lead"].astype(np.float32)).to(device)
        self.overlap = torch.from_numpy(found["overlap"].astype(np.float32)).to(device)
        self.yes_no = place(packed["yes_no"]).bool()
        count = len(self.rank)
        self.own, self.spans, self.yes_no = self.own[:count], self.spans[:count], self.yes_no[:count]
        self.held_passage = place(packed["held"]).bool()
        self.held = self.held_passage[self.own]
        self.passages = len(self.held_passage)
    def by_length(self, chosen):
        return chosen[self.texts.lengths["passages"][self.own[chosen]].argsort()]

class AskedPool:
    """For the teacher: pairs to be trusted; those that share few words count more."""
    GROUP = 8
    def __init__(self, asked, tokens):
        self.asked, self.tokens, self.group = asked, tokens, self.GROUP
        self.chosen = asked.by_length(((asked.rank < 10) & ~asked.held).nonzero()[:, 0])
        self.weight = (1.15 - asked.overlap[self.chosen]).clamp(min=0.1)
    def batch(self, quantile):
        asked, device = self.asked, self.asked.device
        size = 64 + int(quantile * 180)
        count = max(4, self.tokens // size // self.group)
        n = len(self.chosen); width = min(n, max(512, n // 8)); low = int(quantile * max(1, n - width))
        at = low + torch.multinomial(self.weight[low : low + width], count, replacement=True)
        q = self.chosen[at]
        # What lies above the own passage by far may answer as well: it is no wrong answer.
        risky = asked.lead[q] > 0.02
        order = (torch.rand(risky.shape, device=device) + 10 * risky).argsort(1)[:, : self.group - 2]
        anywhere = torch.randint(0, asked.passages, (count, 1), device=device)
        passages = torch.cat([asked.own[q, None], asked.near[q].gather(1, order), anywhere], 1)
        rows, firsts, present, after = asked.texts.rows(q.repeat_interleave(self.group), passages.reshape(-1))
        labels = torch.full((count, self.group, 4), -1, device=device)
        labels[:, :, 2] = 0; labels[:, 0, 2] = 1; labels[:, -1, :2] = 0
        spans, shift = asked.spans[q], after.view(count, self.group)[:, 0]
        known = (spans[:, 0] >= 0) & (spans[:, 1] + shift < rows.shape[1] - 1)
        sure = asked.rank[q] < 3
        for side in range(2):
            labels[:, 0, side] = torch.where(known & sure, spans[:, side] + shift, torch.where(sure, -2, -1))
        return rows, firsts, present, labels.view(-1, 4), None

LIST = 12

@torch.no_grad()
def label_asked(asked, teacher, spans=True, limit=None, tokens=120_000):
    """Lists of passages for the questions, and what the teacher says of each."""
    device = asked.device
    torch.manual_seed(5)
    usable = ((asked.rank < 50) | (asked.rank_words < 10)) & ~asked.held
    chosen = usable.nonzero()[:, 0]
    if limit: chosen = chosen[torch.randperm(len(chosen), device=device)[:limit]]
    chosen = asked.by_length(chosen)
    n = len(chosen)
    dense = torch.rand(n, NEAR, device=device).argsort(1)[:, :5]
    words = torch.rand(n, NEAR, device=device).argsort(1)[:, :4] + NEAR
    # The nearest of all is among them always.
    dense[:, 0] = 0
    lists = torch.cat([asked.own[chosen, None], asked.near[chosen].gather(1, torch.cat([dense, words], 1)), torch.randint(0, asked.passages, (n, 2), device=device)], 1)
    relevance = torch.empty(n, LIST, dtype=torch.float16, device=device)
    start = torch.full((n, TOKENS_MAX), -1e4, dtype=torch.float16, device=device); end = start.clone()
    at = 0
    while at < n:
        length = int(asked.texts.lengths["passages"][asked.own[chosen[min(n - 1, at + 500)]]]) + 60
        part = slice(at, at + max(4, tokens // max(160, length) // LIST)); at = part.stop
        q = chosen[part]
        rows, firsts, present, _ = asked.texts.rows(q.repeat_interleave(LIST), lists[part].reshape(-1))
        with torch.autocast(device, dtype=torch.bfloat16, enabled=str(device) == "cuda"):
            said = teacher(rows, firsts, present)
        relevance[part] = said["relevance"].view(-1, LIST).half()
        for side, kept in (("start", start), ("end", end)):
            kept[part, : rows.shape[1]] = said[side].view(len(q), LIST, -1)[:, 0].clamp(min=-3e4).half()
    return {"questions": chosen, "lists": lists, "relevance": relevance, "start": start, "end": end}

class ListPool:
    """For the student: lists that the teacher has labelled."""
    def __init__(self, asked, labelled, tokens, group=8, masked=0.15):
        self.asked, self.tokens, self.group, self.masked = asked, tokens, group, masked
        self.l = {k: v.to(asked.device) for k, v in labelled.items()}
        self.weight = (1.3 - asked.overlap[self.l["questions"]]).clamp(min=0.15)
    def batch(self, quantile):
        asked, device, l = self.asked, self.asked.device, self.l
        n = len(l["questions"])
        size = 64 + int(quantile * 180)
        count = max(4, self.tokens // size // self.group)
        width = min(n, max(512, n // 8)); low = int(quantile * max(1, n - width))
        at = low + torch.multinomial(self.weight[low : low + width], count, replacement=True)
        q = l["questions"][at]
        order = torch.rand(count, LIST, device=device).argsort(1)[:, : self.group]
        order[:, 0] = 0
        passages = l["lists"][at].gather(1, order)
        rows, firsts, present, _ = asked.texts.rows(q.repeat_interleave(self.group), passages.reshape(-1))
        taught = {"relevance": l["relevance"][at].gather(1, order).float().reshape(-1), "start": l["start"][at, : rows.shape[1]].float(), "end": l["end"][at, : rows.shape[1]].float()}
        if self.masked:
            # Words of the question that stand in the passage are hidden now and then, so that meaning has to do.
            places = torch.arange(rows.shape[1], device=device)[None]
            asked_part = (places >= 2) & (places < firsts[:, None] - 1)
            hide = (torch.rand(count, rows.shape[1], device=device) < 0.25) & (torch.rand(count, 1, device=device) < 2 * self.masked)
            rows = torch.where(asked_part & hide.repeat_interleave(self.group, 0), 103, rows)
        return rows, firsts, present, torch.full((len(rows), 4), -1, device=device), taught

@torch.no_grad()
def label_claims(asked, teacher, tokens=120_000):
    device = asked.device
    torch.manual_seed(6)
    q = asked.by_length((asked.yes_no & (asked.rank < 30) & ~asked.held).nonzero()[:, 0])
    q = q.repeat_interleave(2)
    said = torch.tensor([YES, NO], device=device).repeat(len(q) // 2)
    passages = torch.where(torch.rand(len(q), device=device) < 0.85, asked.own[q], asked.near[q, 0])
    out = torch.empty(len(q), 3, dtype=torch.float16, device=device)
    for part in torch.arange(len(q), device=device).split(max(8, tokens // 250)):
        rows, firsts, present, _ = asked.texts.rows(q[part], passages[part], JUDGE, said[part])
        with torch.autocast(device, dtype=torch.bfloat16, enabled=str(device) == "cuda"):
            out[part] = teacher(rows, firsts, present)["judge"].half()
    return {"questions": q, "passages": passages, "said": said, "judge": out}

class ClaimPool:
    group = 1
    def __init__(self, asked, labelled, tokens):
        self.asked, self.tokens = asked, tokens
        self.l = {k: v.to(asked.device) for k, v in labelled.items()}
    def batch(self, quantile):
        l, n = self.l, len(self.l["questions"])
        count = max(8, self.tokens // (48 + int(quantile * 180)))
        width = min(n, max(512, n // 8)); low = int(quantile * max(1, n - width))
        at = low + torch.randint(0, width, (count,), device=self.asked.device)
        rows, firsts, present, _ = self.asked.texts.rows(l["questions"][at], l["passages"][at], JUDGE, l["said"][at])
        return rows, firsts, present, torch.full((count, 4), -1, device=self.asked.device), {"judge": l["judge"][at].float()}

@torch.no_grad()
def check_asked(model, asked, count=1500, others=11):
    device = asked.device
    q = ((asked.rank < 10) & asked.held).nonzero()[:, 0]
    q = q[torch.linspace(0, len(q) - 1, min(count, len(q)), device=device).long()]
    first = []
    for chosen in q.split(64):
        passages = torch.cat([asked.own[chosen, None], asked.near[chosen, :others]], 1)
        rows, firsts, present, _ = asked.texts.rows(chosen.repeat_interleave(others + 1), passages.reshape(-1))
        with torch.autocast(device, dtype=torch.bfloat16, enabled=str(device) == "cuda"):
            s = model(rows, firsts, present)["relevance"].view(len(chosen), -1)
        first.append(((s[:, 1:] > s[:, :1]).sum(1) == 0).float())
    return f"held handbooks, first of 12: {torch.cat(first).mean():.3f}"
