from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from avow import AsyncAvow, Avow, Event, StreamInterruptedError, models
from avow._streams import EventReader, split_lines

QUESTION = "How many days of holiday do I get?"


class Cut(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A connection that breaks after so many bytes."""

    def __init__(self, stream: httpx.SyncByteStream | httpx.AsyncByteStream, after: int) -> None:
        self._stream = stream
        self._left = after

    def _take(self, chunk: bytes) -> bytes:
        part = chunk[: self._left]
        self._left -= len(part)
        return part

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._stream, httpx.SyncByteStream)
        for chunk in self._stream:
            yield self._take(chunk)
            if self._left == 0:
                raise httpx.ReadError("cut off")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        assert isinstance(self._stream, httpx.AsyncByteStream)
        async for chunk in self._stream:
            yield self._take(chunk)
            if self._left == 0:
                raise httpx.ReadError("cut off")

    def close(self) -> None:
        if isinstance(self._stream, httpx.SyncByteStream):
            self._stream.close()

    async def aclose(self) -> None:
        if isinstance(self._stream, httpx.AsyncByteStream):
            await self._stream.aclose()


class CuttingTransport(httpx.HTTPTransport):
    """Cuts the first streams of the service after so many bytes each, and passes on the others."""

    def __init__(self, *cuts: int) -> None:
        super().__init__()
        self.cuts = list(cuts)
        self.requests: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        response = super().handle_request(request)
        if self.cuts:
            assert isinstance(response.stream, httpx.SyncByteStream)
            response.stream = Cut(response.stream, self.cuts.pop(0))
        return response


class AsyncCuttingTransport(httpx.AsyncHTTPTransport):
    def __init__(self, *cuts: int) -> None:
        super().__init__()
        self.cuts = list(cuts)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if self.cuts:
            assert isinstance(response.stream, httpx.AsyncByteStream)
            response.stream = Cut(response.stream, self.cuts.pop(0))
        return response


def check_whole(events: list[Event]) -> None:
    """Each event is there once, in order, and the parts are the answer."""
    assert [event.id for event in events] == [str(number) for number in range(1, len(events) + 1)]
    assert events[0].type == "message.created"
    last = events[-1].response
    assert last is not None
    assert "".join(event.delta for event in events) == last.answer
    assert "27 days" in last.answer


def test_events_arrive_typed_and_in_order(avow: Avow) -> None:
    events = list(avow.stream(QUESTION, end_user_id="streams"))
    check_whole(events)
    assert isinstance(events[0].data, models.MessageCreated)
    assert any(isinstance(event.data, models.Citation) for event in events)


@pytest.mark.parametrize("cuts", [(1,), (40,), (400,), (900, 1), (1300, 700)])
def test_a_broken_stream_is_resumed_after_the_last_event(cuts: tuple[int, ...]) -> None:
    transport = CuttingTransport(*cuts)
    with Avow(transport=transport) as client:
        check_whole(list(client.stream(QUESTION)))
    assert not transport.cuts
    first, *others = transport.requests
    assert first.method == "POST"
    assert others
    assert all(request.method == "GET" and request.url.path.endswith("/events") for request in others)


def test_a_broken_stream_is_resumed_if_awaited() -> None:
    async def follow() -> list[Event]:
        async with AsyncAvow(transport=AsyncCuttingTransport(1000, 500)) as client:
            return [event async for event in client.stream(QUESTION)]

    check_whole(asyncio.run(follow()))


def test_a_message_can_be_followed_later(avow: Avow) -> None:
    accepted = avow.ask(QUESTION, prefer="respond-async")
    events = list(avow.stream_message_events(accepted.message_id))
    check_whole(events)
    later = list(avow.stream_message_events(accepted.message_id, last_event_id=events[-2].id))
    assert [event.id for event in later] == [events[-1].id]
    assert list(avow.stream_message_events(accepted.message_id, last_event_id=events[-1].id)) == []


def test_a_stream_that_never_advances_is_an_error() -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        headers = {"content-type": "text/event-stream", "x-request-id": "req_1"}
        return httpx.Response(200, headers=headers, content=b"retry: 1\n\n: nothing\n\n")

    client = Avow("key", max_retries=1, transport=httpx.MockTransport(answer))
    with client, pytest.raises(StreamInterruptedError):
        list(client.stream(QUESTION))


def test_lines_are_read_whichever_way_they_are_cut() -> None:
    text = 'id: 3\r\nevent: message.answer.delta\ndata: {"text":"a\u2028b"}\n\ndata: {"new":1}\nevent: later\n\n'
    for size in (1, 2, 7, 100):
        reader, pending, events = EventReader(), "", list[Event]()
        for start in range(0, len(text), size):
            lines, pending = split_lines(pending, text[start : start + size])
            events += [event for event in map(reader.read, lines) if event is not None]
        assert [(event.id, event.type, event.delta) for event in events] == [
            ("3", "message.answer.delta", "a\u2028b"),
            ("3", "later", ""),
        ]
        assert events[1].data == {"new": 1}
