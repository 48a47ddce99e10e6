"""Measures screening models on the same texts.

Usage: measure_screener.py MEASURES_XZ TOKENIZER_JSON choosing|reporting MODEL … [--device cuda]
       [--json FILE] [--every 1]

A model is a run (.npz) or a graph (.onnx). For each: the lines that 1 % of ordinary texts pass, the share of each set
beyond them and its AUROC against ordinary texts, and precision, recall and F2 of names by overlap.
"""

import argparse
import json
import lzma
from pathlib import Path

import numpy as np

from measure_reader import auroc
from screener_examples import CLOSE, KINDS, NAME_KINDS, OPEN, Words, windows

FALSE_ALARMS = 0.01
BATCH = 64


def onnx_session(path, threads=1):
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


def onnx_runner(path):
    session = onnx_session(path)
    names = ("injection", "unsafe", "tags")

    def run(rows, types, present):
        feeds = {
            "input_ids": rows,
            "attention_mask": present.astype(np.int64),
            "token_type_ids": types.astype(np.int64),
        }
        return dict(zip(names, session.run(list(names), feeds), strict=True))

    # One at a time, as the product does: the scales of a quantised model go by what it is given at once.
    return run, 1


def torch_runner(path, device):
    import torch

    from torch_screener import load_screener

    model = load_screener(path).to(device).eval()

    def run(rows, types, present):
        with torch.no_grad():
            out = model(*(torch.from_numpy(each).to(device) for each in (rows, types.astype(np.float32), present)))
        found = {name: value.float().cpu().numpy() for name, value in out.items()}
        return found | {"injection": found["injection"][:, None]}

    return run, BATCH


def tags_temperature(path):
    """What the product divides the logits of names by: the manifest beside a graph says so. A run has none."""
    manifest = path.parent / "manifest.json"
    described = json.loads(manifest.read_text()) if path.suffix == ".onnx" and manifest.exists() else {}
    return described.get("tags_temperature", 1.0)


class Screener:
    """What a model says of texts: windows of each put together."""

    def __init__(self, path, words, device):
        self.words, self.tags_temperature = words, tags_temperature(path)
        self.run, self.batch = onnx_runner(path) if path.suffix == ".onnx" else torch_runner(path, device)

    def pieces(self, text):
        ids, capitals, offsets, word_ids = self.words.tokens(text)
        room = windows(len(ids))
        rows = [([OPEN, *ids[a:b], CLOSE], [0, *capitals[a:b], 0]) for a, b in room]
        return rows, room, offsets, word_ids

    def screen(self, texts):
        """One {injection, unsafe, tags, offsets, words} for each text."""
        found = [self.pieces(text) for text in texts]
        flat = [(at, number) for at, each in enumerate(found) for number in range(len(each[0]))]
        flat.sort(key=lambda place: len(found[place[0]][0][place[1]][0]))
        said = {}
        for low in range(0, len(flat), self.batch):
            chosen = flat[low : low + self.batch]
            given = [found[at][0][number] for at, number in chosen]
            size = max(len(ids) for ids, _ in given)
            rows, types = np.zeros((len(given), size), np.int64), np.zeros((len(given), size), np.int64)
            present = np.zeros((len(given), size), bool)
            for place, (ids, capitals) in enumerate(given):
                rows[place, : len(ids)], types[place, : len(ids)], present[place, : len(ids)] = ids, capitals, True
            out = self.run(rows, types, present)
            for place, key in enumerate(chosen):
                said[key] = {name: value[place] for name, value in out.items()}
        return [self.join(at, each, said) for at, each in enumerate(found)]

    def join(self, at, piece, said):
        _, room, offsets, word_ids = piece
        outs = [said[at, number] for number in range(len(room))]
        joined = {name: np.max([out[name] for out in outs], axis=0) for name in ("injection", "unsafe")}
        tags, depth = np.zeros((len(offsets), outs[0]["tags"].shape[1])), np.full(len(offsets), -1)
        for (start, end), out in zip(room, outs, strict=True):
            place = np.arange(start, end)
            inner = np.minimum(place - start, end - 1 - place)
            better = inner > depth[start:end]
            tags[place[better]] = out["tags"][1 : 1 + end - start][better]
            depth[start:end] = np.maximum(depth[start:end], inner)
        return joined | {"tags": tags / self.tags_temperature, "offsets": offsets, "words": word_ids}


