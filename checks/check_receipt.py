#!/usr/bin/env python3
"""Checks receipts of answers.

    python3 check_receipt.py RECEIPT [RECEIPT ...] [--key VERIFIER_KEY] [--keys FILE] [--json]
                             [--question TEXT] [--answer TEXT] [--response FILE]

Written from the section "Receipts" of the page packages/ledger-log/README.md alone, with nothing but Python's own
library. Numbers in comments are those of its steps. It ends with 0 if all receipts are sound, with 1 if one is
broken, and with 2 if it was called wrongly.
"""
import argparse
import base64
import hashlib
import hmac
import json
import re
import sys
from typing import Any, NamedTuple, Optional

import ed25519
from log_formats import (
    CONTROL,
    Checkpoint,
    Fault,
    check_key_history,
    demand,
    follow_key_changes,
    hash_leaf,
    is_hash,
    is_time,
    is_whole,
    length,
    parse_key,
    parse_leaf,
    parse_leaf_ranges,
    root_by_proof,
)

CHARACTERS_MAX = 16_384
KEYS_BYTES_MAX = 2 * 1024 * 1024
WORD = re.compile("[A-Za-z0-9_]{1,64}")
BASE64URL = re.compile("[A-Za-z0-9_-]*")
WHITE_SPACE = re.compile("[ \t\r\n]+")

COMMITTED = (
    "question refined_question answer response sources metadata trace end_user_id content_state facts rules"
).split()
OPENED = "question answer response sources content_state".split()
COMPARED = "question answer response".split()
REQUIRED = (
    "avow_receipt tenant message time status commitments salts leaf inclusion size key signature"
).split()
ORDER = (
    "avow_receipt tenant message time status commitments salts sources leaf inclusion size key signature"
    " extensions state event"
).split()
GONE = {"erased": "erased", "expired": "content_expired", "dropped": "record_dropped"}

Members = dict[str, Any]


class Receipt(NamedTuple):
    members: Members
    commitments: dict[str, bytes]
    salts: dict[str, bytes]
    inclusion: list[bytes]
    key: bytes
    signature: bytes
    extensions: list[str]
    state: str
    event: Optional[Members]
    event_inclusion: list[bytes]


# The form


def shape(condition: bool, why: str) -> None:
    demand(condition, "receipt_malformed", why)


def decode(value: Any, size: Optional[int] = None) -> bytes:
    shape(isinstance(value, str) and BASE64URL.fullmatch(value) is not None, "it is not base64url")
    try:
        data = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except ValueError:
        raise Fault("receipt_malformed", "it is not base64url") from None
    again = base64.urlsafe_b64encode(data).decode().rstrip("=")
    shape(again == value, "it is not in the one spelling of base64url")
    shape(size is None or len(data) == size, "it has the wrong number of bytes")
    return data


def decode_places(value: Any, names: list[str]) -> dict[str, bytes]:
    parts = value.split(".") if isinstance(value, str) else []
    shape(len(parts) == len(names), "there are more or fewer places")
    return {name: decode(part, 32) for name, part in zip(names, parts) if part != ""}


def decode_hashes(value: Any) -> list[bytes]:
    data = decode(value)
    shape(len(data) % 32 == 0 and len(data) <= 53 * 32, "an inclusion proof has whole hashes, at most 53")
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def is_word(value: Any) -> bool:
    return isinstance(value, str) and WORD.fullmatch(value) is not None


def is_unicode(value: Any) -> bool:
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


def check_sources(value: Any) -> None:
    shape(isinstance(value, list) and 1 <= len(value) <= 64, "sources are 1 to 64 versions")
    for version in value:
        shape(isinstance(version, list) and 4 <= len(version) <= 2 + 128, "a version has 1 to 64 documents")
        pack, number, *listed = version
        shape(len(listed) % 2 == 0 and is_word(pack), "a version is a pack, a number and pairs")
        shape(is_whole(number) and number >= 1, "the number of a version is whole, from 1")
        for document, half in zip(listed[::2], listed[1::2]):
            shape(is_word(document), "a document has an id")
            decode(half, 16)


