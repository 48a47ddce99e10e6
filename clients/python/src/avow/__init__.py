"""A client of Avow, the answer service that goes on the record."""

from ._calls import File
from ._client import AsyncAvow, Avow
from ._errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    AvowError,
    BadRequestError,
    ConflictError,
    GoneError,
    NotFoundError,
    NotModified,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    StreamInterruptedError,
    UnprocessableEntityError,
    WebhookVerificationError,
)
from ._generated import models, params
from ._streams import Event
from ._version import __version__
from .webhooks import verify_webhook

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AsyncAvow",
    "AuthenticationError",
    "Avow",
    "AvowError",
    "BadRequestError",
    "ConflictError",
    "Event",
    "File",
    "GoneError",
    "NotFoundError",
    "NotModified",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "StreamInterruptedError",
    "UnprocessableEntityError",
    "WebhookVerificationError",
    "__version__",
    "models",
    "params",
    "verify_webhook",
]
