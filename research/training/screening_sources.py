"""Where the texts of the screening model are from: how often each source is drawn, and which are left out in turn."""

# Of prompt_injection_pool, whose licences allow it.
INJECTION_SOURCES = ("deepset", "bipia_text_attack", "bipia_code_attack", "oasst_benign", "jailbreak_llms")
# Of toxicity_pool, with the kind of unsafe text that each was judged by.
TOXIC = {
    "jigsaw_identity_attack": "hate",
    "jigsaw_insult": "harassment",
    "civil_insult": "harassment",
    "jigsaw_threat": "violence",
    "civil_threat": "violence",
    "jigsaw_sexually_explicit": "sexual",
}
# How often each group of sources is drawn, beside the others; what we wrote ourselves (the last eight) is a
# seventh. With a tenth, more of the harmless prompts that look alarming were stopped where as much harm was found.
# Small sources have small shares: in a run no text should come up many dozens of times.
SHARES = {
    "asked_questions": 16.0,
    "asked_passages": 7.0,
    "manual_sections": 4.0,
    "manual_headings": 2.0,
    "clean_pages": 3.0,
    "prompt_pages": 1.0,
    "banking77": 2.0,
    "clinc150": 3.0,
    "nq_open": 2.0,
    "squad": 3.5,
    "boolq": 1.5,
    "selqa": 1.0,
    "medical": 4.0,
    "other_questions": 3.0,
    "halueval": 3.5,
    "oasst": 0.8,
    "deepset": 1.0,
    "jailbreaks": 1.0,
    "attacked_pages": 8.0,
    "harmfulqa": 2.0,
    "catqa": 1.0,
    "advbench": 1.0,
    "dangerousqa": 0.4,
    "aart": 2.5,
    "hh_rlhf": 0.5,
    "jigsaw": 12.0,
    "civil": 1.5,
    "broad_twitter": 5.0,
    "wikigold": 1.5,
    "sec_filings": 1.0,
    "written_orders_in_pages": 2.5,
    "written_pages": 1.0,
    "written_injection": 0.8,
    "written_unsafe": 0.8,
    "written_contrasts": 5.0,
    "written_counterparts": 2.0,
    "written_names": 0.7,
    "written_requests": 5.0,
}
# What a model that shipped before has not seen: there its word counts for nothing.
NEW_SOURCES = ("prompt_pages", "catqa", "advbench", "dangerousqa", "aart", "hh_rlhf", "written_requests")
# Handbooks of asked_questions by the people who ask; those not named here are handbooks of companies and projects.
GOVERNMENT = ("18F", "GSA", "alphagov", "cisagov", "cloud-gov", "DEFRA", "DFE-Digital", "ministryofjustice", "nhsuk")
GOVERNMENT += ("openaustralia", "usds", "uswds")
DEVELOPER = ("corpus_github_docs", "corpus_kubernetes_docs", "microsoft__code-with-engineering-playbook", "jitsi")
DEVELOPER += ("wp-cli", "thoughtbot", "MicrosoftDocs", "nextcloud", "ubuntu")
# Handbooks that are never trained on, for choosing and for reporting.
ASKED_CHOOSING = ("hackerbay__Employee-Handbook", "basecamp__policies", "wp-cli__handbook", "GSA__search-gov-website")
ASKED_REPORTING = (
    "PagerDuty__incident-response-docs",
    "carpentries__handbook",
    "clef__handbook",
    "jitsi__handbook",
    "thoughtbot__guides",
    "ubuntu__ubuntu-desktop-documentation",
    "GSA__fedramp-gov",
    "18F__identity-site",
    "alphagov__notifications-admin",
)
MEDQUAD_CHOOSING, MEDQUAD_REPORTING = ("CancerGov",), ("CDC", "NHLBI", "NIHSeniorHealth")
# Sources left out together, one fold after the other: beginnings of their names.
FOLDS = (
    ("banking77", "deepset", "wikigold"),
    ("clinc150", "jailbreaks", "attacked_pages/jailbreaks", "sec_filings"),
    ("medical", "harmfulqa", "catqa"),
    ("asked_questions/government", "asked_passages/government", "jigsaw"),
    ("asked_questions/handbook", "asked_passages/handbook", "halueval", "oasst", "attacked_pages/bipia"),
    ("asked_questions/developer", "asked_passages/developer", "manual", "nq_open", "squad", "broad_twitter", "civil"),
)


def asked_kind(source):
    """Who asks, of a source of asked_questions."""
    if source.startswith(GOVERNMENT):
        return "government"
    return "developer" if source.startswith(DEVELOPER) else "handbook"