def parse_receipt(data: bytes) -> Receipt:  # 1
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("receipt_malformed", "it is not UTF-8") from None
    shape(length(text) <= CHARACTERS_MAX, "it is too long")
    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        raise Fault("receipt_malformed", "it is not JSON") from None
    shape(isinstance(members, dict), "it is not an object")
    known = set(REQUIRED) <= set(members) and list(members) == [name for name in ORDER if name in members]
    shape(known, "its members are others, or in another order")
    shape(type(members["avow_receipt"]) is int and members["avow_receipt"] == 1, "it is of another version")
    for name in ("tenant", "message", "status"):
        shape(is_word(members[name]), f"{name} is not a word")
    shape(is_time(members["time"]), "the time is none")
    shape(is_whole(members["leaf"]) and is_whole(members["size"]), "a place or size is not a whole number")
    if "sources" in members:
        check_sources(members["sources"])
    extensions = members.get("extensions", [])
    form = isinstance(extensions, list) and len(extensions) <= 16 and ("extensions" not in members or extensions != [])
    shape(form, "the extension lines are none")
    shape(all(is_unicode(line) and length(line) <= 1024 for line in extensions), "a line is none")
    state = members.get("state", "present")
    shape(isinstance(state, str) and state in ("redacted", *GONE) or "state" not in members, "the state is none")
    event = members.get("event")
    if "event" in members:
        shape(isinstance(event, dict) and list(event) == ["leaf", "entry", "inclusion"], "the event is none")
        shape(is_whole(event["leaf"]) and is_unicode(event["entry"]), "the event is none")
    receipt = Receipt(
        members,
        decode_places(members["commitments"], COMMITTED),
        decode_places(members["salts"], OPENED),
        decode_hashes(members["inclusion"]),
        decode(members["key"], 32),
        decode(members["signature"], 64),
        extensions,
        state,
        event,
        [] if event is None else decode_hashes(event["inclusion"]),
    )
    spelled = WHITE_SPACE.sub("", spell(members)) == WHITE_SPACE.sub("", text)
    shape(spelled, "it is not in its one spelling")
    return receipt


