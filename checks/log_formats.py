"""What the page packages/ledger-log/README.md says of all but bundles: leaves, trees, notes."""
import base64
import calendar
import hashlib
import json
import re
from typing import Any, NamedTuple, Optional

import ed25519

WHOLE_MAX = 2**53 - 1
DECIMAL = re.compile("0|[1-9][0-9]{0,15}")
HASH = re.compile("[0-9a-f]{64}")
NAME = re.compile("[a-z][a-z0-9_]{0,63}")
TIME = re.compile(
    "([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z"
)
CONTROL = re.compile("[\x00-\x1f]")


class Fault(Exception):
    """The first thing that does not fit: a code of the page, and why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"{why} ({code})")
        self.code = code


def demand(condition: bool, code: str, why: str) -> None:
    if not condition:
        raise Fault(code, why)


# Spelling


def parse_spelled(text: str, code: str) -> Any:
    """The value of a JSON text that, written again, is the same to the letter."""
    try:
        value = json.loads(text)
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        raise Fault(code, "it is not JSON") from None
    demand(written == text, code, "it is not in the one spelling")
    return value


def length(text: str) -> int:
    """In UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def is_whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= WHOLE_MAX  # isinstance would let True pass


def is_hash(value: Any) -> bool:
    return isinstance(value, str) and HASH.fullmatch(value) is not None


def is_time(value: Any) -> bool:
    found = TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    return 1 <= day <= calendar.monthrange(year, month)[1]


def decode_base64(text: str) -> Optional[bytes]:
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode("ascii") == text else None


# Leaves


class Leaf(NamedTuple):
    kind: str
    tenant: str
    subject: str
    state: str
    details: dict[str, str]
    commitments: dict[str, str]


def parse_pairs(value: Any) -> dict[str, str]:
    pairs: dict[str, str] = {}
    form = isinstance(value, list) and len(value) <= 64
    demand(form, "entry_invalid", "details and commitments are arrays of at most 64 pairs")
    for pair in value:
        form = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], str)
        form = form and isinstance(pair[0], str) and NAME.fullmatch(pair[0]) is not None
        demand(form, "entry_invalid", "a pair is a name and a text")
        demand(pair[0] not in pairs, "entry_invalid", "a name comes twice")
        pairs[pair[0]] = pair[1]
    return pairs


def parse_leaf(entry: str) -> Leaf:
    """A leaf of version 2, or one of version 1 as the leaf of version 2 that says the same."""
    demand(len(entry.encode()) <= 65_535, "entry_invalid", "a leaf has at most 65,535 bytes")
    parts = parse_spelled(entry, "entry_invalid")
    version = parts[0] if isinstance(parts, list) and parts else None
    if version == "avow.leaf.v1" and len(parts) == 6:
        parts = ["avow.leaf.v2", "record", *parts[1:5], "", [], [["content", parts[5]]]]
    elif version != "avow.leaf.v2" or len(parts) != 9:
        raise Fault("entry_invalid", "it is not a leaf of version 1 or 2")
    _, kind, tenant, subject, state, time, actor, details, commitments = parts
    demand(
        isinstance(kind, str) and NAME.fullmatch(kind) is not None,
        "entry_invalid",
        "the kind is a name",
    )
    for text in (tenant, subject, state, actor):
        form = isinstance(text, str) and length(text) <= 256 and not CONTROL.search(text)
        demand(form, "entry_invalid", "a text has at most 256 characters, none below U+0020")
    filled = tenant != "" and state != "" and (kind != "record" or subject != "")
    demand(filled, "entry_invalid", "tenant, state or subject is empty")
    demand(is_time(time), "entry_invalid", "the time is none")
    leaf = Leaf(kind, tenant, subject, state, parse_pairs(details), parse_pairs(commitments))
    hashes = all(map(is_hash, leaf.commitments.values()))
    demand(hashes, "entry_invalid", "a commitment is 64 digits of hexadecimal")
    return leaf


def parse_leaf_ranges(text: str) -> list[range]:
    """The detail `leaves` of an expiry."""
    ranges: list[range] = []
    for part in text.split(","):
        ends = part.split("-")
        form = len(ends) <= 2 and all(DECIMAL.fullmatch(end) for end in ends)
        demand(form, "entry_invalid", "the leaves of an expiry are numbers and ranges")
        first, last = int(ends[0]), int(ends[-1])
        ascending = first < last or len(ends) == 1
        ascending = ascending and (not ranges or ranges[-1].stop <= first)
        demand(ascending, "entry_invalid", "the leaves of an expiry do not ascend")
        ranges.append(range(first, last + 1))
    count = sum(each.stop - each.start for each in ranges)
    demand(count <= 500, "entry_invalid", "an expiry names at most 500 leaves")
    return ranges


