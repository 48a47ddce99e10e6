"""What the n-gram classifier is measured by: nothing of it was trained on but the kinds that are called seen."""

import random

from gather_texts import rows
from kept_apart import CORPORA, INJECTION, is_held_request

ORDINARY = {"clinc150": 4000, "banking77": 3000}
PASSAGES = 1000
PASSAGE_UNITS = (300, 600, 1000)
UNSEEN_ATTACKS = ("tensortrust_extract", "tensortrust_hijack", "injecguard_valid")
SEEN_ATTACKS = ("deepset", "jailbreak_llms")
UNSAFE_REQUESTS = ("harmbench", "advbench_50", "harmfulqa", "forbidden_questions")
# Requests that are none of the unsafe kinds: songs and books, untrue news, and advice that a professional should give.
OTHER_HARMS = ("copyright", "misinformation_disinformation")
ADVICE = ("Financial Advice", "Gov Decision", "Health Consultation", "Legal Opinion", "Political Lobbying")
UNSAFE_COMMENTS = ("davidson", "olid", "jigsaw", "identity_madlibs")


def attacks(data):
    found = {}
    for part in ("train", "dev", "test"):
        for row in rows(data / "prompt_injection_pool", part):
            if part != "train" or row["src"] in INJECTION:
                found.setdefault((row["src"], row["y"]), []).append(row["text"])
    return found


def unsafe(data):
    found = {}
    for row in rows(data / "harmful_requests", "all"):
        if row["cat"] not in OTHER_HARMS:
            found.setdefault((row["src"], 1), []).append(row["prompt"])
    held = [text for at, text in enumerate(found["harmfulqa", 1]) if is_held_request(at)]
    found["harmfulqa", 1] = held
    forbidden = rows(data / "jailbreak_llms", "forbidden_questions")
    found["forbidden_questions", 1] = [row["question"] for row in forbidden if row["policy"] not in ADVICE]
    for row in rows(data / "identity_madlibs", "sample"):
        found.setdefault(("identity_madlibs", int(row["label"] == "BAD")), []).append(row["text"])
    for row in rows(data / "toxicity_pool", "test"):
        if row["src"] in ("davidson", "olid"):
            found.setdefault((row["src"], row["y"]), []).append(row["text"])
        elif row["src"].startswith("jigsaw") and (row["y"] == 1 or row["src"] == "jigsaw_unintended_bias"):
            found.setdefault(("jigsaw", row["y"]), []).append(row["text"])
    return found


def ordinary(data):
    """Questions that people ask, and pieces of handbooks that were kept apart."""
    chance, found = random.Random(5), {}
    for name, count in ORDINARY.items():
        found[name, 0] = chance.sample([row["text"] for row in rows(data / name, "all")], count)
    found["nq_open", 0] = [row["question"] for row in rows(data / "nq_open", "efficientqa_dev")]
    pieces = []
    for corpus in CORPORA:
        for page in rows(data / corpus, "docs"):
            if len(page["text"]) > 1500:
                start = chance.randrange(len(page["text"]) - 1200)
                pieces.append(page["text"][start : start + chance.choice(PASSAGE_UNITS)])
    found["handbooks", 0] = chance.sample(pieces, PASSAGES)
    return found


def halves(texts):
    """For choosing, and for reporting."""
    return texts[::2], texts[1::2]
