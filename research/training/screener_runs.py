"""What the screening model needs an accelerator for: a teacher, the student that ships, and runs without whole sources.

Usage: screener_runs.py PRETRAINED_XZ EXAMPLES_XZ MEASURES_XZ TOKENIZER_JSON WORK_FOLDER [--teacher 450] [--student 520]
       [--folds 270] [--until 1430] [--device cuda] [--smoke]

Times are seconds. WORK_FOLDER/out holds what is to be kept: the student in parts, figures and scores. What a stage
has made is there at once; a stage that fails does not stop those after it. After `--until` seconds no more is started.
`--smoke`: a few steps of everything, to see that it runs.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from measure_screener import by_asker
from screening_sources import FOLDS

HERE = Path(__file__).parent
ALL_LAYERS, HALF_OF_THEM = ",".join(map(str, range(12))), "0,2,4,7,9,11"
TEACHER_RATE, STUDENT_RATE = 5e-5, 8e-5
# Of a step: they share the accelerator, and many small steps teach more than a few large ones.
FOLD_TOKENS = 16_384
PART_BYTES = 15 * 2**20
# What a fold's measuring takes at the end.
MEASURING_SECONDS = 120


class Runs:
    def __init__(self, options):
        self.options, self.begin = options, time.monotonic()
        self.out = options.work / "out"
        self.out.mkdir(parents=True, exist_ok=True)
        self.smoke = ("--steps", 4, "--tokens", 64) if options.smoke else ()

    def left(self):
        return self.options.until - (time.monotonic() - self.begin)

    def note(self, text):
        print(f"== {time.monotonic() - self.begin:.0f} s: {text}", flush=True)

    def start(self, script, *arguments):
        command = [sys.executable, "-u", HERE / script, *arguments, "--device", self.options.device]
        return subprocess.Popen([str(part) for part in command])

    def train(self, start, name, seconds, *settings):
        given = (start, self.options.examples, self.options.work / f"{name}.npz")
        return self.start("train_screener.py", *given, "--seconds", round(seconds), *settings, *self.smoke)

    def measure(self, name):
        given = (self.options.measures, self.options.tokenizer, self.options.work / f"{name}.npz")
        kept = ("--json", self.out / f"{name}.json", "--scores", self.out / f"{name}-scores.npz")
        return self.start("measure_screener.py", *given, *kept)

    def teacher(self):
        said = self.options.work / "said.npz"
        settings = ("--layers", ALL_LAYERS, "--floats", "--rate", TEACHER_RATE, "--say", said)
        ended = self.train(self.options.pretrained, "teacher", self.options.teacher, *settings).wait()
        self.note(f"teacher ended with {ended}")

    def student(self):
        teacher, said = self.options.work / "teacher.npz", self.options.work / "said.npz"
        start = teacher if teacher.exists() else self.options.pretrained
        settings = ("--layers", HALF_OF_THEM, "--rate", STUDENT_RATE, "--seed", 2)
        if said.exists():
            settings += ("--taught", said)
        self.note(f"student ended with {self.train(start, 'student', self.options.student, *settings).wait()}")

    def keep_student(self):
        """In parts, which together are a file of numpy."""
        path = self.options.work / "student.npz"
        if not path.exists():
            return
        packed = self.options.work / "packed.npz"
        np.savez_compressed(packed, **np.load(path))
        content = packed.read_bytes()
        for at in range(0, len(content), PART_BYTES):
            (self.out / f"student.npz.{at // PART_BYTES}").write_bytes(content[at : at + PART_BYTES])
        self.note(f"student kept, {len(content) / 2**20:.1f} MiB")

    def folds(self):
        """The student's size without a teacher, since that has seen all; one run for each of the sources left out."""
        seconds = min(self.options.folds, self.left() - MEASURING_SECONDS)
        if seconds < 60 and not self.options.smoke:
            self.note("no time for folds")
            return
        folds = FOLDS[:2] if self.options.smoke else FOLDS
        names = [f"fold-{at}" for at in range(len(folds))]
        started = [
            self.train(
                self.options.pretrained,
                name,
                seconds,
                *("--layers", HALF_OF_THEM, "--floats", "--rate", STUDENT_RATE),
                *("--tokens", FOLD_TOKENS, "--without", ",".join(apart)),
            )
            for name, apart in zip(names, folds, strict=True)
        ]
        ended = [each.wait() for each in started]
        self.note(f"folds ended with {ended}")
        measured = [self.measure(name) for name in names]
        self.note(f"folds measured with {[each.wait() for each in measured]}")

    def summary(self):
        for path in sorted(self.out.glob("*.json")):
            result = json.loads(path.read_text())
            blocked = {kind: round(share, 1) for kind, share in by_asker(result).items()}
            found = {
                name.removeprefix("reporting/"): round(entry["stopped of 1"], 3)
                for name, entry in result["sets"].items()
                if name.startswith("reporting/") and "stopped of 1" in entry
            }
            self.note(f"{path.stem}: blocked of 1,000 {blocked}; found {found}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("pretrained", "examples", "measures", "tokenizer", "work"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--teacher", type=float, default=450)
    parser.add_argument("--student", type=float, default=520)
    parser.add_argument("--folds", type=float, default=270)
    parser.add_argument("--until", type=float, default=1430)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--smoke", action="store_true")
    runs = Runs(parser.parse_args())
    runs.teacher()
    measured = runs.measure("teacher")
    runs.student()
    runs.note(f"teacher measured with {measured.wait()}")
    measured = runs.measure("student")
    runs.keep_student()
    runs.folds()
    runs.note(f"student measured with {measured.wait()}")
    runs.summary()
    runs.note("done")


if __name__ == "__main__":
    main()
