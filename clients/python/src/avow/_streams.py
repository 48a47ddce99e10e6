"""Server-sent events of a message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from ._calls import Call
from ._generated import models
from ._generated.events import EVENT_MODELS

_event_stream = "text/event-stream"
_terminal = {"message.delivered", "message.blocked", "message.failed", "message.cancelled"}


@dataclass(frozen=True)
class Event:
    """One event of a stream. Types that this version does not know have their data as a dict."""

    id: str
    type: str
    data: BaseModel | dict[str, Any]

    @property
    def delta(self) -> str:
        """The next part of the answer; empty for other events."""
        return self.data.text if isinstance(self.data, models.AnswerDelta) else ""

    @property
    def response(self) -> models.QueryResponse | None:
        """The whole response, in the event that ends the stream."""
        return self.data if self.is_last and isinstance(self.data, models.QueryResponse) else None

    @property
    def is_last(self) -> bool:
        return self.type in _terminal


class EventReader:
    """Reads events line by line, as the HTML standard defines them."""

    def __init__(self) -> None:
        self.retry: float | None = None
        """Seconds to wait before the stream is resumed, if the service has said so."""
        self._id = ""
        self._type = ""
        self._data: list[str] = []

    def read(self, line: str) -> Event | None:
        """The event that the line ends."""
        if line == "":
            return self._finish()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._type = value
        elif name == "id":
            self._id = value
        elif name == "retry" and value.isdecimal():
            self.retry = int(value) / 1000
        return None

    def _finish(self) -> Event | None:
        kind, data = self._type, self._data
        self._type, self._data = "", []
        if not data:
            return None
        value: Any = json.loads("\n".join(data))
        model = EVENT_MODELS.get(kind)
        return Event(self._id, kind, value if model is None else model.model_validate(value))


class StreamState:
    """Where a stream is, so that it can go on over another connection."""

    def __init__(self, first: Call, message_id: str | None = None, after: str | None = None) -> None:
        self._first = first
        self._message_id = message_id
        self._last_id = after
        self.is_over = False
        self.failures = 0
        """Connections that broke since the last event."""

    def next_call(self) -> Call:
        if self._message_id is None:
            return self._first
        return follow_call(self._message_id, self._last_id)

    def opened(self, request_id: str | None) -> None:
        """The id of the request names the message, even before the first event."""
        if request_id is not None and self._message_id is None:
            self._message_id = request_id.replace("req_", "msg_", 1)

    def accept(self, event: Event) -> Event:
        self._last_id = event.id
        self.failures = 0
        self.is_over = event.is_last
        return event


def follow_call(message_id: str, after: str | None) -> Call:
    return Call(
        "streamMessageEvents",
        "GET",
        "/v1/messages/{message_id}/events",
        path={"message_id": message_id},
        headers={"Last-Event-ID": after},
        accept=_event_stream,
        statuses=(200, 204),
    )


def query_call(body: dict[str, Any], headers: dict[str, str | None]) -> Call:
    return Call(
        "executeQuery",
        "POST",
        "/v1/query",
        body={**body, "stream": True},
        headers=headers,
        keyed=True,
        accept=_event_stream,
        statuses=(200,),
    )


def split_lines(pending: str, chunk: str) -> tuple[Iterator[str], str]:
    """The whole lines so far, and what is left. Lines end in LF or CRLF alone: data may contain other separators."""
    *lines, rest = (pending + chunk).split("\n")
    return (line.removesuffix("\r") for line in lines), rest
