"""Distils shallow encoders from a deep one: the student's sentence vectors shall equal the teacher's.

Usage: distil.py TEACHER TEXTS OUTPUT_FOLDER [--students 4,6] [--seconds 480] [--device cuda]

Every batch holds questions with the question prefix, the passages they are about, single sentences and long passages.
The loss has three parts: the angle between the two vectors of one text; the divergence between the two rankings of the
batch's other texts; and, fading out, the distance between hidden states at corresponding depths.
The learning rate follows the clock, so that a run ends properly whatever the machine.
"""

import argparse
import hashlib
import io
import lzma
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

HEADS, WIDTH, INNER = 12, 384, 1536
# "Represent this sentence for searching relevant passages: ", and the tokens that open and close a text.
PREFIX = [5050, 2023, 6251, 2005, 6575, 7882, 13768, 1024]
OPEN, CLOSE = 101, 102
SENTENCE_ENDS = (1012, 1029, 999)  # . ? !
TEMPERATURE = 0.03


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.mixed, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm, self.last_norm = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, hidden, mask):
        batch, tokens, _ = hidden.shape
        query, key, value = self.mixed(hidden).view(batch, tokens, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        hidden = self.norm(hidden + self.joined(attended.transpose(1, 2).reshape(batch, tokens, WIDTH)))
        return self.last_norm(hidden + self.narrow(F.gelu(self.wide(hidden))))


class Encoder(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.words, self.positions = nn.Embedding(30522, WIDTH), nn.Parameter(torch.zeros(512, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))

    def forward(self, ids, present):
        """The unit vector of each text, and the hidden states after each layer."""
        hidden = self.norm(self.words(ids) + self.positions[: ids.shape[1]])
        mask = present[:, None, None, :].expand(-1, HEADS, ids.shape[1], -1)
        states = []
        for layer in self.layers:
            hidden = layer(hidden, mask)
            states.append(hidden)
        return F.normalize(hidden[:, 0].float(), dim=-1), states

    def load(self, weights, chosen):
        """Takes the weights of a BERT by their usual names; `chosen` says which of its layers become ours."""
        take = lambda name: torch.from_numpy(weights[name])
        self.words.weight.data = take("embeddings.word_embeddings.weight")
        segment = take("embeddings.token_type_embeddings.weight")[0]
        self.positions.data = take("embeddings.position_embeddings.weight") + segment
        parts = {"norm": "embeddings.LayerNorm"}
        for ours, theirs in enumerate(chosen):
            base = f"encoder.layer.{theirs}"
            for part in ("weight", "bias"):
                three = [take(f"{base}.attention.self.{kind}.{part}") for kind in ("query", "key", "value")]
                getattr(self.layers[ours].mixed, part).data = torch.cat(three)
            parts |= {
                f"layers.{ours}.joined": f"{base}.attention.output.dense",
                f"layers.{ours}.norm": f"{base}.attention.output.LayerNorm",
                f"layers.{ours}.wide": f"{base}.intermediate.dense",
                f"layers.{ours}.narrow": f"{base}.output.dense",
                f"layers.{ours}.last_norm": f"{base}.output.LayerNorm",
            }
        for ours, theirs in parts.items():
            module = self.get_submodule(ours)
            module.weight.data, module.bias.data = take(f"{theirs}.weight"), take(f"{theirs}.bias")
        return self


def read_packed(path):
    return dict(np.load(io.BytesIO(lzma.decompress(Path(path).read_bytes()))))


def read_teacher(path):
    """Matrices travel as 8-bit rows with a scale for each group of columns, the rest as they are."""
    packed, weights = read_packed(path), {}
    for name, value in packed.items():
        if name.endswith("#scale"):
            continue
        scale = packed.get(f"{name}#scale")
        if scale is not None:
            groups = value.reshape(value.shape[0], scale.shape[1], -1).astype(np.float32)
            value = (groups * scale.astype(np.float32)[:, :, None]).reshape(value.shape)
        weights[name] = value.astype(np.float32)
    return weights


class Texts:
    """Token runs on the device, and the batches drawn from them."""

    def __init__(self, path, device):
        packed = read_packed(path)
        self.device = device
        place = lambda array, kind=np.int64: torch.from_numpy(array.astype(kind)).to(device)
        self.ids, self.lengths = place(packed["documents_ids"], np.int32), place(packed["documents_lengths"])
        self.asked, self.asked_lengths = place(packed["questions_ids"], np.int32), place(packed["questions_lengths"])
        self.about = place(packed["about"])
        self.starts = self.lengths.cumsum(0) - self.lengths
        self.asked_starts = self.asked_lengths.cumsum(0) - self.asked_lengths
        ends = sum((self.ids == end) for end in SENTENCE_ENDS).nonzero()[:, 0] + 1
        self.sentences = torch.cat([self.starts, ends[ends < len(self.ids)]]).unique()
        # One document in fifty, and the questions about it, are kept apart for measuring.
        held = torch.arange(len(self.lengths), device=device) % 50 == 0
        asked_held = (self.about >= 0) & held[self.about.clamp(min=0)]
        usable = self.lengths >= 6
        self.chance = self.lengths.clamp(max=800).float().pow(0.7) * usable * ~held
        self.held = (held & (self.lengths >= 60)).nonzero()[:, 0]
        self.held_questions = asked_held.nonzero()[:, 0]
        self.questions = (~asked_held).nonzero()[:, 0]
        self.paired = ((self.about >= 0) & ~asked_held).nonzero()[:, 0]

    def run(self, ids, starts, lengths, size, prefixed=False):
        """Token ids padded to `size` with their mask, opened and closed, with the question prefix where asked for."""
        head = torch.tensor([OPEN, *(PREFIX if prefixed else [])], device=self.device)
        lengths = lengths.clamp(max=size - len(head) - 1)
        steps = torch.arange(size, device=self.device)[None]
        index = (starts[:, None] + steps - len(head)).clamp(0, len(ids) - 1)
        total = lengths[:, None] + len(head)
        rows = torch.where(steps < total, ids[index].long(), 0)
        rows[:, : len(head)] = head
        rows = torch.where(steps == total, CLOSE, rows)
        return rows, steps <= total

    def crops(self, documents, shortest, longest):
        """A stretch of each document from the start of a sentence on."""
        uniform = torch.rand(len(documents), device=self.device)
        anywhere = self.starts[documents] + (uniform * self.lengths[documents]).long()
        starts = self.sentences[torch.searchsorted(self.sentences, anywhere, right=True) - 1]
        wanted = torch.randint(shortest, longest + 1, (len(documents),), device=self.device)
        # A stretch near the end would be too short: it moves back, to a place within a sentence.
        ends = self.starts[documents] + self.lengths[documents]
        starts = torch.maximum(torch.minimum(starts, ends - wanted), self.starts[documents])
        return starts, torch.minimum(wanted, ends - starts)

    def draw(self, count):
        return torch.multinomial(self.chance, count, replacement=True)

    def pick(self, population, count):
        return population[torch.randint(0, len(population), (count,), device=self.device)]

    def batch(self, scale):
        """Groups of one length each, so that little is padding; the questions' own passages are among them."""
        paired, alone = self.pick(self.paired, int(192 * scale)), self.pick(self.questions, int(64 * scale))
        about, long = self.about[paired], self.draw(int(128 * scale))
        wanted = torch.cat([about, self.draw(int(64 * scale))])
        asked = torch.cat([paired, alone])
        invented = self.crops(torch.cat([long, self.draw(int(64 * scale))]), 5, 28)
        return [
            self.run(self.asked, self.asked_starts[asked], self.asked_lengths[asked], 48, prefixed=True),
            self.run(self.ids, *invented, 40, prefixed=True),
            self.run(self.ids, *self.crops(self.draw(int(256 * scale)), 6, 46), 48),
            self.run(self.ids, *self.crops(wanted, 60, 126), 128),
            self.run(self.ids, *self.crops(long, 128, 254), 256),
        ]

    def held_out(self, scale):
        documents, questions = self.held[: int(1500 * scale)], self.held_questions[: int(600 * scale)]
        lengths = self.lengths[documents].clamp(max=158)
        return (
            self.run(self.asked, self.asked_starts[questions], self.asked_lengths[questions], 48, prefixed=True),
            self.run(self.ids, self.starts[documents], lengths, 160),
        )


def ranking_loss(ours, theirs):
    """How far our ranking of the batch's other texts is from the teacher's, text by text."""
    itself = torch.eye(len(ours), dtype=torch.bool, device=ours.device)
    logits, target = ((each @ each.T / TEMPERATURE).masked_fill(itself, -1e4) for each in (ours, theirs))
    return F.kl_div(logits.log_softmax(-1), target.log_softmax(-1), log_target=True, reduction="batchmean")


def hidden_loss(states, deep_states, present):
    """Squared distance of the hidden states below the last, at corresponding depths, over the tokens that are there."""
    step = len(deep_states) / len(states)
    pairs = [(state, deep_states[round(step * (index + 1)) - 1]) for index, state in enumerate(states[:-1])]
    weight = present[:, :, None].float()
    return sum((((ours - theirs.float()) ** 2) * weight).sum() / (weight.sum() * WIDTH) for ours, theirs in pairs)


def embed(model, rows, present, kind, device):
    with torch.no_grad(), torch.autocast(device, dtype=kind):
        parts = zip(rows.split(512), present.split(512), strict=True)
        return torch.cat([model(*part)[0] for part in parts])


def report(students, teacher, texts, device, kind, scale):
    """Mean cosine to the teacher on texts kept apart, and how many of its ten nearest passages each student finds."""
    questions, passages = texts.held_out(scale)
    targets = [embed(teacher, *group, torch.float16 if device == "cuda" else torch.bfloat16, device) for group in (questions, passages)]
    nearest = (targets[0] @ targets[1].T).topk(10).indices
    for depth, student in students.items():
        vectors = [embed(student, *group, kind, device) for group in (questions, passages)]
        cosines = [(ours * theirs).sum(-1).mean().item() for ours, theirs in zip(vectors, targets, strict=True)]
        found = (vectors[0] @ vectors[1].T).topk(10).indices
        overlap = (found[:, :, None] == nearest[:, None, :]).any(-1).float().mean().item()
        print(f"  {depth} layers: cosine of questions {cosines[0]:.4f}, passages {cosines[1]:.4f}; overlap@10 {overlap:.3f}", flush=True)


def save(depth, student, folder, part_bytes=14 * 2**20):
    """Half-precision matrices; the table of words as 8-bit rows, which is how it ships. In parts, with their hashes."""
    arrays = {}
    for name, value in student.state_dict().items():
        value = value.float().cpu().numpy()
        if name == "words.weight":
            scale = np.maximum(np.abs(value).max(axis=1, keepdims=True), 1e-8) / 127
            arrays["words.scale"] = scale.astype(np.float32)
            arrays[name] = np.rint(value / scale).astype(np.int8)
        else:
            arrays[name] = value.astype(np.float16)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    content = buffer.getvalue()
    for number, start in enumerate(range(0, len(content), part_bytes)):
        (folder / f"student-{depth}.npz.{number}").write_bytes(content[start : start + part_bytes])
    with (folder / "hashes.txt").open("a") as lines:
        lines.write(f"{hashlib.sha256(content).hexdigest()}  student-{depth}.npz\n")


def evenly(depth, deep=12):
    return [round(index * (deep - 1) / (depth - 1)) for index in range(depth)]


def optimiser_for(student, rate, device):
    matrices = [value for name, value in student.named_parameters() if value.ndim == 2 and "layers" in name]
    rest = [value for name, value in student.named_parameters() if value.ndim == 1]
    tables = [student.words.weight, student.positions]
    groups = [
        {"params": matrices, "weight_decay": 0.01, "peak": rate},
        {"params": rest, "weight_decay": 0.0, "peak": rate},
        {"params": tables, "weight_decay": 0.0, "peak": rate / 4},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device == "cuda")


def train_step(teacher, students, optimisers, groups, progress, device, kind):
    with torch.no_grad(), torch.autocast(device, dtype=torch.float16 if device == "cuda" else kind):
        taught = [teacher(*group) for group in groups]
    targets = torch.cat([vectors for vectors, _ in taught])
    losses = {}
    for depth, student in students.items():
        with torch.autocast(device, dtype=kind):
            learnt = [student(*group) for group in groups]
            hidden = sum(
                hidden_loss(ours[1], theirs[1], group[1]) for ours, theirs, group in zip(learnt, taught, groups, strict=True)
            ) / len(groups)
        vectors = torch.cat([each for each, _ in learnt])
        angle, ranking = (1 - (vectors * targets).sum(-1)).mean(), ranking_loss(vectors, targets)
        loss = 10 * angle + ranking + max(0.0, 1 - progress / 0.6) * hidden
        loss.backward()
        nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimisers[depth].step()
        optimisers[depth].zero_grad(set_to_none=True)
        losses[depth] = (angle, ranking, hidden)
    return losses


def main():
    parser = argparse.ArgumentParser()
    for name in ("teacher", "texts", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--students", default="4,6")
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--scale", type=float, default=1.0, help="of the batch")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    begin, device, kind = time.monotonic(), options.device, torch.bfloat16
    torch.manual_seed(7)
    torch.backends.cuda.matmul.allow_tf32 = True
    options.output.mkdir(parents=True, exist_ok=True)
    weights = read_teacher(options.teacher)
    teacher = Encoder(12).load(weights, range(12)).to(device).eval().requires_grad_(False)
    depths = [int(depth) for depth in options.students.split(",")]
    students = {depth: Encoder(depth).load({name: value.copy() for name, value in weights.items()}, evenly(depth)).to(device) for depth in depths}
    if device == "cuda":
        teacher.half()
    optimisers = {depth: optimiser_for(student, options.rate, device) for depth, student in students.items()}
    texts = Texts(options.texts, device)
    print(f"ready after {time.monotonic() - begin:.0f} s; held out {len(texts.held)} documents", flush=True)
    report(students, teacher, texts, device, kind, options.scale)
    start, step, seen, next_report = time.monotonic(), 0, 0, 0.1
    length = options.seconds - (start - begin) - 15  # the rest is for measuring and writing
    while (progress := (time.monotonic() - start) / length) < 1:
        share = min(1.0, progress / 0.04) * 0.5 * (1 + math.cos(math.pi * progress))
        for optimiser in optimisers.values():
            for group in optimiser.param_groups:
                group["lr"] = max(share, 1e-3) * group["peak"]
        groups = texts.batch(options.scale)
        losses = train_step(teacher, students, optimisers, groups, progress, device, kind)
        step, seen = step + 1, seen + sum(ids.numel() for ids, _ in groups)
        if step % 50 == 1:
            parts = "; ".join(f"{depth}: " + " ".join(f"{each.item():.4f}" for each in loss) for depth, loss in losses.items())
            print(f"{time.monotonic() - begin:.0f} s, step {step}, {seen / 1e6:.1f} M tokens, angle ranking hidden {parts}", flush=True)
        if progress > next_report:
            next_report += 0.18
            report(students, teacher, texts, device, kind, options.scale)
    report(students, teacher, texts, device, kind, options.scale)
    for depth, student in students.items():
        save(depth, student, options.output)
    print(f"done after {time.monotonic() - begin:.0f} s, {step} steps", flush=True)


if __name__ == "__main__":
    main()
