"""Texts of public repositories beside the data folder: harmful requests, and pages about prompts and guardrails.

PUBLIC_FOLDER holds a clone of each repository as OWNER/NAME. What is as good as a text that is measured by is left out.
"""

import csv
import gzip
import io
import json
import re
import subprocess

from gather_texts import rows
from heading_pairs import sections
from near_texts import WORD

# Commit and licence; AdvBench (llm-attacks, MIT) and DangerousQA (SALT-NLP, MIT) are taken from red-instruct.
COMMITS = {
    "declare-lab/red-instruct": ("73c759c93d2f6b1d8c7b058ab7bcec5fb0c28fa2", "Apache-2.0"),
    "google-research-datasets/aart-ai-safety-dataset": ("fcdb2a8a3343a992cd8cbfd53eac797ac047c26f", "CC BY 4.0"),
    "anthropics/hh-rlhf": ("354e5c3cb8960630860dd5774a6ac2a58313bf4d", "MIT"),
    "NVIDIA/NeMo-Guardrails": ("e7c23d117f04805fc0eb3e4a8fd35a5e3c5b105f", "Apache-2.0"),
    "dair-ai/Prompt-Engineering-Guide": ("3d96678f28793e6f23ac6c0127799489f2c9022b", "MIT"),
    "protectai/llm-guard": ("53af270c69316ed82cb71ba7b19d11b55bda3151", "MIT"),
}
PAGES = {
    "NVIDIA/NeMo-Guardrails": r"docs/.*\.md",
    "dair-ai/Prompt-Engineering-Guide": r".*\.en\.mdx",
    "protectai/llm-guard": r"docs/.*\.md",
}
# Of AART: subjects of which the prompts are mostly no harm to anybody.
MILD = {
    "circuses",
    "horse racing",
    "landfills",
    "climate change",
    "smoking",
    "gambling",
    "alcohol abuse",
    "drug addiction",
}
# hh-rlhf has no labels: of the first words of conversations that were meant to provoke, those that ask for harm.
ASKS = re.compile(
    r"(?:how (?:can|do|could|would|should|to)"
    r"|what(?:'s| is| are) (?:the |some |a )?(?:best|good|easiest|quickest|most|ways?)"
    r"|i(?:'m| am)? (?:want|need|going|trying|plan|planning|would like)|(?:can|could|will) you (?:help|tell|teach|show)"
    r"|help me|tell me how|teach me|where can i (?:get|buy|find)|is there a way)\b",
    re.IGNORECASE,
)
HARMS = re.compile(
    r"\b(?:kill|murder|steal|stole|rob|bomb|poison|hack|drugs?|heroin|cocaine|meth|crack|shoplift|blackmail|torture|rape"
    r"|stab|shoot|strangle|smother|kidnap|arson|burn down|set fire|hurt|beat up|punch|fake (?:id|money|account)|forge"
    r"|counterfeit|cheat on|scam|launder|smuggle|stalk|spy on|harass|bully|break into|get away with|virus on"
    r"|hide a body|credit card number|dead body|suicide|overdose|explosive|gun illegally"
    r"|without (?:getting caught|paying|them knowing|her knowing|him knowing))\b",
    re.IGNORECASE,
)
# A literal order stays an order, wherever it is quoted.
ORDER = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any |the |my |your |above |previous |prior )+", re.IGNORECASE
)
ALIKE = 0.6
PROMPT_UNITS_MAX = 800


def words_of(text):
    return frozenset(WORD.findall(text.lower()))


class Measured:
    """What is measured by: no text may be nearly the same as one of it."""

    def __init__(self, data):
        found = [row["prompt"] for row in rows(data / "harmful_requests", "all")]
        found += [row["question"] for row in rows(data / "jailbreak_llms", "forbidden_questions")]
        self.texts = [words_of(text) for text in found]

    def has(self, text):
        words = words_of(text)
        return any(len(words & other) >= ALIKE * len(words | other) for other in self.texts)


class Public:
    def __init__(self, folder, data):
        self.folder, self.measured = folder, Measured(data)

    def git(self, repository, *arguments):
        command = ["git", "-C", str(self.folder / repository), *arguments]
        return subprocess.run(command, check=True, capture_output=True).stdout

    def read(self, repository, path):
        return self.git(repository, "show", f"{COMMITS[repository][0]}:{path}")

    def requests(self):
        """{source: harmful requests}"""
        instruct = "declare-lab/red-instruct"
        parts = json.loads(self.read(instruct, "harmful_questions/catqa_english.json"))
        found = {
            "catqa": [text for part in parts.values() for texts in part.values() for text in texts],
            "advbench": json.loads(self.read(instruct, "harmful_questions/adversarialqa.json")),
            "dangerousqa": json.loads(self.read(instruct, "harmful_questions/dangerousqa.json")),
            "aart": self.aart(),
            "hh_rlhf": [text for text in self.first_words() if ASKS.match(text) and HARMS.search(text)],
        }
        return {
            source: [
                text for text in dict.fromkeys(texts) if len(text) <= PROMPT_UNITS_MAX and not self.measured.has(text)
            ]
            for source, texts in found.items()
        }

    def aart(self):
        text = self.read("google-research-datasets/aart-ai-safety-dataset", "aart-v1-20231117.csv").decode()
        return [row["prompt"].strip() for row in csv.DictReader(io.StringIO(text)) if row["crime"] not in MILD]

    def first_words(self):
        packed = gzip.decompress(self.read("anthropics/hh-rlhf", "harmless-base/test.jsonl.gz"))
        for line in packed.decode().splitlines():
            yield json.loads(line)["chosen"].split("\n\nHuman:")[1].split("\n\nAssistant:")[0].strip()

    def pages(self):
        """Sections of manuals on prompts and guardrails, which speak of orders and are none."""
        for repository, wanted in PAGES.items():
            listed = self.git(repository, "ls-tree", "-r", "--name-only", COMMITS[repository][0]).decode().splitlines()
            for path in listed:
                if re.fullmatch(wanted, path):
                    for _, body in sections(self.read(repository, path).decode(errors="replace")):
                        if not ORDER.search(body):
                            yield body
