"""Verification of events that the service sends (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence

from ._errors import WebhookVerificationError
from ._generated import models

_prefix = "whsec_"
_tolerance_seconds = 5 * 60


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = _tolerance_seconds,
) -> models.WebhookEvent:
    """The event of a request, if it is signed with `secret` and was sent lately.

    Pass the body as it arrived, and while a secret is rotated, the old one and the new one. Events may arrive twice:
    the header `webhook-id` is the same each time.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, sent_at = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"].split(" ")
    except KeyError as missing:
        raise WebhookVerificationError(f"The header {missing} is missing.") from None
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > tolerance_seconds:
        raise WebhookVerificationError("The header webhook-timestamp is too old, or not a time.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{sent_at}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [b"v1," + base64.b64encode(hmac.digest(_key_of(each), signed, hashlib.sha256)) for each in secrets]
    # Every pair is compared, so that the time does not show which one fits.
    matches = [hmac.compare_digest(one, other.encode()) for one in expected for other in signatures]
    if not any(matches):
        raise WebhookVerificationError("No signature matches.")
    return models.WebhookEvent.model_validate_json(content)


def _key_of(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix(_prefix), validate=True)
    except binascii.Error:
        raise ValueError("A webhook secret begins with whsec_ and is base64.") from None
