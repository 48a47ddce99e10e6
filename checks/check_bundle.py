#!/usr/bin/env python3
"""Checks exported audit bundles.

    python3 check_bundle.py BUNDLE [BUNDLE ...] [--key VERIFIER_KEY] [--json]
                            [--witnesses POLICY] [--time-stamp-roots PEM]

Written from the page packages/ledger-log/README.md alone, with nothing but Python's own library, and
line by line. Numbers in comments are those of the page's steps. It ends with 0 if all bundles
are sound, with 1 if one is broken, and with 2 if it was called wrongly.
"""
import argparse
import datetime
import hashlib
import hmac
import json
import sys
from typing import Any, BinaryIO, Optional

from attestations import Others, check_attested, is_attestations, list_proved, read_others
from log_formats import (
    NAME,
    Checkpoint,
    Fault,
    Frontier,
    Leaf,
    check_key_history,
    demand,
    follow_key_changes,
    hash_leaf,
    is_hash,
    is_text,
    is_time,
    is_whole,
    open_note,
    parse_checkpoint,
    parse_key,
    parse_leaf,
    parse_leaf_ranges,
    parse_spelled,
    root_by_proof,
)

LINE_BYTES_MAX = 16 * 2**20
ITEMS_MAX = 10_000_000

# How much of a record is gone: what events say of it never goes beyond what it says itself.
RANKS = {"present": 0, "redacted": 0, "expired": 1, "erased": 2, "dropped": 3}

MEMBERS = {
    "bundle": "type version tenant_id origin verifier_key key_changes consistency what exported_at checkpoint",
    "record": "type leaf_index entry content_state fields salts inclusion",
    "event": "type leaf_index entry inclusion",
    "end": "type records events sha256",
}
VERSION = "avow.bundle.v4"
ATTESTED_VERSION = "avow.bundle.v5"
OUTDATED = ("avow.bundle.v1", "avow.bundle.v2", "avow.bundle.v3")
KEY_CHANGES_MAX = 256
SCOPES: dict[str, list[str]] = {
    "all": [],
    "period": ["from", "until"],
    "thread": ["thread_id"],
    "end_user": ["end_user_id"],
}

Line = dict[str, Any]


# Lines


def is_filter(what: Any) -> bool:
    forms: dict[str, Any] = {"from": is_time, "until": is_time}
    forms |= {name: is_text for name in ("thread_id", "end_user_id", "status", "band")}
    forms["tripwire_triggered"] = lambda value: isinstance(value, bool)
    if not isinstance(what, dict) or list(what) != ["kind", *forms] or what["kind"] != "filter":
        return False
    given = {name: what[name] for name in forms if what[name] is not None}
    return given != {} and all(forms[name](value) for name, value in given.items())


def is_scope(what: Any) -> bool:
    if is_filter(what):
        return True
    members = ["kind", "from", "until", "thread_id", "end_user_id"]
    if not isinstance(what, dict) or list(what) != members or not is_text(what["kind"]):
        return False
    given = {name: what[name] for name in members[1:] if what[name] is not None}
    kind = what["kind"]
    if kind not in SCOPES or not set(given) <= set(SCOPES[kind]):
        return False
    form = all(map(is_time if kind == "period" else is_text, given.values()))
    return form and (kind == "all" or given != {})


def is_named_texts(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) > 64:
        return False
    return all(NAME.fullmatch(name) and isinstance(text, str) for name, text in value.items())


def is_hashes(value: Any, most: int) -> bool:
    return isinstance(value, list) and len(value) <= most and all(map(is_hash, value))


def is_head(line: Line) -> bool:
    form = line["version"] == VERSION
    if line["version"] == ATTESTED_VERSION:
        form = is_attestations(line["attestations"])
    form = form and all(is_text(line[name]) for name in ("tenant_id", "origin", "verifier_key", "checkpoint"))
    notes, proofs = line["key_changes"], line["consistency"]
    for each in (notes, proofs):
        form = form and isinstance(each, list) and len(each) <= KEY_CHANGES_MAX
    form = form and all(map(is_text, notes)) and all(is_hashes(proof, 54) for proof in proofs)
    return form and is_scope(line["what"]) and is_time(line["exported_at"])


