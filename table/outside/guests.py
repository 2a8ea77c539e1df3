"""Pseudonyms of guests for readers outside the house: another one for each reader and each evening.

They are HMACs of reader and guest key under the secret of the evening. So nobody outside recognises a guest on another
evening, readers cannot compare whom they saw, and once the secret is erased the pseudonym cannot be computed again.
"""

import hmac
from collections.abc import Sequence
from typing import Any

from table.record.cross_register.evenings import Evenings

DIGITS = 32
KEYS = frozenset({"guest", "bettor"})
"""Facts of acts and effects that hold the key of a guest."""
BY_BETTOR = "adjustment"
"""Kind of money lines whose second field is the bettor instead of the box."""


class Pseudonyms:
    """Pseudonyms of the guests of a table for one reader, for entries from `first` to `last`."""

    def __init__(self, register: str, reader: str, first: int, last: int) -> None:
        """Find the evenings of a table's entries ``first`` to ``last``; their secrets are read when first needed."""
        self._reader, self._evenings = reader, Evenings(register, first, last)

    def called(self, key: str, number: int) -> str:
        """Return the pseudonym of the guest `key` in the evening of entry `number`, 32 hexadecimal digits.

        "" without a key, or if the evening's secret is erased. Draws and stores the secret of an evening that has none
        yet. A number before `first` counts as `first`, one after `last` as `last`.
        """
        secret = self._evenings.secret_of(number) if key else ""
        if not secret:
            return ""
        message = f"{self._reader}\0{key}".encode()
        return hmac.digest(bytes.fromhex(secret), message, "sha256").hex()[:DIGITS]

    def facts(self, given: dict[str, Any], number: int) -> dict[str, Any]:
        """Return a copy of the facts of an act or effect with pseudonyms instead of keys of guests.

        These are the facts named in KEYS that are text, not lists, and the bettors of adjustments in its money lines.
        The pseudonyms are those in the evening of entry `number`, as :meth:`called` has them, which may store a secret.
        """
        replaced = {
            name: self.called(it, number) if name in KEYS and isinstance(it, str) else it for name, it in given.items()
        }
        if "lines" in replaced:
            replaced["lines"] = [self._line(it, number) for it in replaced["lines"]]
        return replaced

    def _line(self, line: Sequence[Any], number: int) -> Sequence[Any]:
        """Return a money line (position, box or bettor, kind, …) with the bettor's pseudonym if its kind is BY_BETTOR.

        The pseudonym is that of the evening of entry ``number``. Any other line is returned as it is.
        """
        position, bettor, kind, *rest = line
        return [position, self.called(bettor, number), kind, *rest] if kind == BY_BETTOR else line
