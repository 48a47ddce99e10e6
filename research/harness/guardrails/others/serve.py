"""What packages of PyPI find in texts, for a comparison: a line of JSON in, a line of JSON out.

In: {"task": one of `tasks`, "text": …}. Out: {"found": …, "ms": processor time}. The first line out names the packages with
their versions, and why others take no part. Nothing is downloaded: what needs a model from elsewhere is left out, so that
Presidio goes by its patterns alone and llm-guard by its scanner of secrets.
"""

import asyncio
import json
import logging
import sys
import time
from importlib.metadata import version

logging.disable(logging.CRITICAL)


def open_presidio():
    import spacy
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    class WordsAlone(SpacyNlpEngine):
        """Splits words, and names nothing: spaCy's models are not on PyPI."""

        def __init__(self):
            super().__init__(models=[{"lang_code": "en", "model_name": "blank"}])
            self.nlp = {"en": spacy.blank("en")}

        def load(self):
            pass

        def is_loaded(self):
            return True

    analyzer = AnalyzerEngine(nlp_engine=WordsAlone(), supported_languages=["en"])

    def spans(text):
        found = analyzer.analyze(text, language="en")
        return [{"start": one.start, "end": one.end, "score": one.score} for one in found]

    return {"presidio-analyzer.spans": spans}


def open_llm_guard():
    from llm_guard.input_scanners.secrets import Secrets

    scanner = Secrets()
    return {"llm-guard.secret": lambda text: not scanner.scan(text)[1]}


def open_openai_guardrails():
    from guardrails.checks.text.secret_keys import SecretKeysCfg, secret_keys

    config = SecretKeysCfg()
    return {
        "openai-guardrails.secret": lambda text: asyncio.run(secret_keys(None, text, config)).tripwire_triggered,
    }


def main():
    # What the packages print themselves must not get among the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    tasks, versions, missing = {}, {}, {}
    openers = {
        "presidio-analyzer": open_presidio,
        "llm-guard": open_llm_guard,
        "openai-guardrails": open_openai_guardrails,
    }
    for name, opener in openers.items():
        try:
            tasks |= opener()
            versions[name] = version(name)
        except Exception as error:  # whatever a package lacks, the others go on
            missing[name] = f"{type(error).__name__}: {error}"
    print(json.dumps({"versions": versions, "missing": missing, "tasks": list(tasks)}), file=answers, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        start = time.process_time()
        found = tasks[asked["task"]](asked["text"])
        spent = 1000 * (time.process_time() - start)
        print(json.dumps({"found": found, "ms": spent}), file=answers, flush=True)


if __name__ == "__main__":
    main()
