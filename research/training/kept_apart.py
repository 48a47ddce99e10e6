"""What the models never see: they are measured by it."""

import hashlib

# Articles of SQuAD 2.0's development set. The line above which an answer counts is chosen on the first three alone.
SQUAD2_TUNE = ("Construction", "Islamism", "Victoria (Australia)")
SQUAD2_REPORT = (
    "Black Death",
    "European Union law",
    "Fresno, California",
    "Geology",
    "Harvard University",
    "Intergovernmental Panel on Climate Change",
    "Jacksonville, Florida",
    "Normans",
    "Sky (United Kingdom)",
    "Steam engine",
)
# Those that the screening model and the n-grams never saw: they are older than the rest of the list.
SQUAD_SCREENING = (
    *SQUAD2_TUNE,
    "Black Death",
    "European Union law",
    "Fresno, California",
    "Geology",
    "Normans",
    "Steam engine",
)
# Sources of grounding_pool that take no part in training at all.
GROUNDING = (
    "aggrefact_cliff",
    "aggrefact_goyal21",
    "begin_cmu-dog",
    "begin_topicalchat",
    "begin_wow",
    "factcg_doc",
    "factcg_musique",
    "qags_cnndm",
    "qags_xsum",
)
# Sources of nli_pool of which nothing was trained on, not even a training part.
ENTAILMENT = (
    "climate_fever",
    "covidfact",
    "fracas",
    "lingnli",
    "med_monotonicity",
    "mpe",
    "nli4ct",
    "rte",
    "scifact",
)
# Sources of prompt_injection_pool, and of the sets of unsafe texts: for the screening model and the n-grams.
INJECTION = ("act_as_benign", "injecguard_valid", "tensortrust_extract", "tensortrust_hijack")
# Of HarmfulQA a third is kept apart (`is_held_request`).
UNSAFE = (
    "advbench_50",
    "davidson",
    "do_not_answer",
    "forbidden_questions",
    "harmbench",
    "identity_madlibs",
    "olid",
    "surge",
)
# Handbooks of asked_questions by which choices are made.
ASKED = (
    "GSA__fedramp-gov",
    "PagerDuty__incident-response-docs",
    "basecamp__policies",
    "carpentries__handbook",
    "hackerbay__Employee-Handbook",
)
CORPORA = (
    "corpus_govuk_dev_docs",
    "corpus_gsa_tts_handbook",
    "corpus_owasp_cheatsheets",
    "corpus_sourcegraph_handbook",
)


def from_reader():
    """What is kept from the reading model, as its manifest says it."""
    return {
        "squad2_tune": SQUAD2_TUNE,
        "squad2_report": SQUAD2_REPORT,
        "grounding": GROUNDING,
        "entailment": ENTAILMENT,
        "asked": ASKED,
        "corpora": CORPORA,
    }


def is_held_claim(passage):
    """Of written claims, all about one handbook or one written text in eight: by the id of the passage."""
    return hashlib.sha256(passage.split("|")[0].encode()).digest()[0] % 8 == 0 and not passage.startswith("squad1|")


def is_held_row(at):
    """One row in six of a pool without a test part."""
    return at % 6 == 0


def is_held_request(at):
    """One row in three of HarmfulQA: half of them for choosing (`at % 6 == 0`), the others for reporting."""
    return at % 3 == 0