# Trees


def hash_leaf(entry: str) -> bytes:
    return hashlib.sha256(b"\x00" + entry.encode()).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_by_proof(leaf_hash: bytes, index: int, size: int, proof: list[str]) -> bytes:
    """Where the inclusion proof of this leaf leads to."""
    on_left: list[bool] = []  # from the root down, whether the other part lies on the left
    while size > 1:
        k = 1 << ((size - 1).bit_length() - 1)
        on_left.append(index >= k)
        index, size = (index - k, size - k) if index >= k else (index, k)
    demand(len(proof) == len(on_left), "proof_length_wrong", "the proof is too long or too short")
    result = leaf_hash
    for left, other in zip(reversed(on_left), map(bytes.fromhex, proof)):
        result = hash_node(other, result) if left else hash_node(result, other)
    return result


def extends(older: "Checkpoint", newer: "Checkpoint", proof: list[str]) -> bool:
    """Whether the consistency proof leads from the older tree to the newer, which is no smaller."""
    if older.size == 0:
        empty = hashlib.sha256().digest()
        return proof == [] and older.root == empty and (newer.size > 0 or newer.root == empty)
    hashes = list(map(bytes.fromhex, proof))
    on_left: list[bool] = []  # from the root down, whether the part not gone into lies on the left
    start, end = 0, newer.size
    while end != older.size:
        k = 1 << ((end - start - 1).bit_length() - 1)
        on_left.append(older.size > start + k)
        start, end = (start + k, end) if on_left[-1] else (start, start + k)
    if start == 0:
        hashes.insert(0, older.root)
    if len(hashes) != 1 + len(on_left):
        return False
    old = new = hashes[0]
    for left, other in zip(reversed(on_left), hashes[1:]):
        if left:
            old = hash_node(other, old)
        new = hash_node(other, new) if left else hash_node(new, other)
    return old == older.root and new == newer.root


class Frontier:
    """The hashes of the largest complete nodes of a tree that grows, from left to right."""

    def __init__(self) -> None:
        self.size = 0
        self.hashes: list[bytes] = []

    def append(self, leaf_hash: bytes) -> None:
        self.hashes.append(leaf_hash)
        index = self.size
        while index & 1:
            right, left = self.hashes.pop(), self.hashes.pop()
            self.hashes.append(hash_node(left, right))
            index >>= 1
        self.size += 1

    def root(self) -> bytes:
        if self.size == 0:
            return hashlib.sha256().digest()
        result = self.hashes[-1]
        for left in reversed(self.hashes[:-1]):
            result = hash_node(left, result)
        return result


# Keys, signed notes, checkpoints


class Key(NamedTuple):
    name: str
    id: bytes
    public_key: bytes


class Checkpoint(NamedTuple):
    size: int
    root: bytes


class KeyPeriod(NamedTuple):
    """A key, the sizes of the checkpoints that it signs, and the root at the last of them."""

    text: str
    first: int
    last: Optional[int]
    last_root: bytes


def is_key_name(name: str) -> bool:
    # isspace knows White_Space, and besides it only characters below U+0020.
    bad = "+" in name or CONTROL.search(name) or any(map(str.isspace, name))
    return not bad and 0 < length(name) <= 256


def parse_key(text: str) -> Key:
    name, hex_id, key_base64 = (text.split("+", 2) + ["", ""])[:3]
    data = decode_base64(key_base64)
    form = is_key_name(name) and re.fullmatch("[0-9a-f]{8}", hex_id) is not None
    if not form or data is None or len(data) != 33 or data[0] != 1:
        raise Fault("key_malformed", "the verifier key is none")
    key_id = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    demand(key_id.hex() == hex_id, "key_id_wrong", "the verifier key has not the id computed")
    return Key(name, key_id, data[1:])


def parse_signature(line: str) -> tuple[str, bytes]:
    """The name of the key, and its id and signature."""
    _, name, encoded = (line.split(" ") + ["", ""])[:3]
    data = decode_base64(encoded)
    # An id alone is not a signature.
    form = line == f"\u2014 {name} {encoded}" and is_key_name(name)
    if not form or data is None or len(data) <= 4:
        raise Fault("note_malformed", "a line under the checkpoint is not a signature")
    return name, data


Signature = tuple[str, bytes]


