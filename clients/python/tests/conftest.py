"""The tests run against a service that `npm run check -- python` starts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from avow import Avow


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{os.environ['AVOW_URL']}/openapi.json", timeout=60).json()
    return found


@pytest.fixture
def avow() -> Iterator[Avow]:
    with Avow() as client:
        yield client
