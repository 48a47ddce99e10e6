"""Packs the test bed: passages, headings, questions as BERT tokens, and what is right."""
import io, json, lzma, sys
# Usage: bed.py OUTPUT_XZ TOKENIZER_JSON BED_JSON VECTORS_BIN
from pathlib import Path
import numpy as np
from tokenizers import Tokenizer
from gather_asked import packed, runs
T = Tokenizer.from_file(sys.argv[2]); T.no_padding(); T.no_truncation()
bed = json.load(open(sys.argv[3]))
texts, heads, corpus_of, names, qs = [], [], [], [], []
for c, b in enumerate(bed):
    base = len(texts)
    for p in b['passages']:
        texts.append(p['text']); heads.append(p['headings']); corpus_of.append(c)
    for q in b['questions']:
        qs.append({**q, 'corpus': c, 'right': [r+base for r in q['right']], 'page': [r+base for r in q['page']]})
arrays = packed('passages', [r[:288] for r in runs(T, texts)])
arrays |= packed('titles', [r[-48:] for r in runs(T, heads)])
arrays |= packed('questions', [r[:64] for r in runs(T, [q['question'] for q in qs])])
arrays['corpus'] = np.array(corpus_of, np.int8)
vp = sys.argv[4]
if Path(vp).exists():
    arrays['ours'] = np.fromfile(vp, np.float32).reshape(-1, 384)[:len(texts)].astype(np.float16)
    arrays['ours_q'] = np.fromfile(vp, np.float32).reshape(-1, 384)[len(texts):].astype(np.float16)
arrays['meta'] = np.frombuffer(json.dumps([{k: q[k] for k in ('id','set','kind','question','answerable','verdict','right','page','corpus')} for q in qs]).encode(), np.uint8)
b = io.BytesIO(); np.savez(b, **arrays); Path(sys.argv[1]).write_bytes(lzma.compress(b.getvalue(), preset=4))
print(len(texts), len(qs), Path(sys.argv[1]).stat().st_size/2**20)
