"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx

from ._errors import APIError, AvowError

_first_wait = 0.5
_longest_wait = 8.0
_repeatable_methods = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"}
_not_begun = {"rate_limited", "concurrency_limited", "overloaded", "shutting_down", "idempotency_in_progress"}
"""Problems of requests that had no effect."""


@dataclass(frozen=True)
class RetryPolicy:
    max_retries: int
    max_retry_after: float
    """A longer `Retry-After` is not waited for: the error is raised."""

    def wait_after_error(self, error: AvowError, request: httpx.Request, attempt: int) -> float | None:
        """Seconds until the next attempt; None if there is none."""
        if attempt >= self.max_retries or not isinstance(error, APIError):
            return None
        may_repeat = is_repeatable(request) or error.code in _not_begun
        if not may_repeat or not (error.retryable or error.status in (502, 503, 504)):
            return None
        if error.code == "quota_exceeded":
            return None
        asked = read_retry_after(error.headers.get("retry-after"))
        if asked is None:
            return backoff(attempt)
        return asked if asked <= self.max_retry_after else None

    def wait_after_fault(self, fault: httpx.TransportError, request: httpx.Request, attempt: int) -> float | None:
        """The same if there was no response."""
        never_sent = isinstance(fault, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        if attempt >= self.max_retries or not (never_sent or is_repeatable(request)):
            return None
        return backoff(attempt)


def is_repeatable(request: httpx.Request) -> bool:
    """Whether sending it twice has the effect of sending it once."""
    return request.method in _repeatable_methods or "idempotency-key" in request.headers


def backoff(attempt: int) -> float:
    """Longer with each attempt, and at random, so that clients do not come back together."""
    longest: float = min(_longest_wait, _first_wait * 2**attempt)
    return longest * random.uniform(0.5, 1)


def read_retry_after(text: str | None) -> float | None:
    """Seconds, or a date (RFC 9110)."""
    if text is None:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return max(0.0, (moment - datetime.now(timezone.utc)).total_seconds())
