"""Trains: train.py W OUTPUT --kind teacher|reader|ranker --seconds S [--rate] [--scale] [--seed] [--start minilm|bge]"""
import argparse, math, time
from pathlib import Path
import numpy as np, torch
import torch.nn.functional as F
from lab import *
from pools import *
from torch_encoder import Encoder, read_packed, read_teacher
from torch_reader import ReadingModel, load_pretrained, save_trained
from torch_teacher import Teacher

SHARES = {
    "teacher": {"read": (12_000, 1.0), "rank": (4_000, 0.4), "asked": (32_000, 1.0), "judge_long": (10_000, 0.7), "judge_short": (7_000, 0.7)},
    "reader": {"read": (18_000, 1.0), "rank": (5_000, 0.4), "asked": (24_000, 1.0), "judge_long": (12_000, 0.7), "judge_short": (8_000, 0.7), "claims": (6_000, 0.7)},
    "ranker": {"rank": (12_000, 0.5), "asked": (64_000, 1.0)},
}
TOGETHER = {"teacher": (("read", "rank", "judge_long"), ("asked",), ("judge_short",)), "reader": (("read", "rank", "judge_long", "claims"), ("asked",), ("judge_short",)), "ranker": (("rank",), ("asked",))}
QUANTISED_FROM, AVERAGE = 0.7, 0.998
def mean_where(v, c): return (v * c).sum() / c.sum().clamp(min=1)
def span_loss(out, labels):
    start, end = labels[:, 0], labels[:, 1]
    sides = (("start", start), ("end", end))
    known = sum(F.cross_entropy(out[s], t.clamp(min=0), reduction="none") for s, t in sides) / 2
    nothing = sum(out[s].log_softmax(-1)[:, 0] for s, _ in sides) / 2
    anywhere = -torch.log1p(-nothing.exp().clamp(max=1 - 1e-6))
    return torch.where(start == -2, anywhere, torch.where(start >= 0, known, 0.0)).mean()
def relevance_loss(out, labels, group):
    t = labels[:, 2]
    loss = mean_where(F.binary_cross_entropy_with_logits(out["relevance"], t.clamp(min=0).float(), reduction="none"), t >= 0)
    if group > 1: loss = 0.3 * loss - out["relevance"].view(-1, group).log_softmax(-1)[:, 0].mean()
    return loss
def judge_loss(out, labels):
    label = labels[:, 3]; logs = out["judge"].log_softmax(-1)
    other = torch.logsumexp(logs[:, 1:], -1); chosen = logs.gather(1, label.clamp(0, 2)[:, None])[:, 0]
    w = 1.0 + (label == 0)
    return -(torch.where(label == 3, other, chosen) * w).sum() / w.sum()
def known_loss(name, out, labels, group):
    if name.startswith("judge"): return judge_loss(out, labels)
    r = relevance_loss(out, labels, group)
    if name == "rank": return r
    return span_loss(out, labels) + (0.3 if name == "read" else 1.0) * r
def kl(a, b): return F.kl_div(a.log_softmax(-1), b.log_softmax(-1), log_target=True, reduction="none").sum(-1)
def taught_loss(name, out, taught, group):
    if "judge" in taught: return kl(out["judge"], taught["judge"]).mean()
    alone = F.binary_cross_entropy_with_logits(out["relevance"], taught["relevance"].sigmoid())
    if group > 1:
        a, b = out["relevance"].view(-1, group), taught["relevance"].view(-1, group)
        # The teacher's scores themselves, too, but for what is the same in all.
        alone = 0.3 * alone + kl(a, b).mean() + 0.05 * F.mse_loss(a - a.mean(1, keepdim=True), b - b.mean(1, keepdim=True))
    if name == "rank" or "start" not in taught or "start" not in out: return alone
    if name == "asked":
        o = {s: out[s].view(-1, group, out[s].shape[-1])[:, 0] for s in ("start", "end")}
    else: o = out
    spans = (kl(o["start"], taught["start"][:, : o["start"].shape[-1]]) + kl(o["end"], taught["end"][:, : o["end"].shape[-1]])).mean() / 2
    return spans + (0.3 if name == "read" else 1.0) * alone
def optimiser_for(model, rate, device):
    tables = [v for n, v in model.named_parameters() if "words" in n or "positions" in n]; known = {id(v) for v in tables}
    groups = [{"params": [v for v in model.parameters() if v.ndim == 2 and id(v) not in known], "weight_decay": 0.01, "peak": rate},
              {"params": [v for v in model.parameters() if v.ndim == 1], "weight_decay": 0.0, "peak": rate}, {"params": tables, "weight_decay": 0.0, "peak": rate / 2}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device == "cuda")
def join(batches):
    size = max(b[0].shape[1] for b in batches)
    rows, present = (torch.cat([F.pad(b[p], (0, size - b[p].shape[1])) for b in batches]) for p in (0, 2))
    return rows, torch.cat([b[1] for b in batches]), present
