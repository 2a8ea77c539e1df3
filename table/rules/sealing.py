"""Sealed cards: a face that a shoe knows before it is turned, promised by a digest that tells nothing of it.

A seal is sha256 over a salt of 16 bytes and the two letters of the face; who sees it cannot try the 52 faces without
the salt. The commitment is one sha256 over all seals in the order of the shoe, written canonically, so that whoever has
it from before the first card knows in the end that no card was exchanged.
"""

import json
from collections.abc import Iterable
from hashlib import sha256

SALT_BYTES = 16


def seal_of(face: str, salt: str) -> str:
    """The seal of a face with its salt (32 hexadecimal digits), as 64 hexadecimal digits. Raises ValueError."""
    raw = bytes.fromhex(salt)
    if len(raw) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return sha256(raw + face.encode("ascii")).hexdigest()


def fits(face: str, salt: str, seal: str) -> bool:
    """Whether this is what was sealed."""
    try:
        return seal_of(face, salt) == seal
    except ValueError:
        return False


def commitment_of(seals: Iterable[str]) -> str:
    """What is published of a shoe before its first card, by its seals in the order in which its cards will come."""
    return sha256(json.dumps(list(seals), separators=(",", ":")).encode("ascii")).hexdigest()
