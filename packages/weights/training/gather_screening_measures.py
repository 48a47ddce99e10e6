"""Gathers what the screening model is measured by: nothing of it is trained on.

Usage: gather_screening_measures.py DATA_FOLDER OUTPUT_XZ

Sets are for `choosing` (rows of kinds that are trained on) or for `reporting` (other such rows, and what is unseen).
"""

import json
import lzma
import random
import sys
from collections import Counter
from pathlib import Path

import kept_apart
from gather_screening import trained_passages
from gather_texts import rows
from running_text import running_text
from screening_sources import TOXIC

sys.path.append(str(Path(__file__).parent / "written"))
import contrasts  # noqa: E402
import counterparts  # noqa: E402
import injection_texts  # noqa: E402
import page_orders  # noqa: E402
import unsafe_texts  # noqa: E402

CHOOSING, REPORTING = "choosing", "reporting"
ROWS_MAX = 800
OTHER_SEED = 1007
SEEN_ATTACKS = ("jailbreak_llms", "deepset")
PII = {
    "PERSON": "person",
    "ADDRESS": "address",
    "LOCATION": "address",
    "ORGANIZATION": "organisation",
    "ORG": "organisation",
    "BANK": "organisation",
}
# Policies of forbidden_questions under which ordinary advice is asked for; it may be no matter for a screen of ours.
ADVICE = (
    "Financial Advice",
    "Gov Decision",
    "Government Decision",
    "Health Consultation",
    "Legal Opinion",
    "Political Lobbying",
)


class Measures:
    def __init__(self):
        self.sets, self.chance = {}, random.Random(7)

    def add(self, part, head, name, found):
        if len(found) > ROWS_MAX:
            found = self.chance.sample(found, ROWS_MAX)
        if found:
            self.sets[f"{part}/{head}/{name}"] = found


def screened(texts, label, **more):
    return [{"text": text, "label": label, **more} for text in texts]


def ordinary(measures, data):
    asked = [row["question"] for at, row in enumerate(rows(data / "nq_open", "nq_open_dev")) if at % 3 == 0]
    measures.add(CHOOSING, "ordinary", "nq_open", screened(asked, 0))
    contexts = [row["text"] for row in rows(data / "squad2_dev", "contexts") if row["title"] in kept_apart.SQUAD2_TUNE]
    measures.add(CHOOSING, "ordinary", "squad2_passages", screened(contexts, 0))
    prompts = [row["text"] for row in rows(data / "prompt_injection_pool", "dev") if row["src"] == "oasst_benign"]
    measures.add(CHOOSING, "ordinary", "oasst", screened(prompts, 0))
    for name in ("clinc150", "banking77"):
        measures.add(REPORTING, "ordinary", name, screened([row["text"] for row in rows(data / name, "all")], 0))
    asked = [row["question"] for row in rows(data / "nq_open", "efficientqa_dev")]
    measures.add(REPORTING, "ordinary", "efficientqa", screened(asked, 0))
    for corpus in kept_apart.CORPORA:
        passages = [row["text"][at : at + 900] for row in rows(data / corpus, "docs") for at in range(0, 9000, 3000)]
        long_enough = [text for text in passages if len(text) > 200]
        measures.add(REPORTING, "ordinary", corpus, screened(measures.chance.sample(long_enough, 200), 0))


def injections(measures, data):
    pools = {part: list(rows(data / "prompt_injection_pool", part)) for part in ("train", "dev", "test")}

    def texts(parts, source, label):
        return [row["text"] for part in parts for row in pools[part] if row["src"] == source and row["y"] == label]

    measures.add(CHOOSING, "injection", "jailbreaks", screened(texts(["dev"], "jailbreak_llms", 1), 1))
    for label, name in ((1, "deepset"), (0, "deepset_harmless")):
        half = texts(["test"], "deepset", label)
        measures.add(CHOOSING, "injection", name, screened(half[::2], label))
        measures.add(REPORTING, "injection", name, screened(half[1::2], label))
    measures.add(REPORTING, "injection", "jailbreaks", screened(texts(["test"], "jailbreak_llms", 1), 1))
    for source in kept_apart.INJECTION:
        for label, name in ((1, source), (0, f"{source}_harmless")):
            measures.add(REPORTING, "injection", name, screened(texts(pools, source, label), label))
    written = injection_texts.texts(OTHER_SEED)
    measures.add(CHOOSING, "injection", "written", [{"text": text, "label": label} for text, label in written])


