"""Trains a screening model further on sources that it has not seen, and the same without one family of them.

Usage: screener_further.py START_NPZ PRETRAINED_XZ EXAMPLES_XZ MEASURES_XZ TOKENIZER_JSON WORK_FOLDER
       [--seconds 350] [--device cuda] [--smoke]

START_NPZ is a run, or what `unpack_screener.py` takes out of a model that ships: on the sources it knows it is its own
teacher, on those that are new (`NEW_SOURCES`) the labels alone count. Beside it runs one from the pretrained layers
without HarmfulQA and its sister set, which says what of harm carries over to a source that was never seen.
WORK_FOLDER/out holds what is to be kept: the model in parts (zlib, its hash in the log), figures and scores of START,
the model, the mean of the two, and the run with sources left out (`figures.tar.xz`).
"""

import argparse
import hashlib
import io
import shutil
import tarfile
from pathlib import Path

import numpy as np

from pack_teacher import single_codes
from screener_runs import FOLD_TOKENS, HALF_OF_THEM, PART_BYTES, STUDENT_RATE, Runs
from screening_sources import NEW_SOURCES
from torch_mpnet import save_trained
from torch_screener import ScreeningModel, tensors_of

FURTHER_RATE = 4e-5
APART = "harmfulqa,catqa"


def write_mean(paths, output):
    """The mean of runs' weights, in the integers that ship."""
    runs = [tensors_of(path) for path in paths]
    model = ScreeningModel(1 + max(int(name.split(".")[1]) for name in runs[0] if name.startswith("layers.")))
    model.load_state_dict({name: sum(run[name] for run in runs) / len(runs) for name in runs[0]})
    save_trained(model, output)


class FurtherRuns(Runs):
    def __init__(self, options):
        super().__init__(options)
        self.figures = options.work / "figures"
        self.figures.mkdir(parents=True, exist_ok=True)

    def measure(self, name):
        given = (self.options.measures, self.options.tokenizer, self.options.work / f"{name}.npz")
        kept = ("--json", self.figures / f"{name}.json", "--scores", self.figures / f"{name}-scores.npz")
        return self.start("measure_screener.py", *given, *kept, "--every", 2000 if self.options.smoke else 1)

    def say(self):
        said = self.options.work / "said.npz"
        settings = ("--layers", "0,1,2,3,4,5", "--say", said)
        self.note(f"start said with {self.train(self.options.start, 'start', 0, *settings).wait()}")
        return said

    def all(self):
        said, seconds = self.say(), self.options.seconds
        whole = ("--layers", "0,1,2,3,4,5", "--rate", FURTHER_RATE, "--taught", said, "--doubt", ",".join(NEW_SOURCES))
        half = (
            "--layers",
            HALF_OF_THEM,
            "--floats",
            "--rate",
            STUDENT_RATE,
            "--tokens",
            FOLD_TOKENS,
            "--without",
            APART,
        )
        runs = {
            "further": self.train(self.options.start, "further", seconds, *whole, "--seed", 3),
            "left-out": self.train(self.options.pretrained, "left-out", seconds, *half),
        }
        self.note(f"ended with { {name: run.wait() for name, run in runs.items()} }")
        self.keep("further", self.out)
        shutil.copy(self.options.start, self.options.work / "start.npz")
        write_mean([self.options.work / f"{name}.npz" for name in ("start", "further")], self.options.work / "mean.npz")
        measured = {name: self.measure(name) for name in ("start", "further", "mean", "left-out")}
        for name, run in measured.items():
            self.note(f"{name} measured with {run.wait()}")
            self.keep_figures()
        self.out = self.figures
        self.summary()

    def keep(self, name, folder):
        folder.mkdir(parents=True, exist_ok=True)
        buffer = io.BytesIO()
        np.savez(buffer, **np.load(self.options.work / f"{name}.npz"))
        content = single_codes(buffer.getvalue())
        for at in range(0, len(content), PART_BYTES):
            (folder / f"{name}.npz.zz.{at // PART_BYTES}").write_bytes(content[at : at + PART_BYTES])
        self.note(f"{name} kept, {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}")

    def keep_figures(self):
        with tarfile.open(self.out / "figures.tar.xz", "w:xz", preset=3) as archive:
            for path in sorted(self.figures.iterdir()):
                archive.add(path, path.name)


def main():
    parser = argparse.ArgumentParser()
    for name in ("start", "pretrained", "examples", "measures", "tokenizer", "work"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--seconds", type=float, default=350)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--smoke", action="store_true")
    FurtherRuns(parser.parse_args()).all()


if __name__ == "__main__":
    main()
