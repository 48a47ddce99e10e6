"""How MPNet's tokens and places stand to BERT's: its vocabulary is BERT's between tokens of its own."""

import math

import numpy as np
from tokenizers import BertWordPieceTokenizer

from encoder_folder import read_vocabulary

VOCABULARY = 30522
# Its number of a token is BERT's plus this; it opens and closes a text with two of the four tokens before BERT's.
SHIFT, OPENS, CLOSES = 4, 0, 2
FIRST_PLACE = 2
BUCKETS, FAR = 32, 128


def bert_tokens(folder):
    """BERT's vocabulary in the order of its ids, out of the folder of an MPNet."""
    tokens = read_vocabulary(folder)[SHIFT : SHIFT + VOCABULARY]
    if (tokens[0], tokens[101], tokens[102]) != ("[PAD]", "[CLS]", "[SEP]"):
        raise SystemExit(f"the vocabulary of {folder} is not that of an MPNet")
    return tokens


def write_tokenizer(tokens, path):
    BertWordPieceTokenizer({token: at for at, token in enumerate(tokens)}, lowercase=True).save(str(path))


def distance_buckets(size):
    """
    Which of the learnt biases counts between two tokens, by the key's place minus the query's, from 1 - size on: near
    distances have one each, far ones share.
    """
    half = BUCKETS // 2
    exact = half // 2
    found = []
    for offset in range(1 - size, size):
        distance = abs(offset)
        far = exact + int(math.log(max(distance, 1) / exact) / math.log(FAR / exact) * (half - exact))
        found.append((half if offset > 0 else 0) + (distance if distance < exact else min(half - 1, far)))
    return np.array(found)
