"""Tokens of external readers: how one is drawn, who comes with one, and how often he may ask."""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from typing import NamedTuple

from table.models import Reader

MOST_LETTERS = 200
BURST = 60.0
PER_SECOND = 10.0
"""So many questions in a row are borne of a reader, and then so many a second, in each process of the house."""
MOST_CALLERS = 1000
NOBODY = "0" * 64
"""What a token of a reader that is not there is compared with: it takes as long to find out."""


class Drawn(NamedTuple):
    """A token, to be shown once, and its digest, which is kept."""

    token: str
    digest: str


def draw(key: str) -> Drawn:
    """A token for the reader with this key: the key, by which it is found, and 256 bits that nobody guesses."""
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
    key = token.partition(".")[0]
    found = Reader.objects.filter(key=key[:20], revoked=False).first()
    same = hmac.compare_digest(digest_of(token), found.digest if found else NOBODY)
    return found if same else None


class Pace:
    """How often each caller has asked lately; the one that rested longest is forgotten."""

    def __init__(self, *, burst: float = BURST, per_second: float = PER_SECOND) -> None:
        self._burst, self._per_second = burst, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def asks(self, caller: str) -> bool:
        """Whether he may ask once more now."""
        now = time.monotonic()
        left, since = self._left.pop(caller, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._per_second)
        self._left[caller] = (max(0.0, left - 1), now)
        while len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        return left >= 1

    def forget(self) -> None:
        """Forget everybody, as at the start."""
        self._left.clear()