def names_in(out, line=0.5):
    """[(start, end, kind)]: words whose chance to be a name is above the line, those that belong together as one."""
    logits = out["tags"]
    chances = np.exp(logits - logits.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    found, last_word, words = [], None, {}
    for at, word in enumerate(out["words"]):
        words.setdefault(word, []).append(at)
    for word, places in words.items():
        mean = chances[places].mean(0)
        if 1 - mean[0] < line:
            continue
        by_kind = mean[1::2] + mean[2::2]
        kind = int(by_kind.argmax())
        begins = chances[places[0]][1 + 2 * kind] > chances[places[0]][2 + 2 * kind]
        start, end = out["offsets"][places[0]][0], out["offsets"][places[-1]][1]
        if found and last_word == word - 1 and found[-1][2] == NAME_KINDS[kind] and not begins:
            found[-1] = (found[-1][0], end, found[-1][2])
        else:
            found.append((start, end, NAME_KINDS[kind]))
        last_word = word
    return found


def overlaps(one, many):
    return any(one[0] < other[1] and other[0] < one[1] for other in many)


def measure_names(said, examples, line=0.5):
    """For each kind: what is found of the names there are, and how much of what is found is one."""
    counts = {kind: [0, 0, 0, 0] for kind in (*NAME_KINDS, "all")}
    for out, example in zip(said, examples, strict=True):
        wanted, found = [tuple(span) for span in example["spans"]], names_in(out, line)
        unknown = [span for span in wanted if span[2] not in NAME_KINDS]
        found = [span for span in found if not overlaps(span, unknown)]
        for kind in counts:
            of_kind = [span for span in wanted if span[2] == kind or (kind == "all" and span[2] in NAME_KINDS)]
            ours = [span for span in found if kind in (span[2], "all")]
            count = counts[kind]
            count[0] += sum(overlaps(span, ours) for span in of_kind)
            count[1] += len(of_kind)
            count[2] += sum(overlaps(span, of_kind) for span in ours)
            count[3] += len(ours)
    result = {}
    for kind, (hit, there, right, said_count) in counts.items():
        if there:
            recall, precision = hit / there, right / max(1, said_count)
            f2 = 5 * precision * recall / max(1e-9, 4 * precision + recall)
            result[kind] = {"recall": recall, "precision": precision, "f2": f2, "count": there}
    return result


def measure(screener, sets):
    heads = {"injection": lambda out: float(out["injection"][0]), "unsafe": lambda out: float(out["unsafe"].max())}
    said = {
        name: screener.screen([row["text"] for row in found]) for name, found in sets.items() if "/names/" not in name
    }
    ordinary = [out for name, outs in said.items() if "/ordinary/" in name for out in outs]
    result = {"lines": {}, "sets": {}, "names": {}}
    for head, score in heads.items():
        calm = np.array([score(out) for out in ordinary])
        line = result["lines"][head] = float(np.quantile(calm, 1 - FALSE_ALARMS))
        for name, outs in said.items():
            if f"/{head}/" not in name and "/ordinary/" not in name:
                continue
            scores, labels = np.array([score(out) for out in outs]), np.array([row["label"] for row in sets[name]])
            key = name if "/ordinary/" not in name else f"{name} ({head})"
            entry = result["sets"][key] = {"rows": len(labels)}
            if (labels == 1).any():
                bad = scores[labels == 1]
                both = np.concatenate([bad, calm])
                entry |= {
                    "stopped": float((bad > line).mean()),
                    "auroc": float(auroc(both, np.arange(len(both)) < len(bad))),
                }
            if (labels == 0).any():
                entry["passed"] = float((scores[labels == 0] <= line).mean())
            if (labels == 0).any() and (labels == 1).any():
                entry["auroc_own"] = float(auroc(scores, labels))
            if "kind" in sets[name][0]:
                own = np.array([out["unsafe"][KINDS.index(sets[name][0]["kind"])] for out in outs])
                entry["auroc_kind"] = float(auroc(own, labels))
    for name, found in sets.items():
        if "/names/" in name:
            result["names"][name] = measure_names(screener.screen([row["text"] for row in found]), found)
    # No person should be found where there is hardly one; documentation does name companies and products.
    for name, outs in said.items():
        if "/ordinary/corpus" in name:
            tokens = sum(len(out["offsets"]) for out in outs)
            spans = [span for out in outs for span in names_in(out)]
            counts = {kind: sum(span[2] == kind for span in spans) for kind in NAME_KINDS}
            result["names"][f"{name} per 1,000 tokens"] = {
                kind: count / tokens * 1000 for kind, count in counts.items()
            }
    return result


def print_result(path, result):
    print(path, {head: round(line, 3) for head, line in result["lines"].items()})
    for name, entry in result["sets"].items():
        print(
            "  ",
            name,
            " ".join(f"{key} {value:.3f}" if key != "rows" else f"({value})" for key, value in entry.items()),
        )
    for name, kinds in result["names"].items():
        for kind, entry in kinds.items():
            shown = (
                f"{entry:.2f}"
                if isinstance(entry, float)
                else " ".join(f"{key} {value:.3f}" for key, value in entry.items())
            )
            print("  ", name, kind, shown)
    print(flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measures", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("part", choices=("choosing", "reporting"))
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take one text in so many")
    options = parser.parse_args()
    sets = json.loads(lzma.decompress(options.measures.read_bytes()))
    sets = {name: found[:: options.every] for name, found in sets.items() if name.startswith(options.part)}
    results = {}
    for path in options.models:
        results[str(path)] = measure(Screener(path, Words(options.tokenizer), options.device), sets)
        print_result(path, results[str(path)])
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
