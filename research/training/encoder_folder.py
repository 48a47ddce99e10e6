"""Reads weights, and writes an encoder's folder: the graph, the vocabulary and the manifest with their hashes."""

import hashlib
import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

QUESTION_PREFIX = "Represent this sentence for searching relevant passages: "
ZSTD_LEVEL = 3


def read_weights(folder):
    found = sorted(Path(folder).glob("model*.safetensors"))
    if len(found) != 1:
        raise SystemExit(f"{folder} holds {len(found)} files model*.safetensors in place of one")
    weights = load_file(found[0])
    return {name.removeprefix("bert."): value.astype(np.float32) for name, value in weights.items()}


def read_student(path):
    """What distil.py wrote, under the names of a BERT; and its number of layers."""
    packed = {name: value.astype(np.float32) for name, value in np.load(path).items()}
    packed["words.weight"] = packed["words.weight"] * packed.pop("words.scale")
    return as_bert(packed)


def as_bert(packed):
    """An encoder's weights under the usual names of a BERT, and its number of layers."""
    weights = {
        "embeddings.word_embeddings.weight": packed["words.weight"],
        "embeddings.position_embeddings.weight": packed["positions"],
        "embeddings.token_type_embeddings.weight": np.zeros((1, packed["positions"].shape[1]), np.float32),
    }
    parts = {
        "joined": "attention.output.dense",
        "norm": "attention.output.LayerNorm",
        "wide": "intermediate.dense",
        "narrow": "output.dense",
        "last_norm": "output.LayerNorm",
    }
    layers = 1 + max(int(name.split(".")[1]) for name in packed if name.startswith("layers."))
    for part in ("weight", "bias"):
        weights[f"embeddings.LayerNorm.{part}"] = packed[f"norm.{part}"]
        for layer in range(layers):
            for ours, theirs in parts.items():
                weights[f"encoder.layer.{layer}.{theirs}.{part}"] = packed[f"layers.{layer}.{ours}.{part}"]
            three = np.split(packed[f"layers.{layer}.mixed.{part}"], 3)
            for kind, value in zip(("query", "key", "value"), three, strict=True):
                weights[f"encoder.layer.{layer}.attention.self.{kind}.{part}"] = value
    return weights, layers


def read_vocabulary(folder):
    """The tokens in the order of their ids."""
    vocabulary = json.loads((Path(folder) / "tokenizer.json").read_text())["model"]["vocab"]
    tokens = sorted(vocabulary, key=vocabulary.get)
    if [vocabulary[token] for token in tokens] != list(range(len(tokens))):
        raise ValueError("the ids of the vocabulary have gaps")
    return tokens


def read_graph(path):
    """The bytes of a graph, unpacked where it is stored compressed."""
    content = Path(path).read_bytes()
    if Path(path).suffix != ".zst":
        return content
    import zstandard

    return zstandard.ZstdDecompressor().decompress(content)


def describe_file(path):
    content = path.read_bytes()
    return {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def searching_little():
    """
    How to compress weights of few steps smaller than at any level of zstd: what a search takes for repetition is mostly
    chance, and the codes of single bytes are shorter.
    """
    import zstandard

    return zstandard.ZstdCompressionParameters(
        window_log=18,
        strategy=zstandard.STRATEGY_GREEDY,
        min_match=7,
        hash_log=6,
        chain_log=6,
        search_log=1,
        target_length=0,
    )


def write_model(folder, model, tokens, described, graph_file="model.onnx", *, parameters=None):
    """
    The graph, the vocabulary, and a manifest that says what they are and what hashes they have. As `model.onnx.zst` the
    graph is compressed, at the usual level or by `parameters`.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    graph = model.SerializeToString(deterministic=True)
    if graph_file.endswith(".zst"):
        import zstandard

        how = {"level": ZSTD_LEVEL} if parameters is None else {"compression_params": parameters}
        graph = zstandard.ZstdCompressor(**how).compress(graph)
    (folder / graph_file).write_bytes(graph)
    (folder / "vocab.txt").write_text("".join(f"{token}\n" for token in tokens))
    files = {file: describe_file(folder / file) for file in (graph_file, "vocab.txt")}
    (folder / "manifest.json").write_text(json.dumps({**described, "files": files}, indent=2) + "\n")


def write_folder(
    folder, model, tokens, *, name, kind="transformer", question_prefix="", dimensions=384, tokens_max=512
):
    described = {
        "name": name,
        "kind": kind,
        "dimensions": dimensions,
        "pooling": "none",
        "normalise": True,
        "lower_case": True,
        "tokens_max": tokens_max,
        "question_prefix": question_prefix,
        "passage_prefix": "",
    }
    write_model(folder, model, tokens, described)
