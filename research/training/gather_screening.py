"""Gathers what the screening model is trained on, as token ids: only of sets whose licence allows the model to ship.

Usage: gather_screening.py DATA_FOLDER PUBLIC_FOLDER TOKENIZER_JSON OUTPUT_XZ

PUBLIC_FOLDER holds clones of the repositories that `public_texts.py` names.
What is named in `kept_apart.py` and `screening_sources.py` takes no part, nor do wnut17 and pii_labelled. Of sets that
are also measured by, some rows take part: two in three of HarmfulQA, ner_real_text and NQ-open, every second of
HaluEval, every fourth of BANKING77 and CLINC150.
"""

import random
import re
import sys
from pathlib import Path

from gather_texts import rows
from heading_pairs import CORPORA, as_question, sections
from kept_apart import ASKED, SQUAD_SCREENING
from public_texts import Public
from running_text import running_text
from screener_examples import KINDS, SAFE, ScreenerExamples
from screening_sources import (
    ASKED_CHOOSING,
    ASKED_REPORTING,
    MEDQUAD_CHOOSING,
    MEDQUAD_REPORTING,
    TOXIC,
    asked_kind,
)
from squad_questions import squad

sys.path.append(str(Path(__file__).parent / "written"))
import contrasts  # noqa: E402
import counterparts  # noqa: E402
import injection_texts  # noqa: E402
import name_texts  # noqa: E402
import page_orders  # noqa: E402
import request_texts  # noqa: E402
import unsafe_texts  # noqa: E402
from grammar import Grammar, read_phrases  # noqa: E402

SEED = 7
HARMLESS = {"injection": 0, **SAFE}
# At most so many texts of a source, and of our own.
ASKED_MAX, PASSAGES_MAX, SQUAD_MAX, ANSWERS_MAX, WRITTEN_MAX = 55_000, 16_000, 5_000, 3_000, 14_000
ATTACKED = 16_000
ATTACK_UNITS_MAX = 600
SECTIONS_MAX = 4
ASSISTANT, ASSISTANT_TIMES = re.compile(r"\b(?:prompts?|chatbots?|language models?|AI|instructions)\b"), 3
# Sources of answerability_pool and span_qa_pool whose questions may be used.
OTHER_QUESTIONS = ("iirc", "doqa_cooking", "doqa_movies", "tweetqa")
ASKED_APART = {*ASKED, *ASKED_CHOOSING, *ASKED_REPORTING}


def is_trained_row(at):
    """Two rows in three; of the others every second is for choosing (`at % 6 == 0`), the rest for reporting."""
    return at % 3 != 0


