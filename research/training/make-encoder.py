"""Makes the encoder that ships, from the pretrained teacher and the gathered texts to the folder with its manifest.

Usage: make-encoder.py DATA_FOLDER TEACHER_FOLDER WORK_FOLDER ENCODER_FOLDER [--layers 6] [--bits 7] [--seconds 520]

What a step has left in the work folder is not made again: where the accelerator is another machine, run `distil.py`
there on `teacher.npz.xz` and `texts.npz.xz`, put its parts into the work folder, and run this again.
Only the weights can differ between two runs (the clock sets the number of steps); from one student the folder is always
the same, byte for byte.
"""

import argparse
import hashlib
import subprocess
import sys
from pathlib import Path

from bert_graph import GraphOptions, limit_of, write_bert
from encoder_folder import QUESTION_PREFIX, read_student, read_vocabulary, write_folder

HERE = Path(__file__).parent


def run(script, *arguments):
    subprocess.run([sys.executable, "-u", HERE / script, *map(str, arguments)], check=True)


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
    for name in ("data", "teacher", "work", "encoder"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--bits", type=int, default=7, help="of a weight: 7, see GraphOptions; 8; or 32 for floats")
    parser.add_argument("--seconds", type=int, default=520)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    teacher, texts = options.work / "teacher.npz.xz", options.work / "texts.npz.xz"
    student = f"student-{options.layers}.npz"
    if not (options.work / f"{student}.0").exists():
        if not teacher.exists():
            run("pack_teacher.py", options.teacher, teacher)
        if not texts.exists():
            run("gather_texts.py", options.data, options.teacher / "tokenizer.json", texts)
        run("distil.py", teacher, texts, options.work, "--students", "4,6", "--seconds", options.seconds)
    weights, layers = read_student(join_parts(options.work, student))
    model = write_bert(weights, layers, GraphOptions(weight_limit=limit_of(options.bits)))
    write_folder(
        options.encoder,
        model,
        read_vocabulary(options.teacher),
        name="avow-encoder",
        question_prefix=QUESTION_PREFIX,
    )


if __name__ == "__main__":
    main()
