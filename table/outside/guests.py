"""Guests as the outside is told of them: not by the keys of the house, but by a name for one reader and one evening.

The name is an HMAC of reader and key under the secret of the evening. So nobody outside knows a guest again on another
evening, no two readers can compare whom they saw, and once the secret is erased nobody can.
"""

import hmac
from collections.abc import Sequence
from typing import Any

from table.record.beside.evenings import Evenings

DIGITS = 32
KEYS = frozenset({"guest", "bettor"})
"""The facts that hold the key of a guest."""
BY_BETTOR = "adjustment"
"""The kind of lines of money that are by bettor, and not by box."""


class Guests:
    """The guests of a table between two entries, as this reader is told of them."""

    def __init__(self, register: str, reader: str, first: int, last: int) -> None:
        self._reader, self._evenings = reader, Evenings(register, first, last)

    def called(self, key: str, number: int) -> str:
        """What a guest is called in the evening of this entry; empty for nobody, and once its secret is erased."""
        secret = self._evenings.secret_of(number) if key else ""
        if not secret:
            return ""
        told = f"{self._reader}\0{key}".encode()
        return hmac.digest(bytes.fromhex(secret), told, "sha256").hex()[:DIGITS]

    def facts(self, given: dict[str, Any], number: int) -> dict[str, Any]:
        """These facts of an act or an effect, with the guests in them called so."""
        told = {
            name: self.called(it, number) if name in KEYS and isinstance(it, str) else it for name, it in given.items()
        }
        return {**told, "lines": [self._line(it, number) for it in told["lines"]]} if "lines" in told else told

    def _line(self, line: Sequence[Any], number: int) -> Sequence[Any]:
        position, bettor, kind, *rest = line
        return [position, self.called(bettor, number), kind, *rest] if kind == BY_BETTOR else line
