"""The clients: one waits, the other is awaited."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar, cast

import httpx
from typing_extensions import Self, Unpack

from ._calls import Call, build_request
from ._errors import StreamInterruptedError, connection_error_of, error_of
from ._generated import models, params
from ._generated.operations import AsyncOperations, Operations
from ._retries import RetryPolicy, backoff
from ._streams import Event, EventReader, StreamState, follow_call, query_call, split_lines
from ._version import __version__

_default_url = "http://127.0.0.1:8642"
_timeout = httpx.Timeout(130, connect=10)
"""A question may take two minutes, and a stream has a line every 15 seconds."""

Entry = TypeVar("Entry", covariant=True)


class Page(Protocol[Entry]):
    """A page of a list."""

    @property
    def data(self) -> Sequence[Entry]: ...

    @property
    def next_cursor(self) -> str | None: ...


def _settings(
    api_key: str | None, base_url: str | None, cookies: dict[str, str] | None, timeout: float | httpx.Timeout
) -> dict[str, Any]:
    key = api_key or os.environ.get("AVOW_API_KEY")
    headers = {"User-Agent": f"avow-python/{__version__}"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    return {
        "base_url": base_url or os.environ.get("AVOW_URL") or _default_url,
        "headers": headers,
        "cookies": cookies,
        "timeout": timeout,
        "follow_redirects": False,
    }


class Avow(Operations):
    """A client of the service.

    `api_key` is taken from `AVOW_API_KEY` and `base_url` from `AVOW_URL` if they are not given. Requests that may be
    sent again are, up to `max_retries` times, after as long as the service says in `Retry-After`. Use `transport` to
    send requests in a way of your own (a proxy, certificates, a test).
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float | httpx.Timeout = _timeout,
        max_retries: int = 3,
        max_retry_after: float = 60,
        cookies: dict[str, str] | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._retries = RetryPolicy(max_retries, max_retry_after)
        self._http = httpx.Client(**_settings(api_key, base_url, cookies, timeout), transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def ask(
        self,
        prompt: str,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
        end_user_token: str | None = None,
        **options: Unpack[params.QueryOptions],
    ) -> models.QueryResponse:
        """Asks a question. A question that is not covered or blocked has no error: read `status` and `source_type`."""
        return self.execute_query(
            cast(params.QueryRequest, {"prompt": prompt, **options}),
            idempotency_key=idempotency_key,
            prefer=prefer,
            end_user_token=end_user_token,
        )

    def stream(
        self,
        prompt: str,
        *,
        idempotency_key: str | None = None,
        end_user_token: str | None = None,
        **options: Unpack[params.QueryOptions],
    ) -> Iterator[Event]:
        """Asks a question and yields its events as they come. A broken connection is resumed after the last event."""
        headers = {"Idempotency-Key": idempotency_key, "End-User-Token": end_user_token}
        return self._events(StreamState(query_call({"prompt": prompt, **options}, headers)))

    def stream_message_events(self, message_id: str, *, last_event_id: str | None = None) -> Iterator[Event]:
        """Follows a message that is in progress, or that has ended, from the event after `last_event_id`."""
        call = follow_call(message_id, last_event_id)
        return self._events(StreamState(call, message_id, last_event_id))

    def iterate(self, fetch: Callable[..., Page[Entry]], *arguments: Any, **filters: Any) -> Iterator[Entry]:
        """Every entry of a list, page by page: `avow.iterate(avow.list_messages, status="delivered")`."""
        cursor: str | None = None
        while True:
            page = fetch(*arguments, **filters, **({} if cursor is None else {"cursor": cursor}))
            yield from page.data
            cursor = page.next_cursor
            if cursor is None:
                return

    def _send(self, call: Call) -> httpx.Response:
        return self._open(call, stream=False)

    def _open(self, call: Call, *, stream: bool) -> httpx.Response:
        request = build_request(self._http, call)
        attempt = 0
        while True:
            try:
                response = self._http.send(request, stream=stream)
                if response.status_code in call.statuses:
                    return response
                response.read()
            except httpx.TransportError as fault:
                wait = self._retries.wait_after_fault(fault, request, attempt)
                if wait is None:
                    raise connection_error_of(fault) from fault
            else:
                response.close()
                error = error_of(response)
                wait = self._retries.wait_after_error(error, request, attempt)
                if wait is None:
                    raise error
            time.sleep(wait)
            attempt += 1

    def _events(self, state: StreamState) -> Iterator[Event]:
        while not state.is_over:
            reader = EventReader()
            response = self._open(state.next_call(), stream=True)
            try:
                if response.status_code == 204:
                    return
                state.opened(response.headers.get("x-request-id"))
                pending = ""
                for chunk in response.iter_text():
                    lines, pending = split_lines(pending, chunk)
                    for line in lines:
                        event = reader.read(line)
                        if event is not None:
                            yield state.accept(event)
            except httpx.TransportError:
                pass
            finally:
                response.close()
            if not state.is_over:
                time.sleep(_wait_to_resume(state, reader, self._retries))


class AsyncAvow(AsyncOperations):
    """The same client for `asyncio`."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        timeout: float | httpx.Timeout = _timeout,
        max_retries: int = 3,
        max_retry_after: float = 60,
        cookies: dict[str, str] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._retries = RetryPolicy(max_retries, max_retry_after)
        self._http = httpx.AsyncClient(**_settings(api_key, base_url, cookies, timeout), transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def ask(
        self,
        prompt: str,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
        end_user_token: str | None = None,
        **options: Unpack[params.QueryOptions],
    ) -> models.QueryResponse:
        """Asks a question. A question that is not covered or blocked has no error: read `status` and `source_type`."""
        return await self.execute_query(
            cast(params.QueryRequest, {"prompt": prompt, **options}),
            idempotency_key=idempotency_key,
            prefer=prefer,
            end_user_token=end_user_token,
        )

    def stream(
        self,
        prompt: str,
        *,
        idempotency_key: str | None = None,
        end_user_token: str | None = None,
        **options: Unpack[params.QueryOptions],
    ) -> AsyncIterator[Event]:
        """Asks a question and yields its events as they come. A broken connection is resumed after the last event."""
        headers = {"Idempotency-Key": idempotency_key, "End-User-Token": end_user_token}
        return self._events(StreamState(query_call({"prompt": prompt, **options}, headers)))

    def stream_message_events(self, message_id: str, *, last_event_id: str | None = None) -> AsyncIterator[Event]:
        """Follows a message that is in progress, or that has ended, from the event after `last_event_id`."""
        call = follow_call(message_id, last_event_id)
        return self._events(StreamState(call, message_id, last_event_id))

    async def iterate(
        self, fetch: Callable[..., Awaitable[Page[Entry]]], *arguments: Any, **filters: Any
    ) -> AsyncIterator[Entry]:
        """Every entry of a list, page by page: `avow.iterate(avow.list_messages, status="delivered")`."""
        cursor: str | None = None
        while True:
            page = await fetch(*arguments, **filters, **({} if cursor is None else {"cursor": cursor}))
            for entry in page.data:
                yield entry
            cursor = page.next_cursor
            if cursor is None:
                return

    async def _send(self, call: Call) -> httpx.Response:
        return await self._open(call, stream=False)

    async def _open(self, call: Call, *, stream: bool) -> httpx.Response:
        request = build_request(self._http, call)
        attempt = 0
        while True:
            try:
                response = await self._http.send(request, stream=stream)
                if response.status_code in call.statuses:
                    return response
                await response.aread()
            except httpx.TransportError as fault:
                wait = self._retries.wait_after_fault(fault, request, attempt)
                if wait is None:
                    raise connection_error_of(fault) from fault
            else:
                await response.aclose()
                error = error_of(response)
                wait = self._retries.wait_after_error(error, request, attempt)
                if wait is None:
                    raise error
            await asyncio.sleep(wait)
            attempt += 1

    async def _events(self, state: StreamState) -> AsyncIterator[Event]:
        while not state.is_over:
            reader = EventReader()
            response = await self._open(state.next_call(), stream=True)
            try:
                if response.status_code == 204:
                    return
                state.opened(response.headers.get("x-request-id"))
                pending = ""
                async for chunk in response.aiter_text():
                    lines, pending = split_lines(pending, chunk)
                    for line in lines:
                        event = reader.read(line)
                        if event is not None:
                            yield state.accept(event)
            except httpx.TransportError:
                pass
            finally:
                await response.aclose()
            if not state.is_over:
                await asyncio.sleep(_wait_to_resume(state, reader, self._retries))


def _wait_to_resume(state: StreamState, reader: EventReader, retries: RetryPolicy) -> float:
    if state.failures >= retries.max_retries:
        raise StreamInterruptedError("The stream broke repeatedly without a further event.")
    state.failures += 1
    return reader.retry if state.failures == 1 and reader.retry is not None else backoff(state.failures)
