from __future__ import annotations

import json
import time

import pytest

from avow import Avow, ConflictError, NotFoundError, PermissionDeniedError, UnprocessableEntityError


def test_a_source_is_added_read_paused_and_removed(avow: Avow) -> None:
    pack = avow.create_content_pack({"name": f"Sources {time.time()}"})
    source = avow.create_source(
        pack.id,
        {
            "name": "site",
            # There is no such name, so that the sync ends with a fault.
            "connection": {"kind": "website", "url": "https://docs.invalid/", "pages_max": 5},
            "sync_every_minutes": 60,
            "publish": "manual",
        },
    )
    assert source.connection.kind == "website"
    assert source.credentials == []
    assert avow.get_source(pack.id, source.id).name == "site"
    assert [each.id for each in avow.iterate(avow.list_sources, pack.id)] == [source.id]
    paused = avow.update_source(pack.id, source.id, {"status": "paused"})
    assert paused.status == "paused"
    with pytest.raises(UnprocessableEntityError) as refused:
        avow.create_source(pack.id, {"name": "folder", "connection": {"kind": "folder", "path": "/etc"}})
    assert refused.value.code == "validation_failed"
    for _ in range(100):
        try:
            avow.delete_source(pack.id, source.id, documents="remove")
            break
        except ConflictError:
            time.sleep(0.1)
    with pytest.raises(NotFoundError):
        avow.get_source(pack.id, source.id)


def test_a_webhook_endpoint_is_created_changed_tested_and_deleted(avow: Avow) -> None:
    endpoint = avow.create_webhook_endpoint(
        {"url": "http://127.0.0.1:9/hook", "event_types": ["message.blocked"], "description": "For tests."}
    )
    assert endpoint.secret.startswith("whsec_")
    assert avow.get_webhook_endpoint(endpoint.endpoint_id).event_types == ["message.blocked"]
    assert avow.update_webhook_endpoint(endpoint.endpoint_id, {"include_content": True}).include_content
    delivery = avow.test_webhook_endpoint(endpoint.endpoint_id)
    assert delivery.type == "webhook.test"
    assert delivery.event_id in [
        each.event_id for each in avow.iterate(avow.list_webhook_deliveries, endpoint.endpoint_id)
    ]
    rotated = avow.rotate_webhook_secret(endpoint.endpoint_id)
    assert rotated.secret != endpoint.secret
    avow.delete_webhook_endpoint(endpoint.endpoint_id)
    with pytest.raises(NotFoundError):
        avow.get_webhook_endpoint(endpoint.endpoint_id)


def test_a_publishable_key_works_on_its_pages_alone(avow: Avow) -> None:
    key = avow.create_api_key({"name": "website", "origins": ["https://www.example.com"]})
    assert key.key.startswith("avw_pub_")
    assert key.origins == ["https://www.example.com"]
    with Avow(key.key) as outside, pytest.raises(PermissionDeniedError) as refused:
        outside.ask("How many days of holiday do I get?")
    assert refused.value.code == "origin_not_allowed"
    assert key.key_id in [each.key_id for each in avow.iterate(avow.list_api_keys)]
    avow.revoke_api_key(key.key_id)
    assert avow.get_api_key(key.key_id).status == "revoked"


def test_an_export_is_awaited_downloaded_and_deleted(avow: Avow) -> None:
    avow.ask("How many days of holiday do I get?")
    export = avow.start_audit_export()
    for _ in range(100):
        export = avow.get_audit_export(export.export_id)
        if export.status != "running":
            break
        time.sleep(0.1)
    assert export.status == "ready"
    assert export.records is not None and export.records > 0
    lines = avow.download_audit_export(export.export_id).splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert export.export_id in [each.export_id for each in avow.list_audit_exports().data]
    avow.delete_audit_export(export.export_id)
    with pytest.raises(NotFoundError):
        avow.get_audit_export(export.export_id)


def test_a_thread_is_continued_by_a_key_of_the_client(avow: Avow) -> None:
    key = f"room {time.time()}"
    first = avow.ask("How many days of holiday do I get?", thread_key=key, end_user_id="ada")
    second = avow.ask("And after nine years?", thread_key=key, end_user_id="ada")
    assert second.thread_id == first.thread_id
    thread = avow.get_thread(first.thread_id)
    assert thread.message_count == 2
    messages = list(avow.iterate(avow.list_thread_messages, first.thread_id))
    assert [each.message_id for each in messages] == [second.message_id, first.message_id]
