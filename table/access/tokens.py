"""Tokens of external readers and electronic shoes: how they are drawn, and whose a token is."""

import hashlib
import hmac
import secrets
from typing import NamedTuple, TypeVar

from django.db.models import QuerySet

from table.models import ElectronicShoe, Reader

Holder = TypeVar("Holder", Reader, ElectronicShoe)
MOST_LETTERS = 200
NOBODY = "0" * 64
"""Digest with which a token of nobody is compared, so that it takes as long."""


class IssuedToken(NamedTuple):
    """A token, to be shown once, and its digest, to be stored."""

    token: str
    digest: str


def issue(key: str) -> IssuedToken:
    """Draw a token for the program or device with this key, and return it with the digest of all of it; store nothing.

    The token is the key, by which it is looked up, a dot and 256 random bits. A key has to have at most 20 characters
    and no dot, which is not checked here.
    """
    token = f"{key}.{secrets.token_urlsafe(32)}"
    return IssuedToken(token, digest_of(token))


def digest_of(token: str) -> str:
    """Digest of a token, to be stored: SHA-256, 64 hexadecimal digits. One round is enough, as tokens are random."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer(header: str) -> str:
    """Token in a header ``Authorization: Bearer …``; empty for another scheme, and unless it can be a token.

    That is, unless it has 1 to MOST_LETTERS printable ASCII characters. Upper and lower case of “Bearer” are the same.
    """
    scheme, _space, token = header.strip().partition(" ")
    good = scheme.lower() == "bearer" and len(token) <= MOST_LETTERS and token.isascii() and token.isprintable()
    return token.strip() if good else ""


def reader_with(token: str) -> Reader | None:
    """Reader with this token; None for a wrong token, or a revoked reader."""
    return _with(token, Reader.objects.all())


def shoe_with(token: str) -> ElectronicShoe | None:
    """Electronic shoe with this token, with its table; None for a wrong token, or a revoked shoe."""
    return _with(token, ElectronicShoe.objects.select_related("table"))


def _with(token: str, among: QuerySet[Holder]) -> Holder | None:
    """Return the row that is not revoked and has the key before the token's first dot and its digest; else None.

    It takes the same time where there is no such row.
    """
    found = among.filter(key=token.partition(".")[0][:20], revoked=False).first()
    return found if hmac.compare_digest(digest_of(token), found.digest if found else NOBODY) else None
