"""Adds the nearness by MPNet's own vectors to the teacher's relevance of the labelled lists."""
import sys
import torch.nn.functional as F
from lab import *
from torch_encoder import read_teacher
from torch_teacher import Teacher
W = sys.argv[1]; device = "cuda"
mpnet = Teacher().load(read_teacher(f"{W}/mpnet.xz")).to(device).eval()
def encode(rows, present):
    h = mpnet.hidden(rows, torch.full((len(rows),), 9999, device=device), present)[0].float()
    return F.normalize((h * present[:, :, None]).sum(1) / present.sum(1, keepdim=True), dim=-1)
asked = Texts(f"{W}/asked.xz", device)
p = vectors(encode, asked, "passages", len(asked.lengths["passages"]), titled=True); q = vectors(encode, asked, "questions", len(asked.lengths["questions"]))
l = torch.load(f"{W}/labels.pt"); a = l["asked"]; mine = q[a["questions"].to(device)].float()
cos = torch.cat([(mine[at][:, None] * p[a["lists"].to(device)[at]].float()).sum(-1) for at in torch.arange(len(mine), device=device).split(4096)])
a["ce"] = a["relevance"]; a["relevance"] = (a["relevance"].to(device).float() + 10 * (cos - 0.5)).half().cpu()
torch.save(l, f"{W}/labels.pt")
