"""Makes the encoder that ships, from the pretrained teachers and the gathered texts to the folder with its manifest.

Usage: make-encoder.py DATA_FOLDER TEACHER_FOLDER SECOND_TEACHER_FOLDER WORK_FOLDER ENCODER_FOLDER
           [--start ENCODER_ONNX] [--layers 6] [--bits 7] [--seconds 520]

The teachers are bge-small-en-v1.5 and all-mpnet-base-v2. The student starts from a finished encoder (`--start`): that
which ships, unless another is named.
What a step has left in the work folder is not made again: where the accelerator is another machine, run `distil.py`
there on the start and the four files that end in `.npz.xz`, put its parts into the work folder, and run this again.
Only the weights can differ between two runs (the clock sets the number of steps); from one student the folder is always
the same, byte for byte.
"""

import argparse
import hashlib
import subprocess
import sys
from pathlib import Path

from bert_graph import GraphOptions, write_bert
from encoder_folder import QUESTION_PREFIX, read_student, read_vocabulary, write_folder

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "encoder" / "model.onnx"


def run(script, *arguments):
    subprocess.run([sys.executable, "-u", HERE / script, *map(str, arguments)], check=True)


def train_student(options):
    """What the student is taught with, and the student, in parts."""
    tokenizer = options.teacher / "tokenizer.json"
    made = {
        "teacher": ("pack_teacher.py", options.teacher),
        "second-teacher": ("pack_teacher.py", options.second_teacher),
        "texts": ("gather_texts.py", options.data, tokenizer),
        "asked": ("gather_asked.py", options.data, tokenizer),
    }
    paths = [options.work / f"{name}.npz.xz" for name in made]
    for path, command in zip(paths, made.values(), strict=True):
        if not path.exists():
            run(*command, path)
    settings = ("--layers", options.layers, "--seconds", options.seconds)
    run("distil.py", *paths, options.start, options.work, *settings)


def join_parts(work, name):
    """One file out of the parts it travelled in, when its hash is what distil.py wrote down."""
    parts = sorted(work.glob(f"{name}.[0-9]"))
    content = b"".join(part.read_bytes() for part in parts)
    hashes = dict(reversed(line.split()) for line in (work / "hashes.txt").read_text().splitlines())
    if hashlib.sha256(content).hexdigest() != hashes[name]:
        raise SystemExit(f"the parts of {name} in {work} do not have the hash that was written down")
    (work / name).write_bytes(content)
    return work / name


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "teacher", "second_teacher", "work", "encoder"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--start", type=Path, default=SHIPPED, help="graph of the encoder that the student starts from")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--bits", type=int, default=7, help="of a weight: 7, see GraphOptions; 8; or 32 for floats")
    parser.add_argument("--seconds", type=int, default=520)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    student = f"student-{options.layers}.npz"
    if not (options.work / f"{student}.0").exists():
        train_student(options)
    weights, layers = read_student(join_parts(options.work, student))
    model = write_bert(weights, layers, GraphOptions(weight_bits=options.bits))
    write_folder(
        options.encoder,
        model,
        read_vocabulary(options.teacher),
        name="avow-encoder",
        question_prefix=QUESTION_PREFIX,
    )


if __name__ == "__main__":
    main()
