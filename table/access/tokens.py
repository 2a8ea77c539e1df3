"""Tokens of external readers and electronic shoes: how one is drawn, and who comes with one."""

import hashlib
import hmac
import secrets
from typing import NamedTuple

from table.models import ElectronicShoe, Reader

MOST_LETTERS = 200
NOBODY = "0" * 64
"""What a token of somebody who is not there is compared with: it takes as long to find out."""


class Drawn(NamedTuple):
    """A token, to be shown once, and its digest, which is kept."""

    token: str
    digest: str


def draw(key: str) -> Drawn:
    """A token for the program or device with this key: the key by which it is found, and 256 bits nobody guesses."""
    token = f"{key}.{secrets.token_urlsafe(32)}"
    return Drawn(token, digest_of(token))


def digest_of(token: str) -> str:
    """What is kept of a token. It is drawn and never chosen, so that one round of sha256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer(header: str) -> str:
    """The token in a header ``Authorization: Bearer …``; empty where there is none."""
    scheme, _space, token = header.strip().partition(" ")
    good = scheme.lower() == "bearer" and len(token) <= MOST_LETTERS and token.isascii() and token.isprintable()
    return token.strip() if good else ""


def reader_with(token: str) -> Reader | None:
    """Whose token this is; None for a wrong one, and for that of a reader who was revoked."""
    found = Reader.objects.filter(key=_key(token), revoked=False).first()
    return found if _is_of(token, found) else None


def shoe_with(token: str) -> ElectronicShoe | None:
    """Which electronic shoe has this token; None for a wrong one, and for that of one that was revoked."""
    found = ElectronicShoe.objects.select_related("table").filter(key=_key(token), revoked=False).first()
    return found if _is_of(token, found) else None


def _key(token: str) -> str:
    return token.partition(".")[0][:20]


def _is_of(token: str, found: Reader | ElectronicShoe | None) -> bool:
    return hmac.compare_digest(digest_of(token), found.digest if found else NOBODY)
