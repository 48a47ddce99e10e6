from __future__ import annotations

import asyncio
import time
from datetime import timezone

import pytest

from avow import (
    APIConnectionError,
    AsyncAvow,
    AuthenticationError,
    Avow,
    NotFoundError,
    NotModified,
    UnprocessableEntityError,
)

QUESTION = "How many days of holiday do I get?"


def test_an_answer_has_its_confidence_and_citations(avow: Avow) -> None:
    answer = avow.ask(QUESTION, end_user_id="ada", metadata={"ticket": "17"})
    assert "27 days" in answer.answer
    assert answer.status == "delivered"
    assert answer.confidence.score > 0.5
    assert answer.citations[0].quote is not None
    assert answer.created_at.tzinfo == timezone.utc


def test_a_record_and_the_log_can_be_read(avow: Avow) -> None:
    answer = avow.ask(QUESTION, metadata={"ticket": "18"})
    record = avow.get_audit(answer.message_id)
    assert record.question == QUESTION
    assert record.metadata == {"ticket": "18"}
    assert avow.get_message(answer.message_id).answer == answer.answer
    checkpoint = avow.get_log_checkpoint()
    assert checkpoint.startswith("avow/ten_")


def test_what_is_still_current_is_not_sent_again(avow: Avow) -> None:
    answer = avow.ask(QUESTION)
    tag = avow._http.get(f"/v1/messages/{answer.message_id}/audit").headers["etag"]  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(NotModified):
        avow.get_audit(answer.message_id, if_none_match=tag)


def test_a_question_with_the_same_key_is_answered_once(avow: Avow) -> None:
    first = avow.ask(QUESTION, idempotency_key="python-1")
    assert avow.ask(QUESTION, idempotency_key="python-1").message_id == first.message_id
    assert avow.ask(QUESTION).message_id != first.message_id


def test_refusals_are_classes_with_a_code(avow: Avow) -> None:
    with pytest.raises(UnprocessableEntityError) as refused:
        avow.ask(" ")
    assert refused.value.code == "validation_failed"
    assert refused.value.errors[0]["pointer"] == "/prompt"
    assert "/prompt" in str(refused.value)
    with pytest.raises(NotFoundError) as missing:
        avow.get_message("msg_none")
    assert (missing.value.code, missing.value.retryable) == ("not_found", False)
    assert (missing.value.request_id or "").startswith("req_")
    with Avow("avw_live_wrong") as stranger, pytest.raises(AuthenticationError) as unknown:
        stranger.ask(QUESTION)
    assert unknown.value.code == "unauthenticated"


def test_a_service_that_is_not_there_is_a_connection_error() -> None:
    with Avow(base_url="http://127.0.0.1:1", max_retries=0) as nowhere, pytest.raises(APIConnectionError):
        nowhere.get_health()


def test_lists_are_read_page_by_page(avow: Avow) -> None:
    asked = {avow.ask(QUESTION, end_user_id="pages").message_id for _ in range(5)}
    listed = [message.message_id for message in avow.iterate(avow.list_messages, end_user_id="pages", limit=2)]
    assert len(listed) == 5
    assert set(listed) == asked


def wait_for(avow: Avow, pack_id: str, job_id: str) -> None:
    for _ in range(600):
        if avow.get_content_job(pack_id, job_id).ended_at is not None:
            return
        time.sleep(0.1)
    raise AssertionError("the job did not end")


def test_a_pack_is_filled_published_and_deleted(avow: Avow) -> None:
    pack = avow.create_content_pack({"name": "python"})
    avow.create_qna(pack.id, {"question": "What is a gecko?", "answer": "A gecko is a small lizard."})
    job = avow.add_documents_from_files(
        pack.id,
        [("snakes.md", b"# Snakes\n\nA python is a large snake.\n"), ("frogs.txt", b"A frog is an amphibian.")],
        data={"groups": ["zoo"]},
    )
    wait_for(avow, pack.id, job.id)
    documents = list(avow.iterate(avow.list_documents, pack.id))
    assert {document.source for document in documents} == {"snakes.md", "frogs.txt"}
    assert all(document.groups == ["zoo"] for document in documents)
    imported = avow.import_qna(pack.id, [("pairs.csv", b"question,answer\nWhat is a newt?,A newt is a salamander.\n")])
    wait_for(avow, pack.id, imported.id)
    assert {pair.question for pair in avow.iterate(avow.list_qna, pack.id)} >= {"What is a gecko?", "What is a newt?"}
    avow.delete_content_pack(pack.id)
    with pytest.raises(NotFoundError):
        avow.get_content_pack(pack.id)


def test_everything_can_be_awaited() -> None:
    async def ask() -> None:
        async with AsyncAvow() as avow:
            one, other = await asyncio.gather(avow.ask(QUESTION, end_user_id="async"), avow.ask(QUESTION))
            assert one.answer == other.answer
            assert (await avow.get_audit(one.message_id)).end_user_id == "async"
            with pytest.raises(NotFoundError):
                await avow.get_message("msg_none")
            listed = [each.message_id async for each in avow.iterate(avow.list_messages, end_user_id="async")]
            assert one.message_id in listed

    asyncio.run(ask())
