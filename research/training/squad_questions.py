"""The questions of SQuAD that may be trained on."""

from gather_texts import rows


def squad(data, separate):
    """(title, passage, question, answer or null) of every question but those of the articles that are kept apart."""
    second = {row["title"] for row in rows(data / "squad2_dev", "contexts")}
    for folder in ("squad1_train_part", "squad1_dev", "squad2_dev"):
        contexts = {row["ctx_id"]: row for row in rows(data / folder, "contexts")}
        for row in rows(data / folder, "questions"):
            context = contexts[row["ctx_id"]]
            title = context["title"]
            # What SQuAD 2.0 asks of its own articles is taken from there.
            if title in separate or (folder == "squad1_dev" and title in second):
                continue
            answer = None
            if not row["impossible"]:
                shortest = min(row["answers"], key=lambda each: len(each["text"]))
                answer = (shortest["start"], shortest["start"] + len(shortest["text"]))
            yield title, context["text"], row["question"].strip(), answer