def is_event(line: Line) -> bool:
    form = is_hashes(line["inclusion"], 53)
    return form and is_whole(line["leaf_index"]) and is_text(line["entry"])


def is_record(line: Line) -> bool:
    form = is_text(line["content_state"]) and line["content_state"] in RANKS
    return form and is_event(line) and all(map(is_named_texts, (line["fields"], line["salts"])))


def is_end(line: Line) -> bool:
    return is_whole(line["records"]) and is_whole(line["events"]) and is_hash(line["sha256"])


FORMS = {"bundle": is_head, "record": is_record, "event": is_event, "end": is_end}


def parse_line(data: bytes) -> Line:
    try:
        line = parse_spelled(data.decode("utf-8"), "line_malformed")
    except UnicodeDecodeError:
        raise Fault("line_malformed", "it is not UTF-8") from None
    line_type = line.get("type") if isinstance(line, dict) else None
    known = is_text(line_type) and line_type in FORMS
    demand(known, "line_malformed", "it is not an object of a known type")
    if line_type == "bundle" and line.get("version") in OUTDATED:
        lacks = "do not prove that replaced keys have signed parts of one log; export it again"
        raise Fault("line_malformed", f"bundles of version {line['version']} {lacks}")
    members = MEMBERS[line_type].split()
    if line_type == "bundle" and line.get("version") == ATTESTED_VERSION:
        members.append("attestations")
    form = list(line) == members and FORMS[line_type](line)
    demand(form, "line_malformed", f"it has not the members of the type {line_type}")
    return line


# The check


class Record:
    """What is kept of a record until the last line."""

    __slots__ = ("subject", "line_number", "rank", "explained")

    def __init__(self, subject: str, line_number: int, state: str) -> None:
        self.subject = subject
        self.line_number = line_number
        self.rank = RANKS[state]
        self.explained = self.rank == 0


