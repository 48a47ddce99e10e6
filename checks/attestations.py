"""What others say of the checkpoints in a bundle: cosignatures of witnesses, and time stamps.

Written from the page packages/ledger-log/README.md, https://c2sp.org/tlog-cosignature and
https://c2sp.org/tlog-policy. OpenSSL verifies the signatures of authorities.
"""
import base64
import hashlib
import os
import subprocess
import tempfile
from typing import Any, NamedTuple, Optional

import ed25519
from log_formats import (
    Checkpoint,
    Fault,
    Key,
    KeyPeriod,
    decode_base64,
    demand,
    extends,
    find_signers,
    is_hash,
    is_key_name,
    is_text,
    parse_checkpoint,
    parse_key,
    parse_note,
    parse_signature,
)

Attestation = dict[str, Any]

ATTESTATIONS_MAX = 256
MEMBERS = "kind source checkpoint consistency proof"
# The digest in a token: SHA-256, with parameters or without, and 32 bytes.
SHA256 = "0609608648016503040201"
IMPRINTS = [bytes.fromhex(f"3031300d{SHA256}05000420"), bytes.fromhex(f"302f300b{SHA256}0420")]


class Others(NamedTuple):
    """Whose word is taken for a time."""

    witnesses: list[Key]
    roots: Optional[str]


def is_attestations(value: Any) -> bool:
    if not isinstance(value, list) or not 1 <= len(value) <= ATTESTATIONS_MAX:
        return False
    return all(map(is_attestation, value))


def is_attestation(value: Any) -> bool:
    if not isinstance(value, dict) or list(value) != MEMBERS.split():
        return False
    form = all(is_text(value[name]) for name in ("kind", "source", "checkpoint", "proof"))
    form = form and value["kind"] in ("time_stamp", "cosignature")
    hashes = value["consistency"]
    return form and isinstance(hashes, list) and len(hashes) <= 54 and all(map(is_hash, hashes))


def parse_witness(text: str) -> Key:
    name, hex_id, key_base64 = (text.split("+", 2) + ["", ""])[:3]
    data = decode_base64(key_base64)
    form = is_key_name(name) and data is not None and len(data) == 33 and data[0] == 4
    if data is None or not form:
        raise Fault("key_malformed", f"{name} has no key of a witness under Ed25519")
    key_id = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    demand(key_id.hex() == hex_id, "key_id_wrong", "the key of a witness has not the id computed")
    return Key(name, key_id, data[1:])


def read_others(policy: Optional[str], roots: Optional[str]) -> Others:
    """The witnesses in the file of a policy, and the file of certificates."""
    witnesses = []
    if policy is not None:
        with open(policy, encoding="utf-8") as lines:
            for words in map(str.split, lines):
                if words[:1] == ["witness"]:
                    demand(len(words) >= 3, "policy_malformed", "a witness has a name and a key")
                    witnesses.append(parse_witness(words[2]))
    if roots is not None:
        with open(roots, "rb"):
            pass
    return Others(witnesses, roots)


def open_attested(note: str, origin: str, periods: list[KeyPeriod]) -> Checkpoint:
    """An attested checkpoint, if a key of the log signed it that signs for its size."""
    text, signatures = parse_note(note)
    keys = [parse_key(period.text) for period in periods]
    signers = find_signers(text, signatures, keys)
    tree = parse_checkpoint(text, origin)
    valid = any(
        key in signers and each.first <= tree.size and (each.last is None or tree.size <= each.last)
        for key, each in zip(keys, periods)
    )
    demand(valid, "key_not_valid", "the key does not sign checkpoints of this size")
    for each in periods:
        same = each.last != tree.size or each.last_root == tree.root
        demand(same, "key_change_unproved", "the change of keys at this size states another root")
    return tree


def check_attested(found: list[Attestation], origin: str, periods: list[KeyPeriod], tree: Checkpoint) -> None:
    """The log has signed what others attest, and this tree extends it."""
    for each in found:
        attested = open_attested(each["checkpoint"], origin, periods)
        proved = attested.size <= tree.size and extends(attested, tree, each["consistency"])
        why = f"the checkpoint is not proved to extend the attested one of size {attested.size}"
        demand(proved, "attestation_unproved", why)


def list_proved(found: list[Attestation], others: Others) -> list[dict[str, Any]]:
    """What those who are trusted prove: who, of which size, and since when, if that is known."""
    proved = []
    for each in found:
        text, _ = parse_note(each["checkpoint"])
        size = parse_checkpoint(text, None).size
        if each["kind"] == "cosignature":
            proved += [{**one, "size": size} for one in read_cosignatures(text, each["proof"], others)]
        elif others.roots is not None:
            check_time_stamp(each["checkpoint"], each["proof"], others.roots)
            proved.append({"by": each["source"], "kind": "time_stamp", "size": size})
    return proved


def read_cosignatures(text: str, proof: str, others: Others) -> list[dict[str, Any]]:
    good = proof.endswith("\n")
    demand(good, "attestation_wrong", "the line of a cosignature has no end")
    proved = []
    for name, data in map(parse_signature, proof[:-1].split("\n")):
        for key in others.witnesses:
            if (key.name, key.id) != (name, data[:4]):
                continue
            demand(len(data) == 4 + 8 + 64, "attestation_wrong", "a cosignature has 72 bytes")
            seconds = int.from_bytes(data[4:12], "big")
            message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
            good = ed25519.verifies(key.public_key, message, data[12:])
            demand(good, "attestation_wrong", f"the cosignature of {name} does not verify")
            proved.append({"by": name, "kind": "cosignature", "at_seconds": seconds})
    return proved


def check_time_stamp(note: str, proof: str, roots: str) -> None:
    """The token is of this note (looked for in its bytes), and OpenSSL finds it good."""
    token = base64.b64decode(proof, validate=True)
    digest = hashlib.sha256(note.encode()).digest()
    own = any(form + digest in token for form in IMPRINTS)
    demand(own, "attestation_wrong", "the time stamp is of something else")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "token")
        with open(path, "wb") as file:
            file.write(token)
        command = ["openssl", "ts", "-verify", "-digest", digest.hex()]
        command += ["-token_in", "-in", path, "-CAfile", roots]
        try:
            verdict = subprocess.run(command, capture_output=True, check=False)
        except FileNotFoundError:
            raise OSError("--time-stamp-roots needs the program openssl") from None
    demand(verdict.returncode == 0, "attestation_wrong", "OpenSSL does not find the time stamp good")
