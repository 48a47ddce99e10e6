"""Mines: near passages of every everyday question by MPNet and by words. Measures encoders on the bed."""
import sys
import numpy as np, torch
import torch.nn.functional as F
from lab import *
from text_batches import PREFIX
from torch_encoder import Encoder, read_teacher
from torch_teacher import Teacher
W = sys.argv[1]; device = sys.argv[2] if len(sys.argv) > 2 else "cuda"; limit = int(sys.argv[3]) if len(sys.argv) > 3 else None
torch.backends.cuda.matmul.allow_tf32 = True
mpnet = Teacher().load(read_teacher(f"{W}/mpnet.xz")).to(device).eval()
say("mpnet loaded")
def by_mpnet(rows, present):
    hidden = mpnet.hidden(rows, torch.full((len(rows),), 9999, device=device), present)[0].float()
    mean = (hidden * present[:, :, None]).sum(1) / present.sum(1, keepdim=True)
    return F.normalize(mean, dim=-1)
bge = Encoder(12).load(read_teacher(f"{W}/bge.xz"), range(12)).to(device).eval()
by_bge = lambda rows, present: bge(rows, present)[0]
bed = Bed(f"{W}/bed.xz", device)
say("bed loaded", len(bed.meta), int(bed.has.sum()))
n, m = len(bed.corpus), len(bed.meta)
dense = {"ours": bed.ours_q @ bed.ours.T}
bq = vectors(by_bge, bed.texts, "questions", m, prefix=PREFIX).float()
dense["bge-q/ours-p"] = bq @ bed.ours.T
if limit is None:
    bp = vectors(by_bge, bed.texts, "passages", n, titled=True).float()
    dense["bge"] = bq @ bp.T
    mq = vectors(by_mpnet, bed.texts, "questions", m).float(); mp = vectors(by_mpnet, bed.texts, "passages", n, titled=True).float()
    dense["mpnet"] = mq @ mp.T
    dense["mpnet+ours"] = dense["mpnet"] * 0.5 + dense["ours"]
for name, d in dense.items():
    bed.report(name, d.masked_fill(~bed.inside, -9))
    bed.report(f"{name} fused", bed.fused(d))
np.savez(f"{W}/bed-dense.npz", **{k.replace("/", "_"): v.half().cpu().numpy() for k, v in dense.items() if k in ("bge-q/ours-p", "mpnet")})
asked = Texts(f"{W}/asked.xz", device)
count = len(asked.lengths["questions"]) if limit is None else limit
own = asked.place(asked.packed["own"])[:count]
pv = vectors(by_mpnet, asked, "passages", len(asked.lengths["passages"]), titled=True)
say("passages", pv.shape)
if limit is not None:
    for n_ in ("lengths", "starts"): getattr(asked, n_)["questions"] = getattr(asked, n_)["questions"][:count]
qv = vectors(by_mpnet, asked, "questions", count)
say("questions", qv.shape)
matrix, idf = bm25(asked)
near_d, near_w, rank_d, rank_w, overlap, lead = [], [], [], [], [], []
for at in torch.arange(count, device=device).split(1024):
    s = qv[at].float() @ pv.float().T
    mine = s.gather(1, own[at][:, None])
    rank_d.append((s > mine).sum(1))
    s.scatter_(1, own[at][:, None], -9)
    top = s.topk(NEAR)
    near_d.append(top.indices)
    words = question_words(asked, at)
    w = (matrix @ words.T).T
    mine_w = w.gather(1, own[at][:, None])
    rank_w.append((w > mine_w).sum(1))
    w.scatter_(1, own[at][:, None], -9)
    near = w.topk(NEAR).indices
    near_w.append(near)
    lead.append(torch.cat([top.values, s.gather(1, near)], 1) - mine)
    weights = words * idf
    # The share of what is asked, by weight, that stands in the passage.
    present = torch.zeros_like(words)
    tokens, there = asked.text("passages", own[at], torch.arange(288, device=device)[None])
    present.scatter_(1, torch.where(there, tokens, 0), 1.0)
    tokens, there = asked.text("titles", own[at], torch.arange(48, device=device)[None])
    present.scatter_(1, torch.where(there, tokens, 0), 1.0)
    overlap.append((weights * present).sum(1) / weights.sum(1).clamp(min=1e-6))
cat = torch.cat
rd, rw, ov = cat(rank_d), cat(rank_w), cat(overlap)
for line in (1, 3, 10, 30):
    say(f"own within {line}: mpnet {(rd < line).float().mean():.3f} words {(rw < line).float().mean():.3f}")
say("overlap quantiles", [round(x, 2) for x in ov.quantile(torch.tensor([.1, .25, .5, .75, .9], device=device)).tolist()], "of those within 10:", [round(x, 2) for x in ov[rd < 10].quantile(torch.tensor([.1, .25, .5, .75, .9], device=device)).tolist()])
np.savez(f"{W}/mined.npz", near=cat([cat(near_d), cat(near_w)], 1).cpu().numpy().astype(np.int32), lead=cat(lead).half().cpu().numpy(), rank=rd.cpu().numpy().astype(np.int32), rank_words=rw.cpu().numpy().astype(np.int32), overlap=ov.half().cpu().numpy())
say("mined")