class Check:
    """Goes through the lines of one bundle, and knows where it is."""

    def __init__(self, trusted_key: Optional[str], others: Others) -> None:
        self.trusted_key = trusted_key
        self.others = others
        self.proved: list[dict[str, Any]] = []
        self.attestations = 0
        self.line_number = 0
        self.leaf_index: Optional[int] = None
        self.subject: Optional[str] = None
        self.tenant = ""
        self.is_of_all = False
        self.is_complete = False
        self.checkpoint = Checkpoint(0, b"")
        self.digest = hashlib.sha256()
        self.counts = {"record": 0, "event": 0}
        self.last_index = -1
        self.frontier = Frontier()
        self.records: dict[int, Record] = {}
        self.index_of: dict[str, int] = {}

    def check(self, stream: BinaryIO) -> None:
        ended = False
        while data := stream.readline(LINE_BYTES_MAX + 1):
            self.line_number += 1
            self.leaf_index = self.subject = None
            demand(not ended, "bundle_continues", "something follows the last line")  # 1
            whole = data.endswith(b"\n")
            fits = whole or len(data) <= LINE_BYTES_MAX
            demand(fits, "bundle_too_large", "the line is too long")  # 2
            demand(whole, "bundle_truncated", "the line has no end")
            ended = self.check_line(parse_line(data[:-1]))
            self.digest.update(data)
        self.leaf_index = self.subject = None
        demand(ended, "bundle_truncated", "the last line is missing")

    def check_line(self, line: Line) -> bool:
        """Whether it was the last line."""
        is_first = self.line_number == 1
        fits = (line["type"] == "bundle") == is_first
        demand(fits, "line_malformed", "the first line, and no other, has the type bundle")  # 3
        if is_first:
            self.check_head(line)
        elif line["type"] == "end":
            self.check_end(line)
        else:
            self.check_leaf(line)
        return line["type"] == "end"

    def check_head(self, line: Line) -> None:
        self.tenant, origin = line["tenant_id"], line["origin"]
        self.is_of_all = line["what"]["kind"] == "all"
        fits = origin == f"avow/{self.tenant}"
        demand(fits, "origin_wrong", "the origin is not that of the tenant")  # 4
        key = parse_key(line["verifier_key"])  # 5
        demand(key.name == origin, "origin_wrong", "the key is that of another log")
        trusted = self.trusted_key or line["verifier_key"]
        periods = follow_key_changes(trusted, line["key_changes"], origin)  # 6
        own = [period for period in periods if period.text == line["verifier_key"]]
        demand(own != [], "key_untrusted", "the key is not the trusted one")
        self.checkpoint = parse_checkpoint(open_note(line["checkpoint"], key), origin)  # 7
        size, (_, first, last, _) = self.checkpoint.size, own[0]
        fits = first <= size and (last is None or size <= last)
        demand(fits, "key_not_valid", "the key does not sign checkpoints of this size")
        check_key_history(periods, self.checkpoint, line["consistency"])
        found = line.get("attestations", [])
        check_attested(found, origin, periods, self.checkpoint)
        self.attestations = len(found)
        self.proved = list_proved(found, self.others)

    def check_leaf(self, line: Line) -> None:
        index = self.leaf_index = line["leaf_index"]
        self.counts[line["type"]] += 1
        fits = sum(self.counts.values()) <= ITEMS_MAX
        demand(fits, "bundle_too_large", "there are too many records and events")  # 8
        demand(index > self.last_index, "leaf_order_wrong", "leaf indexes do not ascend")
        follows = index == self.last_index + 1
        demand(follows or not self.is_of_all, "leaf_missing", "a leaf before it is missing")
        self.last_index = index
        leaf = parse_leaf(line["entry"])  # 9
        self.subject = leaf.subject
        demand(leaf.tenant == self.tenant, "tenant_wrong", "the leaf is of another tenant")
        fits = (leaf.kind == "record") == (line["type"] == "record")
        demand(fits, "line_malformed", f"a leaf of the kind {leaf.kind} is not a {line['type']}")
        size, root = self.checkpoint
        demand(index < size, "outside_tree", "the checkpoint has no such leaf")  # 10
        leaf_hash = hash_leaf(line["entry"])
        proved = root_by_proof(leaf_hash, index, size, line["inclusion"]) == root
        demand(proved, "root_wrong", "the proof does not lead to the root of the checkpoint")
        self.frontier.append(leaf_hash)
        if line["type"] == "record":
            self.check_record(line, leaf)
        else:
            self.check_event(leaf)

    def check_record(self, line: Line, leaf: Leaf) -> None:
        state, fields, salts = line["content_state"], line["fields"], line["salts"]
        lasting = ["facts", "rules"]
        left = {"erased": lasting, "expired": lasting, "dropped": []}.get(state)
        expected = [name for name in leaf.commitments if left is None or name in left]
        fits = set(fields) == set(expected) and set(salts) == set(expected)
        demand(fits, "fields_wrong", f"these are not what a {state} record has")  # 11
        for name in expected:
            form = is_hash(salts[name])
            demand(form, "salt_invalid", f"the salt of {name} is not 64 hexadecimal digits")  # 12
            made = hmac.new(bytes.fromhex(salts[name]), fields[name].encode(), "sha256")
            fits = made.hexdigest() == leaf.commitments[name]
            demand(fits, "commitment_wrong", f"the field {name} is not what was logged")
        fits = fields.get("content_state", state) == state
        demand(fits, "state_contradicted", "the logged state of the content is another")  # 13
        fits = leaf.subject not in self.index_of
        demand(fits, "message_repeated", "a record of this message came before")  # 14
        self.index_of[leaf.subject] = line["leaf_index"]
        self.records[line["leaf_index"]] = Record(leaf.subject, self.line_number, state)

    def check_event(self, leaf: Leaf) -> None:
        if leaf.kind == "erasure":  # 15
            demand(leaf.state == "erased", "entry_invalid", "an erasure has the state erased")
            if leaf.subject in self.index_of:
                self.say(self.index_of[leaf.subject], "erased")
        elif leaf.kind == "expiry":  # 16
            said = {"content_expired": "expired", "record_dropped": "dropped"}.get(leaf.state)
            if said is None or "leaves" not in leaf.details:
                raise Fault("entry_invalid", "an expiry says what expired, and of which leaves")
            ranges = parse_leaf_ranges(leaf.details["leaves"])
            fits = ranges[-1].stop <= self.last_index
            demand(fits, "entry_invalid", "an expiry names leaves before its own alone")
            for index in (index for each in ranges for index in each):
                self.say(index, said)

    def say(self, index: int, state: str) -> None:
        """What an event says of the record at this index, if the bundle has it."""
        record = self.records.get(index)
        if record is None:
            return
        fits = RANKS[state] <= record.rank
        demand(fits, "state_contradicted", f"{record.subject} is said to be {state}")  # 17
        record.explained = record.explained or RANKS[state] == record.rank

    def check_end(self, line: Line) -> None:
        for index, record in self.records.items():  # 18
            if not record.explained:
                self.line_number = record.line_number
                self.leaf_index, self.subject = index, record.subject
                raise Fault("state_unexplained", "content is gone, and no event says why")
        size, root = self.checkpoint
        self.is_complete = self.frontier.size == size
        fits = self.is_complete or not self.is_of_all
        demand(fits, "leaf_missing", "leaves at the end are missing")  # 19
        fits = self.counts == {"record": line["records"], "event": line["events"]}
        demand(fits, "counts_wrong", "records or events are not as many as it says")  # 20
        fits = line["sha256"] == self.digest.hexdigest()
        demand(fits, "digest_wrong", "the digest is not that of the bytes before")  # 21
        fits = not self.is_complete or self.frontier.root() == root
        demand(fits, "root_wrong", "the leaves do not make the root of the checkpoint")  # 22