def spell(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# The check


def check_salts(receipt: Receipt) -> None:  # 2
    is_gone = receipt.event is not None
    demand(is_gone == (receipt.state in GONE), "state_unexplained", "the state and the event do not fit")
    expected = set()
    if not is_gone:
        expected = {name for name in COMPARED if name in receipt.commitments}
        if "sources" in receipt.members:
            expected.add("sources")
        if receipt.state == "redacted":
            expected.add("content_state")
    fits = set(receipt.salts) == expected and expected <= set(receipt.commitments)
    fits = fits and not (is_gone and "sources" in receipt.members)
    demand(fits, "fields_wrong", "the salts are not those of this state")


def leaf_of(receipt: Receipt) -> str:
    members = receipt.members
    commitments = [[name, value.hex()] for name, value in receipt.commitments.items()]
    what = ["record", members["tenant"], members["message"], members["status"], members["time"]]
    return spell(["avow.leaf.v2", *what, "", [], commitments])


def lead_to_root(leaf: bytes, index: int, size: int, proof: list[bytes]) -> bytes:
    demand(index < size, "outside_tree", "the tree has no such leaf")
    return root_by_proof(leaf, index, size, [each.hex() for each in proof])


class History(NamedTuple):
    """How the keys of a log were replaced, with the proofs for one size."""

    statements: list[str]
    consistency: list[list[str]]
    newest: str


def read_history(path: str) -> History:
    """What "avow audit keys --size N --json" printed."""
    with open(path, "rb") as stream:
        data = stream.read(KEYS_BYTES_MAX + 1)
    why = f"{path} is not a list of keys"
    try:
        demand(len(data) <= KEYS_BYTES_MAX, "keys_malformed", why)
        value = json.loads(data.decode("utf-8"))
        listed, proofs = value["data"], value["consistency"]
        statements = [each["statement"] for each in listed if each["statement"] is not None]
        newest = listed[-1]["verifier_key"]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise Fault("keys_malformed", why) from None
    form = all(is_unicode(text) for text in [*statements, newest]) and len(statements) <= 256
    form = form and isinstance(proofs, list) and len(proofs) <= 256
    form = form and all(isinstance(each, list) and len(each) <= 54 and all(map(is_hash, each)) for each in proofs)
    demand(form, "keys_malformed", why)
    return History(statements, proofs, newest)


def follow_keys(receipt: Receipt, root: bytes, trusted: str, history: History) -> None:
    """Statements lead from the trusted key to the one that signed, and both sign for one log."""
    size = receipt.members["size"]
    origin = f"avow/{receipt.members['tenant']}"
    periods = follow_key_changes(trusted, history.statements, origin)
    keys = [(each, parse_key(each.text)) for each in periods]
    own = [each for each, key in keys if key.name == origin and key.public_key == receipt.key]
    demand(own != [], "key_untrusted", "no statement leads from the trusted key to the one that signed")
    fits = own[0].first <= size and (own[0].last is None or size <= own[0].last)
    demand(fits, "key_not_valid", "the key does not sign checkpoints of this size")
    check_key_history(periods, Checkpoint(size, root), history.consistency)


def check_signature(receipt: Receipt, trusted: Optional[str], history: Optional[History]) -> bytes:
    """The root, if the key has signed a checkpoint with it."""
    members = receipt.members
    root = lead_to_root(hash_leaf(leaf_of(receipt)), members["leaf"], members["size"], receipt.inclusion)  # 3
    origin = f"avow/{members['tenant']}"
    for line in receipt.extensions:  # 4
        fits = line != "" and not CONTROL.search(line)
        demand(fits, "checkpoint_malformed", "the extension lines are not those of a checkpoint")
    if trusted is not None and history is None:
        key = parse_key(trusted)
        same = key.name == origin and key.public_key == receipt.key
        demand(same, "key_untrusted", "the key is not the trusted one")
    lines = [origin, str(members["size"]), base64.b64encode(root).decode(), *receipt.extensions]
    text = "".join(f"{line}\n" for line in lines)
    good = ed25519.verifies(receipt.key, text.encode(), receipt.signature)
    demand(good, "signature_wrong", "the key has not signed a log with this record at this place")
    if history is not None:
        follow_keys(receipt, root, trusted or history.newest, history)
    return root


def check_event(receipt: Receipt, root: bytes) -> None:  # 5
    event, members = receipt.event, receipt.members
    if event is None:
        return
    leaf = parse_leaf(event["entry"])
    found = lead_to_root(hash_leaf(event["entry"]), event["leaf"], members["size"], receipt.event_inclusion)
    demand(found == root, "root_wrong", "the proof of the event does not lead to the root")
    if receipt.state == "erased":
        fits = leaf.kind == "erasure" and leaf.subject == members["message"]
    else:
        fits = leaf.kind == "expiry"
        if fits:
            fits = any(members["leaf"] in each for each in parse_leaf_ranges(leaf.details.get("leaves", "")))
    fits = fits and leaf.state == GONE[receipt.state] and leaf.tenant == members["tenant"]
    fits = fits and event["leaf"] > members["leaf"]
    demand(fits, "state_unexplained", "the event does not say that the content is gone")


def open_field(receipt: Receipt, name: str, text: str) -> None:
    salt, commitment = receipt.salts.get(name), receipt.commitments.get(name)
    if salt is None or commitment is None:
        raise Fault("fields_wrong", f"the {name} cannot be compared")
    same = is_unicode(text) and hmac.new(salt, text.encode(), hashlib.sha256).digest() == commitment
    demand(same, "commitment_wrong", f"the {name} is not what is on record")


def check_receipt(
    data: bytes, trusted: Optional[str], texts: dict[str, str], history: Optional[History] = None
) -> Receipt:
    receipt = parse_receipt(data)
    check_salts(receipt)
    root = check_signature(receipt, trusted, history)
    check_event(receipt, root)
    if "sources" in receipt.members:  # 6
        open_field(receipt, "sources", spell(receipt.members["sources"]))
    if receipt.state == "redacted":
        open_field(receipt, "content_state", "redacted")
    for name in COMPARED:  # 7
        if name in texts:
            open_field(receipt, name, texts[name])
    return receipt


def judge(path: str, trusted: Optional[str], texts: dict[str, str], history: Optional[History]) -> dict[str, Any]:
    with open(path, "rb") as stream:
        # More characters than it may have take at most as many bytes.
        data = stream.read(4 * CHARACTERS_MAX + 1)
    try:
        members = check_receipt(data, trusted, texts, history).members
    except Fault as fault:
        return {"path": path, "verdict": "broken", "code": fault.code, "why": str(fault)}
    shown = {name: members[name] for name in ("message", "time", "status", "leaf", "size")}
    also = {"state": members.get("state", "present"), "compared": [name for name in COMPARED if name in texts]}
    return {"path": path, "verdict": "sound", **shown, **also, "trusted": trusted is not None or history is not None}


def describe(verdict: dict[str, Any]) -> str:
    if verdict["verdict"] == "broken":
        return f"broken: {verdict['why']}"
    compared = ", ".join(verdict["compared"]) or "nothing"
    key = "the key is the given one" if verdict["trusted"] else "no key was given to trust"
    record = f"{verdict['message']}, asked {verdict['time']}, {verdict['status']}, content {verdict['state']}"
    return f"sound: {record}; leaf {verdict['leaf']} of {verdict['size']}; compared: {compared}; {key}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks receipts of answers.")
    parser.add_argument("receipts", nargs="+", metavar="RECEIPT")
    parser.add_argument("--key", metavar="VERIFIER_KEY", help="the log's, known from elsewhere")
    parser.add_argument("--keys", metavar="FILE", help="how the key was replaced: of avow audit keys")
    parser.add_argument("--question", metavar="TEXT", help="to be compared with the record")
    parser.add_argument("--answer", metavar="TEXT", help="to be compared with the record")
    parser.add_argument("--response", metavar="FILE", help="the body of the response as it came")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each receipt")
    options = parser.parse_args()
    texts = {name: getattr(options, name) for name in ("question", "answer") if getattr(options, name) is not None}
    sound = True
    try:
        if options.key is not None:
            parse_key(options.key)
        history = None if options.keys is None else read_history(options.keys)
        if options.response is not None:
            with open(options.response, "rb") as stream:
                texts["response"] = stream.read().decode("utf-8")
        for path in options.receipts:
            verdict = judge(path, options.key, texts, history)
            name = f"{path}: " if len(options.receipts) > 1 else ""
            print(json.dumps(verdict) if options.json else name + describe(verdict))
            sound = sound and verdict["verdict"] == "sound"
    except (Fault, OSError, UnicodeDecodeError) as fault:
        parser.error(str(fault))
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
