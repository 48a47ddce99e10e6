"""What a method of the client asks for, and how it is sent and read."""

from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)

File = tuple[str, bytes]
"""A file name, and what the file contains."""

Value = str | int | bool | None


@dataclass(frozen=True)
class Call:
    """A request to one operation."""

    operation_id: str
    method: str
    template: str
    path: Mapping[str, str] = field(default_factory=dict[str, str])
    query: Mapping[str, Value] = field(default_factory=dict[str, Value])
    headers: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    body: Any = None
    files: Sequence[File] = ()
    data: Mapping[str, str | list[str]] | None = None
    takes_rest: bool = False
    """Its last path parameter contains slashes."""
    keyed: bool = False
    """The operation accepts an idempotency key."""
    statuses: Sequence[int] = (200,)
    accept: str | None = None


def build_request(client: httpx.Client | httpx.AsyncClient, call: Call) -> httpx.Request:
    """The request of a call. Sent again, it has the same idempotency key."""
    safe = "/" if call.takes_rest else ""
    url = call.template
    for name, value in call.path.items():
        url = url.replace("{" + name + "}", quote(value, safe=safe))
    headers = {name: value for name, value in call.headers.items() if value is not None}
    if call.keyed:
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    if call.accept is not None:
        headers["Accept"] = call.accept
    query = {name: _as_text(value) for name, value in call.query.items() if value is not None}
    files = [("file", (name, content)) for name, content in call.files]
    return client.build_request(
        call.method,
        url,
        params=query or None,
        headers=headers,
        json=call.body,
        files=files or None,
        data=dict(call.data) if call.data is not None else None,
    )


def _as_text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Calls(ABC):
    """Sends calls and reads what comes back."""

    @abstractmethod
    def _send(self, call: Call) -> httpx.Response:
        """The response, if its status is one of those that the call expects."""

    def _model(self, call: Call, model: type[Model]) -> Model:
        return model.model_validate(self._send(call).json())

    def _object(self, call: Call) -> dict[str, Any]:
        found: dict[str, Any] = self._send(call).json()
        return found

    def _text(self, call: Call) -> str:
        return self._send(call).text

    def _bytes(self, call: Call) -> bytes:
        return self._send(call).content

    def _location(self, call: Call) -> str:
        return self._send(call).headers["location"]

    def _nothing(self, call: Call) -> None:
        self._send(call)


class AsyncCalls(ABC):
    """The same, awaited."""

    @abstractmethod
    async def _send(self, call: Call) -> httpx.Response:
        """The response, if its status is one of those that the call expects."""

    async def _model(self, call: Call, model: type[Model]) -> Model:
        return model.model_validate((await self._send(call)).json())

    async def _object(self, call: Call) -> dict[str, Any]:
        found: dict[str, Any] = (await self._send(call)).json()
        return found

    async def _text(self, call: Call) -> str:
        return (await self._send(call)).text

    async def _bytes(self, call: Call) -> bytes:
        return (await self._send(call)).content

    async def _location(self, call: Call) -> str:
        return (await self._send(call)).headers["location"]

    async def _nothing(self, call: Call) -> None:
        await self._send(call)
