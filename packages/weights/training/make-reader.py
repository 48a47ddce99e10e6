"""Makes the reading model that ships, from the pretrained encoder and the gathered examples to its folder.

Usage: make-reader.py DATA_FOLDER PRETRAINED_FOLDER WORK_FOLDER READER_FOLDER [--bits 7] [--seconds 535]

What a step has left in the work folder is not made again: where the accelerator is another machine, run
`train_reader.py` there on `pretrained.npz.xz` and `examples.npz.xz` once for each seed, put `run-1.npz` and `run-2.npz`
into the work folder, and run this again.
From two runs the folder is always the same, byte for byte.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import kept_apart
from bert_graph import GraphOptions, limit_of
from encoder_folder import read_vocabulary, write_model
from reader_graph import mean_of, write_reader

HERE = Path(__file__).parent
SHARES = (0.4, 0.6)
# Chosen on the tuning articles and the development parts alone: the lowest line at which F1 is within half a point of its
# best (`measure_reader.py`), and where the probabilities fit best (`fit_temperatures.py`).
NO_ANSWER_LINE = 8.0
TEMPERATURES = {"judge_temperature": 2.1, "injection_temperature": 1.9, "unsafe_temperature": 1.2}


def run(script, *arguments):
    subprocess.run([sys.executable, "-u", HERE / script, *map(str, arguments)], check=True)


def train_runs(options):
    pretrained, examples = options.work / "pretrained.npz.xz", options.work / "examples.npz.xz"
    paths = [options.work / f"run-{number}.npz" for number in range(1, len(SHARES) + 1)]
    for number, path in enumerate(paths, 1):
        if path.exists():
            continue
        if not pretrained.exists():
            run("pack_teacher.py", options.pretrained, pretrained)
        if not examples.exists():
            run("gather_examples.py", options.data, options.pretrained / "tokenizer.json", examples)
        run("train_reader.py", pretrained, examples, path, "--seconds", options.seconds, "--seed", number)
    return paths


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "pretrained", "work", "reader"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--bits", type=int, default=7, help="of a weight: 7, see GraphOptions; 8; or 32 for floats")
    parser.add_argument("--seconds", type=int, default=535)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    weights = mean_of(train_runs(options), SHARES)
    described = {
        "name": "avow-reader",
        "kind": "reader",
        "lower_case": True,
        "tokens_max": 384,
        **TEMPERATURES,
        "no_answer_line": NO_ANSWER_LINE,
        "kept_apart": kept_apart.by_pool(),
    }
    write_model(
        options.reader,
        write_reader(weights, GraphOptions(weight_limit=limit_of(options.bits))),
        read_vocabulary(options.pretrained),
        described,
    )


if __name__ == "__main__":
    main()