def step_of(model, pools, kind, device):
    losses, quantile = {}, torch.rand(()).item()
    for names in TOGETHER[kind]:
        names = [n for n in names if n in pools]
        if not names: continue
        batches = [pools[n].batch(quantile) for n in names]
        with torch.autocast(device, dtype=torch.bfloat16, enabled=str(device) == "cuda"):
            out = model(*join(batches))
        total, at = 0.0, 0
        for n, b in zip(names, batches, strict=True):
            part = slice(at, at + len(b[0])); at = part.stop
            o = {h: v[part] for h, v in out.items()}
            if b[4] is None: loss = known_loss(n, o, b[3], pools[n].group)
            else:
                t = b[4]
                if "start" in t and t["start"].shape[-1] < o["start"].shape[-1]:
                    t = {**t, **{s: F.pad(t[s], (0, o[s].shape[-1] - t[s].shape[-1]), value=-1e4) for s in ("start", "end")}}
                loss = taught_loss(n, o, t, pools[n].group)
                if n not in ("asked", "claims"): loss = loss + 0.5 * known_loss(n, o, b[3], pools[n].group)
            losses[n] = loss; total = total + SHARES[kind][n][1] * loss
        total.backward()
    return losses
def main():
    p = argparse.ArgumentParser(); p.add_argument("w"); p.add_argument("output", type=Path)
    p.add_argument("--kind", required=True); p.add_argument("--seconds", type=float, default=400); p.add_argument("--rate", type=float, default=4e-5)
    p.add_argument("--scale", type=float, default=1.0); p.add_argument("--seed", type=int, default=8); p.add_argument("--device", default="cuda"); p.add_argument("--start", default="bge")
    p.add_argument("--masked", type=float, default=0.15); p.add_argument("--hard", action="store_true", help="a ranker without a teacher")
    o = p.parse_args(); W, device, kind = o.w, o.device, o.kind
    torch.manual_seed(7); torch.backends.cuda.matmul.allow_tf32 = True
    if o.start == "half":
        known = torch.load(f"{W}/teacher.pt", map_location="cpu"); taken = [0, 2, 4, 7, 9, 11]
        kept = {n: v for n, v in known.items() if not n.startswith("layers.")}
        for ours, theirs in enumerate(taken):
            kept |= {n.replace(f"layers.{theirs}.", f"layers.{ours}.", 1): v for n, v in known.items() if n.startswith(f"layers.{theirs}.")}
        model = Teacher(dropout=0.05); model.load_state_dict({n: v.float() for n, v in kept.items()})
    elif kind == "teacher": model = Teacher(dropout=0.1).load(read_teacher(f"{W}/mpnet.xz"))
    else:
        model = load_pretrained(f"{W}/{o.start}.xz", dropout=0.1)
    model = model.to(device).train(); torch.manual_seed(o.seed)
    asked = Asked(f"{W}/asked.xz", f"{W}/mined.npz", device)
    sizes = {n: int(o.scale * t) for n, (t, _) in SHARES[kind].items()}
    labels = None if kind == "teacher" or o.hard else torch.load(f"{W}/labels.pt", map_location="cpu")
    packed = read_packed(f"{W}/examples.xz"); pools = {}
    for n in sizes:
        if n in ("asked", "claims"): continue
        pools[n] = Pool(packed, n, sizes[n], device, 4 if n == "rank" else 1)
        if labels: pools[n].taught = {k: v.to(device) for k, v in labels[n].items()}
    if labels is None: pools["asked"] = AskedPool(asked, sizes["asked"])
    else:
        pools["asked"] = ListPool(asked, labels["asked"], sizes["asked"], masked=o.masked)
        if "claims" in sizes: pools["claims"] = ClaimPool(asked, labels["claims"], sizes["claims"])
    opt = optimiser_for(model, o.rate, device); params = list(model.parameters()); mean = [v.detach().clone() for v in params]
    name = o.output.stem; say(name, "ready", list(pools))
    start, step = time.monotonic(), 0; length = o.seconds - (start - BEGIN)
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, (step + 1) / 100) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
        for g in opt.param_groups: g["lr"] = share * g["peak"]
        if progress > QUANTISED_FROM and hasattr(model, "encoder"):
            for layer in model.encoder.layers: layer.quantised = True
        losses = step_of(model, pools, kind, device)
        torch.nn.utils.clip_grad_norm_(params, 1.0); opt.step(); opt.zero_grad(set_to_none=True); step += 1
        torch._foreach_lerp_(mean, [v.detach() for v in params], 1 - min(AVERAGE, step / (step + 20)))
        if step % 100 == 1: say(name, "step", step, " ".join(f"{n} {l.item():.3f}" for n, l in losses.items()))
    for v, m in zip(params, mean, strict=True): v.data = m
    model.eval()
    o.output.parent.mkdir(parents=True, exist_ok=True)
    if not hasattr(model, "encoder"): torch.save({n: v.half() for n, v in model.state_dict().items()}, o.output)
    else: save_trained(model, o.output)
    say(name, "done", step, "steps;", check_asked(model, asked))
    bed = Bed(f"{W}/bed.xz", device); dense = np.load(f"{W}/bed-dense.npz")
    base = bed.fused(bed.ours_q @ bed.ours.T)
    found = bed.rerank(f"{name} over ours", model, base, mix=(1.0, 2.0, 4.0))
    asym = bed.fused(torch.from_numpy(dense["bge-q_ours-p"].astype(np.float32)).to(device))
    bed.rerank(f"{name} over asym", model, asym, mix=(2.0,))
    np.savez(f"{W}/bed-{name}.npz", order=found[0].cpu().numpy(), scores=found[1].cpu().numpy())
if __name__ == "__main__": main()