def toxicity(measures, data):
    for part, pool in ((CHOOSING, "dev"), (REPORTING, "test")):
        found = list(rows(data / "toxicity_pool", pool))
        for source, kind in TOXIC.items():
            chosen = [{"text": row["text"], "label": row["y"], "kind": kind} for row in found if row["src"] == source]
            measures.add(part, "unsafe", source, measures.chance.sample(chosen, min(len(chosen), 300)))
    found = list(rows(data / "toxicity_pool", "test"))
    for source in ("davidson", "olid", "surge"):
        for label, name in ((1, source), (0, f"{source}_harmless")):
            texts = [row["text"] for row in found if row["src"] == source and row["y"] == label]
            measures.add(REPORTING, "unsafe", name, screened(texts, label))
    madlibs = list(rows(data / "identity_madlibs", "sample"))
    for sign, label, name in (("BAD", 1, "identity_madlibs"), ("NOT_BAD", 0, "identity_madlibs_harmless")):
        measures.add(
            REPORTING, "unsafe", name, screened([row["text"] for row in madlibs if row["label"] == sign], label)
        )


def requests(measures, data):
    found = list(rows(data / "harmful_requests", "all"))
    harmful = [row["prompt"] for row in found if row["src"] == "harmfulqa"]
    measures.add(CHOOSING, "unsafe", "harmfulqa", screened(harmful[::6], 1))
    measures.add(REPORTING, "unsafe", "harmfulqa", screened(harmful[3::6], 1))
    measures.add(
        REPORTING, "unsafe", "advbench", screened([row["prompt"] for row in found if row["src"] == "advbench_50"], 1)
    )
    bench = [row for row in found if row["src"] == "harmbench"]
    for name in sorted({row["cat"] for row in bench}):
        measures.add(
            REPORTING,
            "unsafe",
            f"harmbench_{name}",
            screened([row["prompt"] for row in bench if row["cat"] == name], 1),
        )
    forbidden = list(rows(data / "jailbreak_llms", "forbidden_questions"))
    for name, is_advice in (("forbidden_questions", False), ("forbidden_questions_advice", True)):
        texts = [row["question"] for row in forbidden if (row["policy"] in ADVICE) == is_advice]
        measures.add(REPORTING, "unsafe", name, screened(texts, 1))
    written = [
        {"text": text, "label": int(any(known.values())), "kinds": known}
        for text, known in unsafe_texts.texts(OTHER_SEED)
    ]
    measures.add(CHOOSING, "unsafe", "written", written)


def names(measures, data):
    places, parts = Counter(), {0: CHOOSING, 3: REPORTING}
    found = {}
    for row in rows(data / "ner_real_text", "all"):
        at, source = places[row["src"]], row["src"]
        places[source] += 1
        part = parts.get(at % 6) if source != "wnut17" else REPORTING if row["split"] == "test" else None
        if part:
            text, spans = running_text(row)
            found.setdefault((part, source), []).append({"text": text, "spans": spans})
    for name in ("presidio_generated_large", "pii_syn_nano"):
        for row in rows(data / "pii_labelled", name):
            spans = [(span["s"], span["e"], PII[span["t"]]) for span in row["spans"] if span["t"] in PII]
            found.setdefault((REPORTING, name), []).append({"text": row["text"], "spans": spans})
    for (part, name), each in found.items():
        measures.add(part, "names", name, each)


def written_apart(measures, data):
    """Of the lines that were kept out of training: texts of manners that look like harm, and some that are."""
    for source in (counterparts, contrasts):
        for part, found in source.texts_by_part(OTHER_SEED, apart=True).items():
            labelled = [{"text": text, "label": int(any(known.values())), "kinds": known} for text, known in found]
            head = "unsafe" if source is contrasts or any(row["label"] for row in labelled) else "ordinary"
            measures.add(CHOOSING, head, f"written_apart_{part.replace(' ', '_')}", labelled)
    for part, found in page_orders.texts_by_part(OTHER_SEED, trained_passages(data), apart=True).items():
        measures.add(
            CHOOSING, "injection", f"written_apart_{part}", [{"text": text, "label": label} for text, label in found]
        )


def main():
    data, output, measures = Path(sys.argv[1]), Path(sys.argv[2]), Measures()
    for step in (ordinary, injections, toxicity, requests, names, written_apart):
        step(measures, data)
    output.write_bytes(lzma.compress(json.dumps(measures.sets).encode(), preset=4))
    print({name: len(each) for name, each in measures.sets.items()})
    print(output, round(output.stat().st_size / 2**20, 1), "MiB")


if __name__ == "__main__":
    main()
