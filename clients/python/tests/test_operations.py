from __future__ import annotations

import asyncio
import inspect
import re
from typing import Any

import httpx
import pytest

from avow import AsyncAvow, Avow, AvowError


def snake_case(text: str) -> str:
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", text).lower()


def operations_of(document: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (operation["operationId"], method.upper(), path)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]


def argument_of(name: str) -> Any:
    if name == "body":
        return {}
    return [("a.csv", b"a")] if name == "files" else f"a {name}"


def arguments_of(method: Any) -> dict[str, Any]:
    """One of each that has no default."""
    required = [each for each in inspect.signature(method).parameters.values() if each.default is each.empty]
    return {each.name: argument_of(each.name) for each in required}


def test_every_operation_of_the_service_is_a_method_that_sends_it(document: dict[str, Any]) -> None:
    sent: list[httpx.Request] = []

    def record(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(418, json={"code": "recorded"})

    async def use_async(name: str, arguments: dict[str, Any]) -> None:
        async with AsyncAvow("key", transport=httpx.MockTransport(record)) as client:
            found = getattr(client, name)(**arguments)
            await (anext(found) if hasattr(found, "__anext__") else found)

    operations = operations_of(document)
    assert len(operations) > 130
    for operation_id, method, path in operations:
        name = snake_case(operation_id)
        with Avow("key", transport=httpx.MockTransport(record)) as client:
            arguments = arguments_of(getattr(client, name))
            with pytest.raises(AvowError):
                found = getattr(client, name)(**arguments)
                next(found)
        with pytest.raises(AvowError):
            asyncio.run(use_async(name, arguments))
        pattern = re.sub(r"\\\{\w+\\\}", r"[^?]+", re.escape(path))
        for request in sent:
            assert request.method == method, operation_id
            assert re.fullmatch(pattern, request.url.raw_path.decode().split("?")[0]), operation_id
        assert len(sent) == 2, operation_id
        sent.clear()


def test_parameters_are_sent_where_the_document_says() -> None:
    sent: list[httpx.Request] = []

    def record(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json={"data": [], "has_more": False, "next_cursor": None})

    with Avow("key", transport=httpx.MockTransport(record)) as client:
        client.list_messages(tripwire_triggered=True, limit=5, end_user_id="a/b c")
        client.get_log_tile("0/x001/067")
        with pytest.raises(ValueError, match="validation error"):
            client.get_content_pack("../keys?x=1")
    assert sent[0].url.query == b"end_user_id=a%2Fb+c&tripwire_triggered=true&limit=5"
    assert sent[1].url.raw_path == b"/v1/log/tile/0/x001/067"
    assert sent[2].url.raw_path == b"/v1/content-packs/..%2Fkeys%3Fx%3D1"