def parse_note(note: str) -> tuple[str, list[Signature]]:
    """The text of a note, and its signatures. Nothing is verified."""
    text, blank, rest = note.rpartition("\n\n")
    text += "\n"
    lines = rest.split("\n")
    form = blank != "" and lines.pop() == "" and 1 <= len(lines) <= 64
    form = form and len(note.encode()) <= 256 * 1024
    form = form and not CONTROL.search(note.replace("\n", ""))
    demand(form, "note_malformed", "the checkpoint is not a signed note")
    return text, [parse_signature(line) for line in lines]


def find_signers(text: str, signatures: list[Signature], keys: list[Key]) -> list[Key]:
    """Which of the keys have signed: at least one, and none wrongly."""
    by_label = {(key.name, key.id): key for key in keys}
    demand(len(by_label) == len(keys), "key_ambiguous", "two keys have the same name and id")
    signers = []
    for name, data in signatures:
        key = by_label.get((name, data[:4]))
        if key is None:
            continue
        good = ed25519.verifies(key.public_key, text.encode(), data[4:])
        demand(good, "signature_wrong", "the signature of the checkpoint does not verify")
        signers.append(key)
    demand(signers != [], "signature_missing", "the key has not signed the checkpoint")
    return signers


def open_note(note: str, key: Key) -> str:
    """The text of a signed note, if the key has signed it."""
    text, signatures = parse_note(note)
    find_signers(text, signatures, [key])
    return text


def parse_key_change(note: str, origin: str) -> tuple[Checkpoint, str, str]:
    """The tree at which the key changes, and both keys, which must have signed the note."""
    text, signatures = parse_note(note)
    tree = parse_checkpoint(text, None)
    lines = text[:-1].split("\n")
    stated = lines[3:]
    form = len(stated) == 2 and stated[0].startswith("previous-key ")
    form = form and stated[1].startswith("next-key ")
    demand(form, "key_change_invalid", "the note does not name a previous and a next key")
    previous_text, next_text = (line.split(" ", 1)[1] for line in stated)
    keys = [parse_key(previous_text), parse_key(next_text)]
    own = lines[0] == origin and all(key.name == origin for key in keys)
    demand(own, "origin_wrong", "the change of keys is of another log")
    signers = find_signers(text, signatures, keys)
    demand(len(set(signers)) == 2, "key_change_invalid", "both keys must sign their change")
    return tree, previous_text, next_text


def follow_key_changes(trusted: str, notes: list[str], origin: str) -> list[KeyPeriod]:
    """All keys of the log, oldest first, if the trusted one is among them."""
    periods: list[KeyPeriod] = []
    current, first = trusted, 0
    for note in notes:
        (size, root), previous_text, next_text = parse_key_change(note, origin)
        follows = periods == [] or previous_text == current
        demand(follows, "key_change_invalid", "a change of keys does not follow from the last")
        demand(size > first, "key_change_invalid", "the changes of keys are not in order")
        periods.append(KeyPeriod(previous_text, first, size, root))
        current, first = next_text, size
    periods.append(KeyPeriod(current, first, None, b""))
    texts = [period.text for period in periods]
    demand(len(set(texts)) == len(texts), "key_change_invalid", "a key was used again")
    demand(trusted in texts, "key_untrusted", "no statement leads to the trusted key")
    return periods


def check_key_history(periods: list[KeyPeriod], tree: Checkpoint, proofs: list[list[str]]) -> None:
    """The trees of all changes of keys, and this one, are beginnings of one log."""
    code = "key_change_unproved"
    changes = [Checkpoint(each.last, each.last_root) for each in periods if each.last is not None]
    demand(len(proofs) == len(changes), code, "there are not as many proofs as changes of keys")
    trees = sorted([*changes, tree], key=lambda each: each.size)
    for older, newer, proof in zip(trees, trees[1:], proofs):
        why = f"the tree of size {older.size} is not proved to be a part of that of size {newer.size}"
        demand(extends(older, newer, proof), code, why)


def parse_checkpoint(text: str, origin: Optional[str]) -> Checkpoint:
    lines = text[:-1].split("\n")
    form = 3 <= len(lines) <= 3 + 16 and all(0 < length(line) <= 1024 for line in lines)
    root = decode_base64(lines[2]) if form else None
    form = form and DECIMAL.fullmatch(lines[1]) is not None and int(lines[1]) <= WHOLE_MAX
    if not form or root is None or len(root) != 32:
        raise Fault("checkpoint_malformed", "the signed text is not a checkpoint")
    own = origin is None or lines[0] == origin
    demand(own, "origin_wrong", "the checkpoint is that of another log")
    return Checkpoint(int(lines[1]), root)
