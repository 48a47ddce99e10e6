"""Gathers what the screening model is measured by: nothing of it is trained on.

Usage: gather_screening_measures.py DATA_FOLDER OUTPUT_XZ

Sets are for `choosing` (rows of kinds that are trained on) or for `reporting` (other such rows, and what is unseen).
Ordinary questions are of six kinds of people, by which a set's name begins: banking, medical, handbook, developer,
government, everyday.
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
from heading_pairs import CORPORA as HEADED
from running_text import running_text
from screener_examples import KINDS
from screening_sources import (
    ASKED_CHOOSING,
    ASKED_REPORTING,
    MEDQUAD_CHOOSING,
    MEDQUAD_REPORTING,
    TOXIC,
    asked_kind,
)

sys.path.append(str(Path(__file__).parent / "written"))
import contrasts  # noqa: E402
import counterparts  # noqa: E402
import injection_texts  # noqa: E402
import page_orders  # noqa: E402
import request_texts  # noqa: E402
import unsafe_texts  # noqa: E402
from page_orders import BREAK  # noqa: E402

CHOOSING, REPORTING = "choosing", "reporting"
ROWS_MAX, ORDINARY_MAX, PASSAGES_MAX = 800, 3000, 400
ALARMING = Path(__file__).parents[1] / "harness" / "guardrails" / "alarming"
OTHER_SEED = 1007
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
        most = ORDINARY_MAX if head == "ordinary" else ROWS_MAX
        if len(found) > most:
            found = self.chance.sample(found, most)
        if found:
            self.sets[f"{part}/{head}/{name}"] = found


def screened(texts, label, **more):
    return [{"text": text, "label": label, **more} for text in texts]


def ordinary(measures, data):
    def add(part, name, texts):
        measures.add(part, "ordinary", name, screened(texts, 0))

    for folder, kind in (("banking77", "banking"), ("clinc150", "everyday")):
        texts = [row["text"] for row in rows(data / folder, "all")]
        add(CHOOSING, f"{kind}_{folder}", texts[2::4])
        add(REPORTING, f"{kind}_{folder}", texts[1::2])
    asked = [row["question"] for row in rows(data / "nq_open", "efficientqa_dev")]
    add(CHOOSING, "everyday_efficientqa", asked[::2])
    add(REPORTING, "everyday_efficientqa", asked[1::2])
    add(CHOOSING, "everyday_nq_open", [row["question"] for row in rows(data / "nq_open", "nq_open_dev")][::3])
    for part, sources in ((CHOOSING, ASKED_CHOOSING), (REPORTING, ASKED_REPORTING)):
        found = [(row["id"].split("|")[0], row["q"]) for row in rows(data / "asked_questions", "questions")]
        for source in sources:
            add(part, f"{asked_kind(source)}_{source}", [text for each, text in found if each == source])
    answers = list(rows(data / "medquad_faq", "faq"))
    for part, sources in ((CHOOSING, MEDQUAD_CHOOSING), (REPORTING, MEDQUAD_REPORTING)):
        for source in sources:
            add(part, f"medical_{source}", [row["question"] for row in answers if row["src"] == source])
    add(REPORTING, "medical_covid_faq", [row["question"] for row in list(rows(data / "covid_faq", "faq"))[1::2]])
    told = [row["user_query"] for row in rows(data / "halueval_general", "all")]
    add(CHOOSING, "instructions_halueval", told[1::4])
    add(REPORTING, "instructions_halueval", told[3::4])
    for part, split in ((CHOOSING, "dev"), (REPORTING, "test")):
        prompts = [row["text"] for row in rows(data / "prompt_injection_pool", split) if row["src"] == "oasst_benign"]
        add(part, "instructions_oasst", prompts)


def pieces_of(page):
    """Stretches of a page about as long as a passage."""
    found = [page[at : at + 900] for at in range(0, 9000, 3000)]
    return [text for text in found if len(text) > 200]


def pages(measures, data):
    """Passages as they are, and with an attack in them: at the start, in the middle or at the end."""
    clean = {CHOOSING: [], REPORTING: []}
    for corpus in (*HEADED, *kept_apart.CORPORA):
        found = list(rows(data / corpus, "docs"))
        # Of four corpora every second page is trained on; those are no measure of anything.
        halves = {CHOOSING: found[1::4], REPORTING: found[3::4]} if corpus in HEADED else {REPORTING: found[1::2]}
        if corpus not in HEADED:
            halves[CHOOSING] = found[::2]
        for part, chosen in halves.items():
            texts = [text for page in chosen for text in pieces_of(page["text"])]
            texts = measures.chance.sample(texts, min(len(texts), PASSAGES_MAX))
            clean[part].extend(texts)
            measures.add(part, "pages", f"clean_{corpus}", screened(texts, 0))
    pools = {part: list(rows(data / "prompt_injection_pool", part)) for part in ("train", "dev", "test")}
    sources = {CHOOSING: ("written",), REPORTING: ("deepset", *kept_apart.INJECTION)}
    for part, names in sources.items():
        for name in names:
            if name == "written":
                found = [text for text, label in injection_texts.texts(OTHER_SEED) if label]
            else:
                splits = ("test",) if name == "deepset" else pools
                found = [row["text"] for each in splits for row in pools[each] if row["src"] == name and row["y"]]
            short = [text for text in found if len(text) <= 400]
            attacked = [set_into(measures.chance, measures.chance.choice(clean[part]), text) for text in short[:300]]
            measures.add(part, "pages", f"attacked_{name}", screened(attacked, 1))


def set_into(chance, passage, sentence):
    breaks = [found.end() for found in BREAK.finditer(passage)] or [len(passage)]
    at = chance.choice([0, chance.choice(breaks), len(passage)])
    return f"{passage[:at].rstrip()} {sentence} {passage[at:].lstrip()}".strip()


def alarming(measures, _):
    """Prompts of ours that only look alarming, and some that are what they look like: never trained on."""
    for name, label in (("harmless", 0), ("unsafe", 1)):
        found = json.loads((ALARMING / f"{name}.json").read_text())
        texts = [text for each in found.values() for text in each]
        measures.add(REPORTING, "unsafe", f"alarming_{name}", screened(texts, label))


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
    for source in (counterparts, contrasts, request_texts):
        for part, found in source.texts_by_part(OTHER_SEED, apart=True).items():
            labelled = [
                {"text": text, "label": int(any(known.values()))}
                | ({"kinds": known} if len(known) == len(KINDS) else {})
                for text, known in found
            ]
            measures.add(CHOOSING, "unsafe", f"written_apart_{part.replace(' ', '_')}", labelled)
    for part, found in page_orders.texts_by_part(OTHER_SEED, trained_passages(data), apart=True).items():
        measures.add(
            CHOOSING, "injection", f"written_apart_{part}", [{"text": text, "label": label} for text, label in found]
        )


def main():
    data, output, measures = Path(sys.argv[1]), Path(sys.argv[2]), Measures()
    for step in (ordinary, pages, alarming, injections, toxicity, requests, names, written_apart):
        step(measures, data)
    output.write_bytes(lzma.compress(json.dumps(measures.sets).encode(), preset=4))
    print({name: len(each) for name, each in measures.sets.items()})
    print(output, round(output.stat().st_size / 2**20, 1), "MiB")


if __name__ == "__main__":
    main()
