from __future__ import annotations

import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from standardwebhooks import Webhook

from avow import Avow, WebhookVerificationError, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
BODY = '{"type":"audit.erased","timestamp":"2026-11-17T09:20:11.004Z","data":{"message_id":"msg_01"}}'


def signed(secret: str = SECRET, body: str = BODY, age: timedelta = timedelta()) -> dict[str, str]:
    """As the library of the standard signs it."""
    sent_at = datetime.now(timezone.utc) - age
    signature = Webhook(secret).sign("evt_1", sent_at, body)
    return {
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": str(int(sent_at.timestamp())),
        "Webhook-Signature": f"v1,bm90IGl0 {signature}",
    }


def test_an_event_with_a_signature_of_the_standard_is_accepted() -> None:
    assert verify_webhook(BODY, signed(), SECRET).type == "audit.erased"
    assert verify_webhook(BODY.encode(), signed(), [OTHER, SECRET]).type == "audit.erased"


@pytest.mark.parametrize(
    ("body", "headers", "secret"),
    [
        (BODY + " ", signed(), SECRET),
        (BODY, signed(), OTHER),
        (BODY, {**signed(), "Webhook-Id": "evt_2"}, SECRET),
        (BODY, {**signed(), "Webhook-Signature": "v1,"}, SECRET),
        (BODY, {**signed(), "Webhook-Timestamp": "now"}, SECRET),
        (BODY, signed(age=timedelta(hours=1)), SECRET),
        (BODY, signed(age=timedelta(hours=-1)), SECRET),
        (BODY, {"Webhook-Id": "evt_1"}, SECRET),
    ],
)
def test_anything_else_is_refused(body: str, headers: dict[str, str], secret: str) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(body, headers, secret)


def test_a_secret_that_is_not_one_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook(BODY, signed(), "not base64!")


def test_an_event_of_the_service_is_accepted(avow: Avow) -> None:
    received: list[tuple[bytes, dict[str, str]]] = []
    arrived = threading.Event()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.rfile.read(int(self.headers["content-length"])), dict(self.headers.items())))
            self.send_response(204)
            self.end_headers()
            arrived.set()

        def log_message(self, format: str, *args: Any) -> None:
            """Prints nothing."""

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = avow.create_webhook_endpoint({"url": f"http://127.0.0.1:{server.server_port}/hook"})
    try:
        avow.test_webhook_endpoint(endpoint.endpoint_id)
        assert arrived.wait(30)
        body, headers = received[0]
        assert verify_webhook(body, headers, endpoint.secret).type == "webhook.test"
        with pytest.raises(WebhookVerificationError):
            verify_webhook(body, headers, OTHER)
    finally:
        avow.delete_webhook_endpoint(endpoint.endpoint_id)
        server.shutdown()
