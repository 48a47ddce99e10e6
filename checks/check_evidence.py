#!/usr/bin/env python3
"""Checks folders of evidence.

    python3 check_evidence.py FOLDER [--key VERIFIER_KEY] [--json]

Checks the signature and every hash of a folder that "avow evidence" wrote, with nothing but Python's own
library. The records in it are checked by check_bundle.py. It names the first file that is not what was
signed, and ends with 0 if all is, with 1 if not, and with 2 if it was called wrongly.
"""
import argparse
import hashlib
import json
import os
import re
import sys
from typing import Optional

from log_formats import Fault, Key, open_note, parse_key, parse_note

SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
SMALL = 64 * 1024
LINE = re.compile(r"([0-9a-f]{64})  ([a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)?)")
TEXT = re.compile(
    r"(avow-evidence/(\w+))\nsha256 ([0-9a-f]{64})\nentry (0|[1-9][0-9]{0,15})\n"
    r"key (avow/(\w+)\+[0-9a-f]{8}\+\S+)\n",
    re.ASCII,
)


class WrongFile(Exception):
    def __init__(self, file: str, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.file = file


def read_small(folder: str, file: str) -> bytes:
    path = os.path.join(folder, file)
    if os.path.islink(path) or not os.path.isfile(path):
        raise WrongFile(file, "it is missing")
    if os.path.getsize(path) > SMALL:
        raise WrongFile(file, "it is too large to be this file")
    with open(path, "rb") as opened:
        return opened.read()


def open_signature(folder: str) -> "tuple[str, str, str]":
    """The hash that was signed, the key of the log and its tenant."""
    try:
        note = read_small(folder, SIGNATURE).decode()
    except UnicodeDecodeError:
        raise WrongFile(SIGNATURE, "it is not a text") from None
    try:
        text, _ = parse_note(note)
        found = TEXT.fullmatch(text)
        if found is None or found.group(2) != found.group(6):
            raise WrongFile(SIGNATURE, "it is not the signature of a folder of evidence")
        origin, tenant, digest, _, key, _ = found.groups()
        public = parse_key(key).public_key
        key_id = hashlib.sha256(origin.encode() + b"\n\x01" + public).digest()[:4]
        open_note(note, Key(origin, key_id, public))
    except Fault as fault:
        raise WrongFile(SIGNATURE, str(fault)) from None
    return digest, key, tenant


def read_sums(folder: str, digest: str) -> "list[tuple[str, str]]":
    data = read_small(folder, SUMS)
    if hashlib.sha256(data).hexdigest() != digest:
        raise WrongFile(SUMS, "it is not what was signed")
    sums = [LINE.fullmatch(line) for line in data.decode("ascii", "replace").splitlines()]
    if any(found is None for found in sums):
        raise WrongFile(SUMS, "it is not a list of hashes")
    return [(found.group(2), found.group(1)) for found in sums if found]


def list_files(folder: str) -> "list[str]":
    found = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    return sorted(os.path.relpath(path, folder).replace(os.sep, "/") for path in found)


def check_folder(folder: str, trusted: Optional[str]) -> "dict[str, object]":
    digest, key, tenant = open_signature(folder)
    sums = read_sums(folder, digest)
    known = {path for path, _ in sums} | {SUMS, SIGNATURE}
    for path in list_files(folder):
        if path not in known:
            raise WrongFile(path, "it was added")
    for path, expected in sums:
        full = os.path.join(folder, path)
        if os.path.islink(full) or not os.path.isfile(full):
            raise WrongFile(path, "it is missing")
        running = hashlib.sha256()
        with open(full, "rb") as opened:
            for chunk in iter(lambda: opened.read(1 << 20), b""):
                running.update(chunk)
        if running.hexdigest() != expected:
            raise WrongFile(path, "it is not what was signed")
    if trusted is not None and parse_key(trusted).public_key != parse_key(key).public_key:
        raise WrongFile(SIGNATURE, "it was signed by another key than that of --key")
    verdict = {"sound": True, "tenant_id": tenant, "files": len(sums), "sha256": digest}
    return {**verdict, "key_trusted": trusted is not None}


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks folders of evidence.")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--key", metavar="VERIFIER_KEY", help="the log's, known from elsewhere")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    try:
        if options.key is not None:
            parse_key(options.key)
        if not os.path.isdir(options.folder):
            parser.error(f"there is no folder {options.folder}")
        verdict = check_folder(options.folder, options.key)
        said = f"sound: {verdict['files']} files are what was signed"
        print(json.dumps(verdict) if options.json else said)
        return 0
    except WrongFile as fault:
        wrong = {"sound": False, "file": fault.file, "why": str(fault)}
        print(json.dumps(wrong) if options.json else f"broken: {fault}")
        return 1
    except (Fault, OSError) as fault:
        parser.error(str(fault))


if __name__ == "__main__":
    sys.exit(main())
