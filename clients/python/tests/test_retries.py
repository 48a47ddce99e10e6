from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import httpx
import pytest

from avow import APIConnectionError, AsyncAvow, Avow, RateLimitError, ServerError
from avow._retries import read_retry_after

Answer = httpx.Response | httpx.TransportError


def health() -> httpx.Response:
    return httpx.Response(200, json={"status": "ok"})


def refusal(status: int, code: str, *, retryable: bool = True, retry_after: str | None = None) -> httpx.Response:
    headers = {"content-type": "application/problem+json"}
    if retry_after is not None:
        headers["retry-after"] = retry_after
    return httpx.Response(status, json={"code": code, "retryable": retryable}, headers=headers)


class Script:
    """Answers requests in order, and keeps them."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, httpx.TransportError):
            raise answer
        return answer

    def client(self) -> Avow:
        return Avow("key", transport=httpx.MockTransport(self))


def test_a_refusal_is_repeated_after_as_long_as_the_service_says() -> None:
    script = Script(refusal(429, "rate_limited", retry_after="1"), health())
    started = time.monotonic()
    assert script.client().get_health().status == "ok"
    assert 1 <= time.monotonic() - started < 5
    assert len(script.requests) == 2


def test_a_question_is_repeated_with_the_same_idempotency_key() -> None:
    script = Script(
        httpx.ReadError("cut off"),
        refusal(409, "idempotency_in_progress", retry_after="0"),
        refusal(422, "validation_failed", retryable=False),
    )
    with pytest.raises(Exception, match="validation_failed"):
        script.client().ask("Why?")
    keys = {request.headers["idempotency-key"] for request in script.requests}
    assert len(keys) == 1
    assert len(script.requests) == 3


@pytest.mark.parametrize(
    "answer",
    [httpx.ReadError("cut off"), refusal(500, "internal"), refusal(504, "deadline_exceeded")],
)
def test_what_may_have_had_an_effect_is_not_repeated(answer: Answer) -> None:
    script = Script(answer)
    with pytest.raises((APIConnectionError, ServerError)):
        script.client().cancel_message("msg_1")
    assert len(script.requests) == 1


def test_what_had_no_effect_is_repeated() -> None:
    script = Script(
        httpx.ConnectError("refused"),
        refusal(503, "overloaded", retry_after="0"),
        refusal(422, "validation_failed", retryable=False),
    )
    with pytest.raises(Exception, match="validation_failed"):
        script.client().create_content_pack({"name": "once"})
    assert len(script.requests) == 3


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (lambda: refusal(429, "rate_limited", retry_after="3600"), RateLimitError),
        (lambda: refusal(429, "quota_exceeded", retry_after="1"), RateLimitError),
        (lambda: refusal(500, "internal", retryable=False), ServerError),
    ],
)
def test_a_wait_without_prospect_is_an_error_at_once(
    answer: Callable[[], httpx.Response], kind: type[Exception]
) -> None:
    script = Script(answer())
    with pytest.raises(kind):
        script.client().get_health()
    assert len(script.requests) == 1


def test_attempts_end() -> None:
    script = Script(*(refusal(503, "overloaded", retry_after="0") for _ in range(9)))
    with pytest.raises(ServerError) as failed:
        script.client().get_health()
    assert failed.value.code == "overloaded"
    assert len(script.requests) == 4


def test_the_same_holds_if_awaited() -> None:
    script = Script(httpx.ConnectError("refused"), refusal(503, "overloaded", retry_after="0"), health())

    async def use() -> None:
        async with AsyncAvow("key", transport=httpx.MockTransport(script)) as client:
            assert (await client.get_health()).status == "ok"

    asyncio.run(use())
    assert len(script.requests) == 3


def test_retry_after_may_be_a_date() -> None:
    assert read_retry_after("7") == 7
    assert read_retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert read_retry_after("soon") is None
    assert read_retry_after(None) is None
