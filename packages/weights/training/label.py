"""Everything that the students learn from, as the teacher sees it."""
import sys
from lab import *
from pools import *
from torch_encoder import read_packed
from torch_teacher import Teacher
W = sys.argv[1]; device = sys.argv[2] if len(sys.argv) > 2 else "cuda"; limit = int(sys.argv[3]) if len(sys.argv) > 3 else 60_000
teacher = Teacher(); teacher.load_state_dict(torch.load(f"{W}/teacher.pt", map_location="cpu"))
teacher = teacher.to(device).eval().requires_grad_(False)
if device == "cuda": teacher = teacher.to(torch.bfloat16)
asked = Asked(f"{W}/asked.xz", f"{W}/mined.npz", device)
out = {"asked": label_asked(asked, teacher, limit=limit)}
say("asked labelled", len(out["asked"]["questions"]))
top = out["asked"]["relevance"].float()
say("own first in its list", (top.argmax(1) == 0).float().mean().item(), "sure", (top[:, 0] > 0).float().mean().item())
out["claims"] = label_claims(asked, teacher); say("claims labelled", len(out["claims"]["questions"]), out["claims"]["judge"].float().softmax(-1).mean(0).tolist())
packed = read_packed(f"{W}/examples.xz")
for name, heads in (("read", ("span", "relevance")), ("rank", ("relevance",)), ("judge_long", ("judge",)), ("judge_short", ("judge",))):
    pool = Pool(packed, name, 0, device); pool.label(teacher, heads); out[name] = {k: v.cpu() for k, v in pool.taught.items()}; say(name, "labelled", len(pool.lengths))
torch.save({n: {k: v.cpu() for k, v in part.items()} for n, part in out.items()}, f"{W}/labels.pt"); say("saved")
