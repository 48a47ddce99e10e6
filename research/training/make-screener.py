"""Makes the screening model that ships, from the pretrained MPNet and the gathered examples to its folder.

Usage: make-screener.py DATA_FOLDER PUBLIC_FOLDER MPNET_FOLDER WORK_FOLDER SCREENER_FOLDER [--gather]

MPNET_FOLDER is sentence-transformers' all-mpnet-base-v2: its safetensors and tokenizer.json.
What a step has left in the work folder is not made again: where the accelerator is another machine, run
`screener_runs.py` there on what `--gather` makes, put `student.npz` into the work folder, and run this again.
From the same student the folder is always the same, byte for byte.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import kept_apart
from encoder_folder import searching_little, write_model
from mpnet_graph import read_trained
from mpnet_tokens import bert_tokens, write_tokenizer
from screener_examples import KINDS, OVERLAP, TAGS, TOKENS_MAX
from screener_graph import write_screener
from screening_sources import ASKED_CHOOSING, ASKED_REPORTING, MEDQUAD_CHOOSING, MEDQUAD_REPORTING

HERE = Path(__file__).parent
# Where the probabilities fit best on rows that were kept apart (`fit_screener_temperatures.py`).
TEMPERATURES = {"injection_temperature": 0.92, "unsafe_temperature": 0.76, "tags_temperature": 1.68}
# What it never saw, and is measured by; of other sets some rows are kept apart (`gather_screening.py`).
KEPT_APART = {
    "injection": kept_apart.INJECTION,
    "unsafe": tuple(name for name in kept_apart.UNSAFE if name != "harmfulqa"),
    "names": ("pii_labelled", "wnut17"),
    "ordinary": ("efficientqa", *kept_apart.CORPORA),
    "asked": sorted({*kept_apart.ASKED, *ASKED_CHOOSING, *ASKED_REPORTING}),
    "medquad": (*MEDQUAD_CHOOSING, *MEDQUAD_REPORTING),
}


def make(output, script, *arguments):
    """Runs a step, which writes `output`, its last argument, unless that is there."""
    if not output.exists():
        subprocess.run([sys.executable, "-u", HERE / script, *map(str, (*arguments, output))], check=True)
    return output


def gather(options, tokens):
    """What training and measuring start from."""
    work, tokenizer = options.work, options.work / "tokenizer.json"
    write_tokenizer(tokens, tokenizer)
    pretrained = make(work / "pretrained.npz.xz", "pack_teacher.py", options.mpnet)
    examples = make(work / "screening.npz.xz", "gather_screening.py", options.data, options.public, tokenizer)
    measures = make(work / "screening.json.xz", "gather_screening_measures.py", options.data)
    return pretrained, examples, measures, tokenizer


def train(options, tokens):
    student = options.work / "student.npz"
    if not student.exists():
        runs = [sys.executable, "-u", HERE / "screener_runs.py", *gather(options, tokens), options.work]
        subprocess.run([str(part) for part in runs], check=True)
    return student


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "public", "mpnet", "work", "screener"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--gather", action="store_true", help="only make what training starts from")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    tokens = bert_tokens(options.mpnet)
    if options.gather:
        gather(options, tokens)
        return
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
    model = write_screener(read_trained(train(options, tokens)), tokens)
    write_model(options.screener, model, tokens, described, "model.onnx.zst", parameters=searching_little())


if __name__ == "__main__":
    main()
