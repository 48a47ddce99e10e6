"""Sources of the pools of attacks and of comments whose licence allows a model trained on them to ship."""

# Of prompt_injection_pool.
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
