"""Makes the reading model that ships, from the pretrained MPNet and the gathered examples to its folder.

Usage: make-reader.py DATA_FOLDER MPNET_FOLDER WORK_FOLDER READER_FOLDER [--seconds 1400]

MPNET_FOLDER is sentence-transformers' all-mpnet-base-v2: its safetensors and tokenizer.json.
What a step has left in the work folder is not made again: where the accelerator is another machine, run `mine_asked.py`
and `train_reader.py` there on `pretrained.npz.xz`, `examples.npz.xz` and `asked.npz.xz` (`--gather` makes those alone),
put `trained.npz` into the work folder, and run this again.
From the same trained weights the graph is always the same, byte for byte.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import kept_apart
from encoder_folder import searching_little, write_model
from mpnet_graph import read_trained, write_reader
from mpnet_tokens import bert_tokens, write_tokenizer
from reader_examples import TOKENS_MAX

HERE = Path(__file__).parent
# Chosen on the tuning articles and the development parts alone: the lowest line at which F1 is within half a point of
# its best (`measure_reader.py`), and where the probabilities fit best (`fit_temperatures.py`).
NO_ANSWER_LINE, JUDGE_TEMPERATURE = 6.0, 2.29


def make(output, script, *arguments):
    """Runs a step, which writes its last argument, unless that is there."""
    if not output.exists():
        subprocess.run([sys.executable, "-u", HERE / script, *map(str, (*arguments, output))], check=True)
    return output


def gather(options, tokens):
    """What training starts from: pretrained weights, examples and everyday questions."""
    work, tokenizer = options.work, options.work / "tokenizer.json"
    write_tokenizer(tokens, tokenizer)
    pretrained = make(work / "pretrained.npz.xz", "pack_teacher.py", options.mpnet)
    examples = make(work / "examples.npz.xz", "gather_examples.py", options.data, tokenizer)
    asked = make(work / "asked.npz.xz", "gather_asked.py", options.data, tokenizer)
    return pretrained, examples, asked


def train(options, tokens):
    trained = options.work / "trained.npz"
    if trained.exists():
        return trained
    pretrained, examples, asked = gather(options, tokens)
    mined = make(options.work / "mined.npz", "mine_asked.py", pretrained, asked)
    settings = ("--seconds", options.seconds)
    return make(trained, "train_reader.py", *settings, pretrained, examples, asked, mined)


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "mpnet", "work", "reader"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--seconds", type=int, default=1400)
    parser.add_argument("--gather", action="store_true", help="only make what training starts from")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    tokens = bert_tokens(options.mpnet)
    if options.gather:
        gather(options, tokens)
        return
    described = {
        "name": "avow-reader",
        "kind": "reader",
        "lower_case": True,
        "tokens_max": TOKENS_MAX,
        "judge_temperature": JUDGE_TEMPERATURE,
        "no_answer_line": NO_ANSWER_LINE,
        "kept_apart": kept_apart.from_reader(),
    }
    model = write_reader(read_trained(train(options, tokens)), tokens)
    write_model(options.reader, model, tokens, described, "model.onnx.zst", parameters=searching_little())


if __name__ == "__main__":
    main()