def check_file(path: str, trusted_key: Optional[str], others: Others) -> dict[str, Any]:
    check = Check(trusted_key, others)
    try:
        with open(path, "rb") as stream:
            check.check(stream)
    except Fault as fault:
        place = {"leaf_index": check.leaf_index, "subject": check.subject}
        why = {"code": fault.code, "why": str(fault)}
        return {"path": path, "verdict": "broken", "line": check.line_number, **place, **why}
    counts = {"records": check.counts["record"], "events": check.counts["event"]}
    tree = {"size": check.checkpoint.size, "root": check.checkpoint.root.hex()}
    key = {"complete": check.is_complete, "trusted": trusted_key is not None}
    proved = {"attestations": check.attestations, "proved": check.proved}
    return {"path": path, "verdict": "sound", **counts, **tree, **key, **proved}


def describe(verdict: dict[str, Any]) -> str:
    if verdict["verdict"] == "broken":
        place = f"line {verdict['line']}"
        if verdict["leaf_index"] is not None:
            place += f", leaf {verdict['leaf_index']}"
        if verdict["subject"]:
            place += f", message {verdict['subject']}"
        return f"broken: {place}: {verdict['why']}"
    share = "all" if verdict["complete"] else "not all"
    key = "the key is the given one" if verdict["trusted"] else "no key was given to trust"
    items = f"{verdict['records']} records and {verdict['events']} events"
    sound = f"sound: {items}, {share} of the {verdict['size']} leaves of the checkpoint; {key}"
    return "\n  ".join([sound, *describe_proved(verdict)])


def describe_proved(verdict: dict[str, Any]) -> list[str]:
    lines = []
    for each in verdict["proved"]:
        seconds = each.get("at_seconds")
        since = "by a time stamp; openssl shows its time" if seconds is None else "since " + format_time(seconds)
        lines.append(f"the first {each['size']} leaves are attested by {clean(each['by'])}, {since}")
    if verdict["attestations"] > len(verdict["proved"]):
        lines.append("there are attestations of others who were not given as trusted")
    return lines


def format_time(seconds: int) -> str:
    try:
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat()
    except (OverflowError, ValueError, OSError):
        return f"second {seconds}"


def clean(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks exported audit bundles.")
    parser.add_argument("bundles", nargs="+", metavar="BUNDLE")
    parser.add_argument("--key", metavar="VERIFIER_KEY", help="the log's, known from elsewhere")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each bundle")
    parser.add_argument("--witnesses", metavar="POLICY", help="a file with the keys of witnesses")
    parser.add_argument("--time-stamp-roots", metavar="PEM", help="certificates of authorities")
    options = parser.parse_args()
    sound = True
    try:
        if options.key is not None:
            parse_key(options.key)
        others = read_others(options.witnesses, options.time_stamp_roots)
        for path in options.bundles:
            verdict = check_file(path, options.key, others)
            name = f"{path}: " if len(options.bundles) > 1 else ""
            print(json.dumps(verdict) if options.json else name + describe(verdict))
            sound = sound and verdict["verdict"] == "sound"
    except (Fault, OSError) as fault:
        parser.error(str(fault))
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
