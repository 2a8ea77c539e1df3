"""Files that the paper of a case carries, and its signature over every byte of it."""

import re
from hashlib import sha256

from table.verifier.reading import canonical

REPORT, PAGES, SLICE = "report.json", "pages.json", "register.jsonl"
"""Names of the files in a paper."""
UNSIGNED = f"sabot:{'0' * 128}"
"""Keyword of a paper that is still to be signed; its zeros are the place of the signature."""
PLACE = re.compile(rb"sabot:([0-9a-f]{128})")
PLACES = 2
"""Number of times that the keywords stand in a PDF: in its information, and in its metadata."""


def signature_of(pdf: bytes) -> str:
    """Return the signature that stands in a PDF, in hexadecimal; empty unless the same stands in all its places."""
    found = [it.decode() for it in PLACE.findall(pdf)]
    return found[0] if len(found) == PLACES and len({*found}) == 1 else ""


def unsigned(pdf: bytes, *, instead: str = "0" * 128) -> bytes:
    """Return a PDF with ``instead`` (128 hexadecimal digits) in the places of its signature; without it, with zeros."""
    return PLACE.sub(b"sabot:" + instead.encode(), pdf)


def signed_message(pdf: bytes) -> bytes:
    """Return what the house signs of a PDF: JSON with the SHA-256 of its bytes, zeros in place of the signature."""
    return canonical({"paper": {"sha256": sha256(unsigned(pdf)).hexdigest()}}).encode()
