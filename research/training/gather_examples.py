"""Gathers what the reading model is trained on, as token ids: only of sets whose licence allows the model to ship.

Usage: gather_examples.py DATA_FOLDER TOKENIZER_JSON OUTPUT_XZ

Articles of SQuAD 2.0 that are measured by (`kept_apart.py`) take no part, nor does any set named there.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

from change_questions import as_statement, change_question, change_sentence, names
from contrast_claims import Contrasts
from gather_asked import read_written
from gather_texts import rows
from heading_pairs import heading_pairs
from kept_apart import ASKED, SQUAD2_REPORT, SQUAD2_TUNE, is_held_claim, is_held_row
from near_texts import Near
from pattern_questions import pattern_questions
from reader_examples import CONTRADICTED, NEITHER, NOT_SUPPORTED, SUPPORTED, Examples, sentences
from squad_questions import squad

NLI = {"snli_ni": 60000, "mnli_ni": 30000, "fever_dev": 10000, "scitail_ni": 10000, "conjnli": 7000, "snli_cad": 9000}
NLI_LABELS = {
    "entailment": SUPPORTED,
    "contradiction": CONTRADICTED,
    "neutral": NEITHER,
    "not_entailment": NOT_SUPPORTED,
}
CONTRASTED_PASSAGES = 14_000
WRITTEN = Path(__file__).parent / "written"
CLAIMS, PAIRS, TOLD = (WRITTEN / f"{name}.jsonl" for name in ("claims", "pairs", "told"))
CLAIM_LABELS = {"s": SUPPORTED, "c": CONTRADICTED, "n": NEITHER}
# Labels of pairs whose question is answered by yes or no.
VERDICTS = ("y", "x")
# They are few, and the nearest to what is asked.
WRITTEN_COUNTS = 3


def without_answer(text, answer):
    """The passage without the sentence that answers; null where the answer stands elsewhere too, or nothing is left."""
    kept = [text[start:end] for start, end in sentences(text) if end <= answer[0] or start >= answer[1]]
    rest = "".join(kept).strip()
    return rest if len(rest) > 80 and text[answer[0] : answer[1]].lower() not in rest.lower() else None


def read_claims(data):
    """What was written here about passages: (id of the passage, claim, title and text of the passage, label)."""
    passages = {row["id"]: row for row in rows(data / "asked_questions", "passages")}
    passages |= {f"squad1|{row['ctx_id']}": row for row in rows(data / "squad1_train_part", "contexts")}
    for row in read_lines(CLAIMS):
        passage = passages[row["id"]]
        yield row["id"], row["claim"], passage["title"], passage["text"], CLAIM_LABELS[row["label"]]


def read_told():
    """Texts of many kinds that were written here with claims about them: (id of the text, claim, text, label)."""
    for at, row in enumerate(read_lines(TOLD)):
        for claim, label in row["claims"]:
            yield f"told{at}", claim, row["text"], CLAIM_LABELS[label]


def read_lines(path):
    return map(json.loads, path.read_text().splitlines())


class Gathering:
    def __init__(self, data, tokenizer):
        self.data, self.chance = data, random.Random(7)
        self.examples = Examples(tokenizer, self.chance)

    def maybe(self, share):
        return self.chance.random() < share

    def rank(self, question, right, wrong, context=""):
        """A group of four: the passage that answers, and three that do not."""
        if len(wrong) < 3:
            return
        for text, relevance in [(right, 1), *((each, 0) for each in wrong[:3])]:
            self.examples.rank(question, text[:2000], context, relevance)

    def read_squad(self):
        articles = defaultdict(list)
        for row in squad(self.data, (*SQUAD2_REPORT, *SQUAD2_TUNE)):
            articles[row[0]].append(row)
        for title, asked in articles.items():
            passages = list(dict.fromkeys(text for _, text, _, _ in asked))
            near, article_names = Near(passages), sorted({name for text in passages for name in names(text)})
            answers = defaultdict(list)
            for _, text, _, answer in asked:
                if answer:
                    answers[text].append(text[answer[0] : answer[1]])
            for _, text, question, answer in asked:
                self.read_squad_question(title, text, question, answer, near, article_names, answers[text])
            self.judge_sentences(passages)

    def read_squad_question(self, title, text, question, answer, near, article_names, answers):
        examples, context = self.examples, title if self.maybe(0.5) else ""
        if answer is None:
            # The few that people wrote to be unanswerable are worth more than those made here.
            for _ in range(2):
                examples.read("read", question, text, context)
            examples.judge(f"{question} {self.chance.choice(answers or ['Yes'])}", text, NOT_SUPPORTED)
            return
        said = text[answer[0] : answer[1]]
        examples.read("read", question, text, context, answer, relevance=1)
        others = [each for each in near.to(question, 6) if each != text and said.lower() not in each.lower()]
        if others:
            examples.read("read", question, others[0], context, relevance=0)
        self.rank(question, text, others, context)
        rest = without_answer(text, answer)
        if rest and self.maybe(0.5):
            examples.read("read", question, rest, context)
        changed = change_question(question, text, article_names, self.chance) if self.maybe(0.6) else None
        if changed:
            examples.read("read", changed, text, context)
        # Claims of the kind that a chosen answer makes.
        examples.judge(f"{question} {said}", text, SUPPORTED)
        wrong = [each for each in answers if each.lower() not in said.lower() and said.lower() not in each.lower()]
        if wrong and self.maybe(0.7):
            examples.judge(f"{question} {self.chance.choice(wrong)}", text, CONTRADICTED)
        statement = as_statement(question, said)
        if statement:
            examples.judge(statement, text, SUPPORTED)
            untrue = (
                as_statement(question, self.chance.choice(wrong))
                if wrong
                else change_sentence(statement, text, self.chance)
            )
            if untrue and self.maybe(0.6):
                examples.judge(untrue, text, CONTRADICTED)
        if rest and self.maybe(0.4):
            examples.judge(f"{question} {said}", rest, NEITHER)
        if changed and self.maybe(0.4):
            examples.judge(f"{changed} {said}", text, NOT_SUPPORTED)
        if others and self.maybe(0.2):
            examples.judge(f"{question} {said}", others[0], NEITHER)

    def judge_sentences(self, passages):
        """Sentences of a passage as claims: as they stand, changed, and out of another passage of the article."""
        examples, chance = self.examples, self.chance
        for text in passages:
            spans = [span for span in sentences(text) if 40 < span[1] - span[0] < 300]
            if not spans:
                continue
            for _ in range(2):
                start, end = chance.choice(spans)
                said = text[start:end].strip()
                examples.judge(said, text, SUPPORTED)
                changed = change_sentence(said, text, chance)
                if changed:
                    examples.judge(changed, text, CONTRADICTED)
                    examples.judge(said, text.replace(said, changed), CONTRADICTED)
                examples.judge(said, (text[:start] + text[end:]).strip(), NOT_SUPPORTED)
            other = chance.choice(passages)
            if other != text:
                examples.judge(text[spans[0][0] : spans[0][1]].strip(), other, NEITHER)

    def read_pools(self):
        examples, by_source = self.examples, defaultdict(list)
        for row in rows(self.data / "span_qa_pool", "all"):
            answer = None
            if not row["impossible"]:
                first = row["answers"][0]
                answer = (first["start"], first["start"] + len(first["text"]))
            examples.read("read", row["question"], row["context"], answer=answer, relevance=1 if answer else -1)
            if answer and row["src"] == "iirc":
                by_source["iirc"].append((row["question"], row["context"]))
        for row in rows(self.data / "answerability_pool", "all"):
            # The rest has no licence to go by; IIRC is in the pool above, with its spans.
            if row["src"] not in ("adversarialqa_ni", "doqa_cooking", "doqa_movies") or row["in_squad_dev"]:
                continue
            question = row["question"]
            if row.get("history"):
                question = f"{row['history'].split('Q: ')[-1].split(' A: ')[0]} {question}"
            examples.read(
                "read", question, row["context"], answerable=row["answerable"], relevance=1 if row["answerable"] else -1
            )
            if row["answerable"]:
                by_source[row["src"]].append((question, row["context"]))
        for row in rows(self.data / "qasper_ni", "all"):
            found = next((row["context"].find(each) for each in row["answers"] if each and each in row["context"]), -1)
            length = next((len(each) for each in row["answers"] if each and each in row["context"]), 0)
            answer = (found, found + length) if found >= 0 else None
            examples.read("read", row["question"], row["context"], answer=answer, answerable=True, relevance=1)
            by_source["qasper"].append((row["question"], row["context"]))
        for row in rows(self.data / "boolq_4k", "all"):
            question = row["question"] + "?"
            examples.read("read", question, row["passage"], answerable=True, relevance=1)
            by_source["boolq"].append((question, row["passage"]))
            for said, agrees in (("Yes.", row["answer"]), ("No.", not row["answer"])):
                examples.judge(f"{question} {said}", row["passage"], SUPPORTED if agrees else CONTRADICTED)
        for row in rows(self.data / "pubmedqa_labeled", "all"):
            evidence = " ".join(row["contexts"])[-1500:]
            for said, label in (("Yes.", "yes"), ("No.", "no")):
                if row["label"] in ("yes", "no"):
                    examples.judge(
                        f"{row['question']} {said}", evidence, SUPPORTED if row["label"] == label else CONTRADICTED
                    )
        for asked in by_source.values():
            near = Near([text for _, text in asked])
            for question, text in asked:
                others = [each for each in near.to(question, 8) if each != text]
                self.chance.shuffle(others)
                self.rank(question, text, others)
                if others and self.maybe(0.5):
                    examples.read("read", question, others[0], relevance=0)
        for row in rows(self.data / "selqa", "dev"):
            said, gold = row["sentences"], set(row["gold"])
            wrong = [text for at, text in enumerate(said) if at not in gold]
            self.chance.shuffle(wrong)
            self.rank(row["question"], said[row["gold"][0]], wrong, row["article"])
            examples.read("read", row["question"], " ".join(said), row["article"], answerable=True, relevance=1)
            if len(wrong) > 2:
                examples.read("read", row["question"], " ".join(wrong), row["article"])

    def read_headings(self):
        for query, right, wrong, context in heading_pairs(self.data, self.chance):
            self.rank(query, right, wrong, context)

    def read_patterns(self):
        examples = self.examples
        for kind, question, text, answer, heading, verdict, others in pattern_questions(self.data, self.chance):
            context = heading if kind != "default" or self.maybe(0.7) else ""
            examples.read("read", question, text, context, answer, relevance=1)
            if others:
                examples.read("read", question, others[0], context if self.maybe(0.3) else "", relevance=0)
            rest = without_answer(text, answer)
            if rest and self.maybe(0.5):
                examples.read("read", question, rest, context)
            self.rank(question, text, others, "")
            if verdict is not None:
                for said, agrees in (("Yes.", verdict), ("No.", not verdict)):
                    examples.judge(f"{question} {said}", text, SUPPORTED if agrees else CONTRADICTED)
                if rest and self.maybe(0.3):
                    examples.judge(f"{question} {self.chance.choice(['Yes.', 'No.'])}", rest, NEITHER)

    def judge_pools(self):
        examples, chance = self.examples, self.chance
        by_source = defaultdict(list)
        for row in rows(self.data / "nli_pool", "train"):
            if row["src"] in NLI:
                by_source[row["src"]].append(row)
        for source, found in by_source.items():
            chance.shuffle(found)
            for row in found[: NLI[source]]:
                examples.judge(row["h"], row["p"], NLI_LABELS[row["y"]])
                # The same among words that are beside the point, as passages have them.
                if self.maybe(0.35 if source != "snli_ni" else 0.12):
                    around = [each["p"] for each in chance.sample(found, chance.randint(2, 6)) if each["p"] != row["p"]]
                    around.insert(chance.randint(0, len(around)), row["p"])
                    examples.judge(row["h"], " ".join(around), NLI_LABELS[row["y"]])
            self.judge_joined(found[: NLI[source]])
        for at, row in enumerate(rows(self.data / "grounding_pool", "train")):
            if row["src"] == "wice_claim" and not is_held_row(at):
                for _ in range(2):
                    examples.judge(row["claim"], row["context"], SUPPORTED if row["supported"] else NOT_SUPPORTED)

    def judge_contrasts(self):
        """Claims over handbooks that differ from them in one respect."""
        passages = [
            row["text"]
            for row in rows(self.data / "asked_questions", "passages")
            if row["id"].split("|")[0] not in ASKED
        ]
        self.chance.shuffle(passages)
        for claim, evidence, label in Contrasts(self.chance).rows(passages[:CONTRASTED_PASSAGES]):
            self.examples.judge(claim, evidence, label)

    def judge_written(self):
        """Yes and no to questions in people's own words; of what a passage leaves open, neither."""
        passages = list(rows(self.data / "asked_questions", "passages"))
        for question, own, _, kind in read_written(passages):
            asked = question if question.endswith("?") else f"{question}?"
            text = passages[own]["text"]
            for said, agrees in (("Yes.", kind == "yes"), ("No.", kind == "no")):
                if kind in ("yes", "no"):
                    for _ in range(WRITTEN_COUNTS):
                        self.examples.judge(f"{asked} {said}", text, SUPPORTED if agrees else CONTRADICTED)
                elif kind == "none":
                    self.examples.judge(f"{asked} {said}", text, NOT_SUPPORTED)

    def read_pairs(self):
        """Questions with passages that a model took for answers, as they were judged by hand."""
        passages = {row["id"]: row for row in rows(self.data / "asked_questions", "passages")}
        for row in read_lines(PAIRS):
            if row["id"].split("|")[0] in ASKED:
                continue
            question, label, passage = row["q"], row["label"], passages[row["id"]]
            answers = label != "n"
            span = tuple(row["span"]) if answers else None
            self.examples.read("pairs", question, passage["text"], passage["title"], span, relevance=int(answers))
            if label in VERDICTS:
                asked = question if question.endswith("?") else f"{question}?"
                for said, agreeing in (("Yes.", "y"), ("No.", "x")):
                    self.examples.judge(
                        f"{asked} {said}", passage["text"], SUPPORTED if label == agreeing else CONTRADICTED
                    )

    def judge_claims(self):
        """True and untrue sentences in free wording."""
        for passage, claim, title, text, label in read_claims(self.data):
            if not is_held_claim(passage):
                self.examples.judge(claim, f"{title}\n{text}" if self.maybe(0.7) else text, label, "judge_claims")
        for told, claim, text, label in read_told():
            if not is_held_claim(told):
                self.examples.judge(claim, text, label, "judge_claims")

    def judge_joined(self, found):
        """Claims that say two things: supported only if both are."""
        chance = self.chance
        usable = [row for row in found if NLI_LABELS[row["y"]] != NOT_SUPPORTED and len(row["h"]) > 15]
        for _ in range(len(usable) // 8):
            pair = chance.sample(usable, 2)
            if chance.random() < 0.6:
                pair[0] = next((row for row in chance.sample(usable, 20) if row["y"] == "entailment"), pair[0])
            if chance.random() < 0.5:
                pair[1] = next((row for row in chance.sample(usable, 20) if row["y"] == "entailment"), pair[1])
            around = [row["p"] for row in (*pair, *chance.sample(usable, chance.randint(0, 3)))]
            chance.shuffle(around)
            claims = [row["h"].rstrip(" .") for row in pair]
            chance.shuffle(claims)
            both = all(row["y"] == "entailment" for row in pair)
            joined = chance.choice([". ", ", and ", "; "]).join(claims) + "."
            self.examples.judge(joined, " ".join(around), SUPPORTED if both else NOT_SUPPORTED)


def main():
    data, tokenizer, output = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    gathering = Gathering(data, tokenizer)
    for step in (
        gathering.read_squad,
        gathering.read_pools,
        gathering.read_headings,
        gathering.read_patterns,
        gathering.read_pairs,
        gathering.judge_pools,
        gathering.judge_contrasts,
        gathering.judge_written,
        gathering.judge_claims,
    ):
        step()
        print(step.__name__, {pool: len(found) for pool, found in gathering.examples.pools.items()}, flush=True)
    labels = Counter(
        (pool, labels[3])
        for pool, found in gathering.examples.pools.items()
        for _, _, labels in found
        if "judge" in pool
    )
    print(sorted(labels.items()))
    gathering.examples.write(output)


if __name__ == "__main__":
    main()
