"""Writes MPNet with the heads of the reading model as an ONNX graph over BERT's token ids: the encoder in integers, the heads in floats."""
import math, sys
import numpy as np
from onnx import TensorProto
from bert_graph import BertWriter, GraphOptions, finish, quantise_columns, quantise_rows
from reader_graph import ReaderWriter

BUCKETS, FAR = 32, 128

def bias_by_distance(table, size):
    """[heads, 2*size-1]: what is added for key place minus query place, from -(size-1) on."""
    half = BUCKETS // 2; exact = half // 2
    out = np.empty((table.shape[1], 2 * size - 1), np.float32)
    for at, offset in enumerate(range(-(size - 1), size)):
        # distance = query - key = -offset
        distance = -offset
        bucket = half if distance < 0 else 0
        d = abs(distance)
        if d < exact: bucket += d
        else: bucket += min(half - 1, exact + int(math.log(np.float32(d) / exact) / math.log(FAR / exact) * (half - exact)))
        out[:, at] = table[bucket]
    return out

class MpnetWriter(ReaderWriter):
    def __init__(self, weights, layers, heads, options, bias, size):
        super().__init__(weights, layers, heads, options)
        self.bias, self.size = bias, size
    def layer_norm(self, value, name):
        scale, bias = (self.graph.constant(self.weights[f"{name}.{part}"], "norm") for part in ("weight", "bias"))
        return self.graph.op("LayerNormalization", [value, scale, bias], axis=-1, epsilon=1e-5)
    def mask(self):
        graph = self.graph
        absent = super().mask()
        length = graph.op("Squeeze", [graph.op("Shape", ["input_ids"], start=1, end=2), graph.constant(np.array([0], np.int64))])
        places = graph.op("Range", [graph.constant(np.int64(0)), length, graph.constant(np.int64(1))])
        column = graph.op("Unsqueeze", [places, graph.constant(np.array([1], np.int64))])
        row = graph.op("Unsqueeze", [places, graph.constant(np.array([0], np.int64))])
        index = graph.op("Add", [graph.op("Sub", [row, column]), graph.constant(np.int64(self.size - 1))])
        bias = graph.op("Gather", [graph.constant(self.bias, "distances"), index], axis=1)  # heads, query, key
        wide = graph.op("Unsqueeze", [bias, graph.constant(np.array([0], np.int64))])
        return graph.op("Add", [wide, absent])

def from_pretrained(folder, taken, size=384):
    from safetensors.numpy import load_file
    w = {k: v.astype(np.float32) for k, v in load_file(f"{folder}/model.safetensors").items()}
    table = w["embeddings.word_embeddings.weight"]
    ours = np.concatenate([table[4:], table[-0:0]])[:30522].copy()
    ours = np.vstack([table[i + 4] if i + 4 < len(table) else table[-1] for i in range(30522)])
    ours[101], ours[102] = table[0], table[2]
    out = {"embeddings.word_embeddings.weight": ours, "embeddings.position_embeddings.weight": w["embeddings.position_embeddings.weight"][2:2 + size], "embeddings.token_type_embeddings.weight": np.zeros((1, 768), np.float32)}
    for p in ("weight", "bias"):
        out[f"embeddings.LayerNorm.{p}"] = w[f"embeddings.LayerNorm.{p}"]
        for o, t in enumerate(taken):
            b, n = f"encoder.layer.{t}", f"encoder.layer.{o}"
            for k, a in (("q", "query"), ("k", "key"), ("v", "value")): out[f"{n}.attention.self.{a}.{p}"] = w[f"{b}.attention.attn.{k}.{p}"]
            out[f"{n}.attention.output.dense.{p}"] = w[f"{b}.attention.attn.o.{p}"]
            out[f"{n}.attention.output.LayerNorm.{p}"] = w[f"{b}.attention.LayerNorm.{p}"]
            for k in ("intermediate.dense", "output.dense", "output.LayerNorm"): out[f"{n}.{k}.{p}"] = w[f"{b}.{k}.{p}"]
    return out, bias_by_distance(w["encoder.relative_attention_bias.weight"], size)

if __name__ == "__main__":
    n = int(sys.argv[1]); taken = {6: [0, 2, 4, 7, 9, 11], 4: [0, 4, 7, 11], 12: list(range(12))}[n]
    weights, bias = from_pretrained(sys.argv[2], taken)
    r = np.random.default_rng(1); D = 768
    heads = {"second": np.zeros(D, np.float32), "span.weight": r.normal(0, .02, (2, D)).astype(np.float32), "span.bias": np.zeros(2, np.float32)}
    for h, k in (("relevance", 1), ("judge", 3)):
        heads |= {f"{h}.dense.weight": r.normal(0, .02, (D, D)).astype(np.float32), f"{h}.dense.bias": np.zeros(D, np.float32), f"{h}.out.weight": r.normal(0, .02, (k, D)).astype(np.float32), f"{h}.out.bias": np.zeros(k, np.float32)}
    m = MpnetWriter(weights, n, heads, GraphOptions(heads=12, weight_bits=7), bias, 384).write()
    open(f"half-{n}.onnx", "wb").write(m.SerializeToString())
