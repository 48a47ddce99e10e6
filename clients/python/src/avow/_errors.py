"""What can go wrong, as classes. Every problem of the service keeps its code."""

from __future__ import annotations

from typing import Any, cast

import httpx


class AvowError(Exception):
    """Anything that this package raises."""


class APIConnectionError(AvowError):
    """The service could not be reached, or the connection broke."""


class APITimeoutError(APIConnectionError):
    """The service did not respond in time."""


class StreamInterruptedError(AvowError):
    """A stream ended before its message did, and could not be resumed."""


class WebhookVerificationError(AvowError):
    """A request does not come from the service, or is too old."""


class NotModified(AvowError):
    """What `if_none_match` names is still current."""


class APIError(AvowError):
    """The service refused a request, or failed. `code` says why: see /problems/{code}."""

    def __init__(self, status: int, problem: dict[str, Any], headers: httpx.Headers) -> None:
        self.status = status
        self.code: str = problem.get("code", "")
        self.title: str = problem.get("title", "")
        self.detail: str | None = problem.get("detail")
        self.request_id: str | None = problem.get("request_id") or headers.get("x-request-id")
        self.message_id: str | None = problem.get("message_id")
        """The message that failed, if the question was admitted."""
        self.retryable: bool = problem.get("retryable") is True
        """Whether the same request may succeed later."""
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        """What is wrong with which field."""
        self.problem = problem
        self.headers = headers
        super().__init__(self._describe())

    def _describe(self) -> str:
        fields = "; ".join(f"{error.get('pointer')}: {error.get('message')}" for error in self.errors)
        parts = [f"{self.status} {self.code or 'error'}", self.detail or self.title, fields]
        return ": ".join(part for part in parts if part)


class BadRequestError(APIError):
    """400: the request is malformed."""


class AuthenticationError(APIError):
    """401: the key is missing, wrong, expired or revoked."""


class PermissionDeniedError(APIError):
    """403: the key lacks the scope, or the tenant is suspended."""


class NotFoundError(APIError):
    """404: there is nothing with this id."""


class ConflictError(APIError):
    """409: the state of the resource does not allow it, or the same request is in progress."""


class GoneError(APIError):
    """410: the record was dropped or its content is gone."""


class UnprocessableEntityError(APIError):
    """422: a field is not valid. `errors` lists them."""


class RateLimitError(APIError):
    """429: too many requests, or the budget is spent."""


class ServerError(APIError):
    """5xx: the service failed, is overloaded or shuts down."""


_classes: dict[int, type[APIError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def error_of(response: httpx.Response) -> AvowError:
    """The error that a response stands for. Its body must have been read."""
    if response.status_code == 304:
        return NotModified("The representation is still current.")
    try:
        read: Any = response.json()
    except ValueError:
        read = None
    problem = cast(dict[str, Any], read) if isinstance(read, dict) else {}
    kind = _classes.get(response.status_code, ServerError if response.status_code >= 500 else APIError)
    return kind(response.status_code, problem, response.headers)


def connection_error_of(error: httpx.TransportError) -> APIConnectionError:
    kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else APIConnectionError
    return kind(str(error) or type(error).__name__)