class ScreeningGathering:
    def __init__(self, data, public, tokenizer):
        self.data, self.public, self.chance = data, Public(public, data), random.Random(SEED)
        self.examples = ScreenerExamples(tokenizer, self.chance)
        self.attacks, self.passages = {}, trained_passages(data)

    def some(self, found, most):
        found = list(found)
        return found if len(found) <= most else self.chance.sample(found, most)

    def harmless(self, source, texts, most=WRITTEN_MAX):
        for text in self.some(dict.fromkeys(texts), most):
            self.examples.add(source, text, **HARMLESS)

    def asked(self):
        for name, field, most in (("questions", "q", ASKED_MAX), ("passages", "text", PASSAGES_MAX)):
            found = [
                (source, row[field])
                for row in rows(self.data / "asked_questions", name)
                if (source := row["id"].split("|")[0]) not in ASKED_APART
                and not (name == "passages" and source.startswith("corpus_"))
            ]
            for source, text in self.some(found, most):
                self.examples.add(f"asked_{name}/{asked_kind(source)}", text, **HARMLESS)

    def customers(self):
        for name in ("banking77", "clinc150"):
            texts = [row["text"] for row in rows(self.data / name, "all")]
            measured = {text.lower() for at, text in enumerate(texts) if at % 4}
            self.harmless(name, [text for text in texts[::4] if text.lower() not in measured])

    def medicine(self):
        apart = {*MEDQUAD_CHOOSING, *MEDQUAD_REPORTING}
        asked = [row for row in rows(self.data / "medquad_faq", "faq") if row["src"] not in apart]
        self.harmless("medical/medquad", [row["question"] for row in asked], 8_000)
        self.harmless("medical/medquad", [row["answer"] for row in asked], ANSWERS_MAX)
        papers = list(rows(self.data / "pubmedqa_labeled", "all"))
        self.harmless("medical/pubmedqa", [row["question"] for row in papers])
        self.harmless("medical/pubmedqa", [text for row in papers for text in row["contexts"][:1]])
        self.harmless("medical/covid_qa", [row["question"] for row in rows(self.data / "covid_qa", "questions")])
        self.harmless("medical/covid_faq", [row["question"] for row in list(rows(self.data / "covid_faq", "faq"))[::2]])

    def encyclopaedia(self):
        asked = [row["question"] for row in rows(self.data / "nq_open", "nq_open_dev")]
        self.harmless("nq_open", [text for at, text in enumerate(asked) if is_trained_row(at)])
        found = list(squad(self.data, SQUAD_SCREENING))
        self.harmless("squad", [question for _, _, question, _ in found], SQUAD_MAX)
        self.harmless("squad", [text for _, text, _, _ in found], SQUAD_MAX // 2)
        for field in ("question", "passage"):
            self.harmless("boolq", [row[field] for row in rows(self.data / "boolq_4k", "all")], ANSWERS_MAX)
        chosen = [row for part in ("dev", "test") for row in rows(self.data / "selqa", part)]
        self.harmless("selqa", [row["question"] for row in chosen])
        self.harmless("selqa", [" ".join(row["sentences"]) for row in chosen], ANSWERS_MAX // 3)

    def other_questions(self):
        for pool in ("answerability_pool", "span_qa_pool"):
            found = [row for row in rows(self.data / pool, "all") if row["src"] in OTHER_QUESTIONS]
            for source in sorted({row["src"] for row in found if not row.get("in_squad_dev")}):
                asked = [row["question"] for row in found if row["src"] == source]
                self.harmless(f"other_questions/{source}", asked, ANSWERS_MAX)
        for folder, name, field in (
            ("qasper_ni", "all", "question"),
            ("qasper_ni", "all", "context"),
            ("anthropic_code_retrieval", "queries", "query"),
            ("anthropic_code_retrieval", "chunks", "text"),
        ):
            self.harmless(f"other_questions/{folder}", [row[field] for row in rows(self.data / folder, name)])

    def manuals(self):
        for corpus in CORPORA:
            pages = list(rows(self.data / corpus, "docs"))[::2]
            found = [(page["title"], *each) for page in pages for each in list(sections(page["text"]))[:SECTIONS_MAX]]
            chosen = self.some(found, ANSWERS_MAX)
            self.harmless("manual_headings", [as_question(heading, title, self.chance) for title, heading, _ in chosen])
            listed = listed_names()
            for _, _, body in chosen:
                self.examples.add("manual_sections", body, spans=() if listed.search(body) else None, **HARMLESS)

    def prompts(self):
        """Instructions to an assistant, and attacks on one. Those of BIPIA are attacks only within a page."""
        told = list(rows(self.data / "halueval_general", "all"))[::2]
        self.harmless("halueval/instructions", [row["user_query"] for row in told])
        self.harmless("halueval/answers", [row["chatgpt_response"] for row in told], ANSWERS_MAX // 3)
        for row in rows(self.data / "prompt_injection_pool", "train"):
            source, text, label = row["src"], row["text"], row["y"]
            if source == "oasst_benign":
                self.examples.add("oasst", text, **HARMLESS)
            elif source == "deepset":
                self.examples.add("deepset", text, **({"injection": 1} if label else HARMLESS))
            elif source == "jailbreak_llms":
                self.examples.add("jailbreaks", text, injection=1)
            name = {"jailbreak_llms": "jailbreaks"}.get(source, source.split("_")[0])
            if label and name in ("deepset", "jailbreaks", "bipia") and len(text) <= ATTACK_UNITS_MAX:
                self.attacks.setdefault(name, []).append(text)

    def pages(self):
        """Attacks set into real pages at random places, and such pages without."""
        grammar = Grammar(SEED, *page_orders.INJECTION_PHRASES)
        names = sorted(self.attacks)
        for _ in range(ATTACKED):
            name = self.chance.choice(names)
            page = page_orders.stretch_of(grammar, self.chance.choice(self.passages))
            attacked = page_orders.slip_in(grammar, page, self.chance.choice(self.attacks[name]))
            self.examples.add(f"attacked_pages/{name}", attacked, whole_only=True, injection=1)
            if self.chance.random() < 0.5:
                self.examples.add("clean_pages", page, **HARMLESS)
        for part, found in page_orders.texts_by_part(SEED, self.passages).items():
            source = {"order_in_passage": "written_orders_in_pages", "passage": "clean_pages"}.get(
                part, "written_pages"
            )
            for text, label in found:
                # In which part of a long text the order stands is not known.
                known = {"injection": 1} if label else HARMLESS
                self.examples.add(source, text, whole_only=bool(label), **known)

    def written(self):
        for text, label in self.some(injection_texts.texts(SEED), WRITTEN_MAX):
            known = {"injection": 1} if label else HARMLESS
            self.examples.add("written_injection", text, whole_only=bool(label), **known)
        for name, texts in (("unsafe", unsafe_texts), ("contrasts", contrasts), ("counterparts", counterparts)):
            for text, known in self.some(texts.texts(SEED), WRITTEN_MAX):
                labels = {kind: int(known[kind]) for kind in KINDS if kind in known}
                self.examples.add(f"written_{name}", text, **(labels if any(labels.values()) else HARMLESS))
        for text, spans in self.some(name_texts.texts(SEED), WRITTEN_MAX):
            self.examples.add("written_names", text, spans=list(spans), **HARMLESS)

    def requests(self):
        """Harmful requests by several other hands and by ours, and pages that speak of prompts."""
        for source, texts in self.public.requests().items():
            for text in texts:
                self.examples.add(source, text, any=1)
        self.harmless("prompt_pages", self.public.pages())
        for text, known in request_texts.texts(SEED):
            self.examples.add("written_requests", text, **(known if any(known.values()) else HARMLESS))

    def unsafe(self):
        for row in rows(self.data / "toxicity_pool", "train"):
            source, label = row["src"], row["y"]
            # Comments of newspapers' readers ask for nothing, least of all this.
            comment = {"injection": 0, "weapons": 0, "crime": 0}
            if source in TOXIC:
                self.examples.add(source.replace("_", "/", 1), row["text"], **comment, **{TOXIC[source]: label})
            elif source in ("jigsaw_unintended_bias", "civil_toxicity"):
                known = comment | {"any": 1} if label else HARMLESS
                self.examples.add(source.replace("_", "/", 1), row["text"], **known)
        harmful = [row for row in rows(self.data / "harmful_requests", "all") if row["src"] == "harmfulqa"]
        for at, row in enumerate(harmful):
            if is_trained_row(at):
                self.examples.add("harmfulqa", row["prompt"], any=1)

    def names(self):
        places = {}
        for row in rows(self.data / "ner_real_text", "all"):
            source = row["src"]
            at = places[source] = places.get(source, -1) + 1
            if source == "wnut17" or not is_trained_row(at):
                continue
            text, spans = running_text(row)
            known = {"injection": 0} | ({} if source == "broad_twitter" else SAFE)
            self.examples.add(source, text, spans=spans, **known)
            # Once more in small letters, now and then: people do not always write capitals.
            if self.chance.random() < 0.15 and len(text.lower()) == len(text):
                self.examples.add(source, text.lower(), spans=spans, **known)


def trained_passages(data):
    """Sections of manuals, handbooks and passages of SQuAD that orders are set into; other pages are for measuring."""
    passages = sorted({text for _, text, _, _ in squad(data, SQUAD_SCREENING)})[::8]
    for row in list(rows(data / "asked_questions", "passages"))[::6]:
        source = row["id"].split("|")[0]
        # Of the corpora themselves, only every second page (below).
        if source not in ASKED_APART and not source.startswith("corpus_"):
            passages.append(row["text"])
    for corpus in CORPORA:
        for page in list(rows(data / corpus, "docs"))[::2]:
            found = [body for _, body in sections(page["text"])]
            passages.extend(found[:SECTIONS_MAX])
            # What speaks of prompts and models is rare, and taken for orders most easily.
            passages.extend(ASSISTANT_TIMES * [body for body in found if ASSISTANT.search(body)])
    return passages


def listed_names():
    """Finds the people and places of our lists: a text without any of them hardly names one."""
    lists = read_phrases("names", "places")
    listed = {each.removeprefix("the ") for name in ("given", "town", "country", "region") for each in lists[name]}
    return re.compile(rf"\b(?:{'|'.join(re.escape(each) for each in sorted(listed))})\b")


def main():
    data, public, tokenizer, output = map(Path, sys.argv[1:])
    gathering = ScreeningGathering(data, public, tokenizer)
    steps = "asked customers medicine encyclopaedia other_questions manuals prompts pages written requests unsafe names"
    for step in steps.split():
        getattr(gathering, step)()
        print(step, len(gathering.examples.found), flush=True)
    gathering.examples.write(output)


if __name__ == "__main__":
    main()
