"""Gathers what the screening model is trained on, as token ids: only of sets whose licence allows the model to ship.

Usage: gather_screening.py DATA_FOLDER TOKENIZER_JSON OUTPUT_XZ [--without SOURCE,…]

`--without` leaves sources out (deepset, jailbreak_llms, harmfulqa, …): how a recipe does on kinds of text that it has
not seen is then told by those, and what is kept for the report stays unseen by choices too.

Of HarmfulQA and ner_real_text two rows in three take part, of NQ-open's questions likewise; what is named in
`kept_apart.py` takes no part, nor do wnut17, pii_labelled, clinc150 and banking77.
"""

import random
import re
import sys
from pathlib import Path

from gather_texts import rows
from heading_pairs import CORPORA, heading_pairs, sections
from kept_apart import SQUAD_SCREENING
from running_text import running_text
from screener_examples import KINDS, SAFE, ScreenerExamples
from screening_sources import INJECTION_SOURCES, TOXIC
from squad_questions import squad

sys.path.append(str(Path(__file__).parent / "written"))
import contrasts  # noqa: E402
import counterparts  # noqa: E402
import injection_texts  # noqa: E402
import name_texts  # noqa: E402
import page_orders  # noqa: E402
import unsafe_texts  # noqa: E402
from grammar import read_phrases  # noqa: E402

# How often a real text counts beside the written ones, of which there are many more.
INJECTION_TIMES, HARMFUL_TIMES, TWEET_TIMES, REAL_NAME_TIMES = 3, 4, 1, 3
SEED = 7
HARMLESS = 6000
SECTIONS_MAX = 4
ASSISTANT, ASSISTANT_TIMES = re.compile(r"\b(?:prompts?|chatbots?|language models?|AI|instructions)\b"), 3


def is_trained_row(at):
    """Two rows in three; of the others every second is for choosing (`at % 6 == 0`), the rest for reporting."""
    return at % 3 != 0


class ScreeningGathering:
    def __init__(self, data, tokenizer, without=()):
        self.data, self.chance, self.without = data, random.Random(SEED), without
        self.examples = ScreenerExamples(tokenizer, self.chance)

    def injections(self):
        for row in rows(self.data / "prompt_injection_pool", "train"):
            if row["src"] in INJECTION_SOURCES and row["src"] not in self.without:
                harmless = SAFE if row["src"] == "oasst_benign" else {}
                for _ in range(INJECTION_TIMES):
                    self.examples.screen(row["text"], injection=row["y"], **harmless)
        for text, label in injection_texts.texts(SEED):
            # In which part of a long text the order stands is not known.
            self.examples.screen(text, whole_only=bool(label), injection=label, **({} if label else SAFE))

    def pages(self):
        for text, label in page_orders.texts(SEED, trained_passages(self.data)):
            self.examples.screen(text, whole_only=bool(label), injection=label, **({} if label else SAFE))

    def unsafe(self):
        examples = self.examples
        for text, known in unsafe_texts.texts(SEED) + counterparts.texts(SEED) + contrasts.texts(SEED):
            labels = {kind: int(known[kind]) for kind in KINDS if kind in known}
            harmless = {} if any(labels.values()) else {"injection": 0, **SAFE}
            examples.screen(text, **(labels | harmless))
        for row in rows(self.data / "toxicity_pool", "train"):
            source, label = row["src"], row["y"]
            # Comments of newspapers' readers ask for nothing, least of all this.
            comment = {"injection": 0, "weapons": 0, "crime": 0}
            if source in TOXIC:
                examples.screen(row["text"], **comment, **{TOXIC[source]: label})
            elif source in ("jigsaw_unintended_bias", "civil_toxicity"):
                examples.screen(row["text"], **(comment | {"any": 1} if label else {"injection": 0, **SAFE}))
        harmful = [row for row in rows(self.data / "harmful_requests", "all") if row["src"] == "harmfulqa"]
        for at, row in enumerate(harmful):
            if is_trained_row(at) and row["src"] not in self.without:
                for _ in range(HARMFUL_TIMES):
                    examples.screen(row["prompt"], any=1)

    def harmless(self):
        questions = [
            row["question"] for at, row in enumerate(rows(self.data / "nq_open", "nq_open_dev")) if is_trained_row(at)
        ]
        asked = sorted({question for _, _, question, _ in squad(self.data, SQUAD_SCREENING)})
        passages = sorted({text for _, text, _, _ in squad(self.data, SQUAD_SCREENING)})
        headed = [(query, right) for query, right, _, _ in heading_pairs(self.data, random.Random(8))]
        chosen = self.chance.sample(headed, HARMLESS)
        texts = questions + self.chance.sample(asked, HARMLESS) + self.chance.sample(passages, HARMLESS // 2)
        for text in texts + [query for query, _ in chosen[: HARMLESS // 3]]:
            self.examples.screen(text, injection=0, **SAFE)
        listed = listed_names()
        for _, text in chosen:
            if listed.search(text):
                self.examples.screen(text, injection=0, **SAFE)
            else:
                self.examples.tag(text, None, injection=0, **SAFE)

    def names(self):
        for text, spans in name_texts.texts(SEED):
            self.examples.tag(text, spans, injection=0, **SAFE)
        places = {}
        for row in rows(self.data / "ner_real_text", "all"):
            at = places[row["src"]] = places.get(row["src"], -1) + 1
            if row["src"] == "wnut17" or not is_trained_row(at):
                continue
            text, spans = running_text(row)
            known = {"injection": 0} | ({} if row["src"] == "broad_twitter" else SAFE)
            times = TWEET_TIMES if row["src"] == "broad_twitter" else REAL_NAME_TIMES
            for turn in range(times + 1):
                # Once more in small letters, now and then: people do not always write capitals.
                if turn < times:
                    self.examples.tag(text, spans, **known)
                elif self.chance.random() < 0.25 and len(text.lower()) == len(text):
                    self.examples.tag(text.lower(), spans, **known)


def trained_passages(data):
    """Sections of manuals and passages of SQuAD that orders are set into; every second page is left for measuring."""
    passages = sorted({text for _, text, _, _ in squad(data, SQUAD_SCREENING)})[::8]
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
    data, tokenizer, output = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    without = sys.argv[5].split(",") if "--without" in sys.argv else ()
    gathering = ScreeningGathering(data, tokenizer, without)
    for step in (gathering.injections, gathering.pages, gathering.unsafe, gathering.harmless, gathering.names):
        step()
        print(step.__name__, {pool: len(found) for pool, found in gathering.examples.pools.items()}, flush=True)
    gathering.examples.write(output)


if __name__ == "__main__":
    main()
