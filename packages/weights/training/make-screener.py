"""Makes the screening model that ships, from a pretrained encoder and the gathered examples to its folder.

Usage: make-screener.py DATA_FOLDER PRETRAINED_FOLDER WORK_FOLDER SCREENER_FOLDER [--bits 7] [--seconds 330]

What a step has left in the work folder is not made again: where the accelerator is another machine, run
`train_screener.py` there on `start.npz.xz` and `examples.npz.xz` once for each of `RUNS`, all at the same time, and
`mean_runs.py` on what they wrote; put its `mean.npz` into the work folder, and run this again.
From the same mean the folder is always the same, byte for byte.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import kept_apart
from bert_graph import GraphOptions, limit_of
from encoder_folder import read_vocabulary, write_model
from screener_examples import KINDS, OVERLAP, TAGS, TOKENS_MAX
from screener_graph import read_trained, write_screener

HERE = Path(__file__).parent
# Which layers of the pretrained encoder are kept, and the learning rate of each run; the weights are their mean.
LAYERS = "0,1,2,3,4,5"
RUNS = (1e-4, 1.5e-4, 2e-4, 2e-4)
# Where the probabilities fit best on rows that were kept apart (`fit_screener_temperatures.py`).
TEMPERATURES = {"injection_temperature": 0.86, "unsafe_temperature": 0.77, "tags_temperature": 1.28}
# What it never saw, and is measured by; of HarmfulQA and ner_real_text one row in three is kept apart as well.
KEPT_APART = {
    "injection": kept_apart.INJECTION,
    "unsafe": tuple(name for name in kept_apart.UNSAFE if name != "harmfulqa"),
    "names": ("pii_labelled", "wnut17"),
    "ordinary": ("banking77", "clinc150", "efficientqa", *kept_apart.CORPORA),
}


def run(script, *arguments):
    subprocess.run([sys.executable, "-u", HERE / script, *map(str, arguments)], check=True)


def train_mean(options):
    """The runs of all rates, side by side on one accelerator, and their mean."""
    start, examples, mean = (options.work / name for name in ("start.npz.xz", "examples.npz.xz", "mean.npz"))
    if mean.exists():
        return mean
    if not start.exists():
        run("pack_start.py", options.pretrained, start, LAYERS)
    if not examples.exists():
        run("gather_screening.py", options.data, options.pretrained / "tokenizer.json", examples)
    paths = [options.work / f"run-{number}.npz" for number in range(1, len(RUNS) + 1)]
    started = []
    for number, (rate, path) in enumerate(zip(RUNS, paths, strict=True), 1):
        settings = ("--seconds", options.seconds, "--rate", rate, "--seed", number)
        command = [sys.executable, "-u", HERE / "train_screener.py", start, examples, path, *settings]
        started.append(subprocess.Popen([str(part) for part in command]))
    if any(process.wait() for process in started):
        raise SystemExit("a run failed")
    run("mean_runs.py", mean, *paths)
    return mean


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "pretrained", "work", "screener"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--bits", type=int, default=7, help="of a weight: 7, see GraphOptions; 8; or 32 for floats")
    parser.add_argument("--seconds", type=int, default=330)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    weights = read_trained(train_mean(options))
    described = {
        "name": "avow-screener",
        "kind": "screener",
        "lower_case": True,
        "tokens_max": TOKENS_MAX,
        "window_overlap": OVERLAP,
        "unsafe_kinds": KINDS,
        "tags": TAGS,
        **TEMPERATURES,
        "kept_apart": KEPT_APART,
    }
    write_model(
        options.screener,
        write_screener(weights, GraphOptions(weight_limit=limit_of(options.bits))),
        read_vocabulary(options.pretrained),
        described,
    )


if __name__ == "__main__":
    main()
