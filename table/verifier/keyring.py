"""The keys by which a house has sealed, one after the other, and how each leads to the next.

A key is followed by another one because it has signed it, or because people declared it lost: then nobody has, and who
trusts the one does not thereby trust the other.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from table.verifier.ed25519 import verifies
from table.verifier.reading import canonical

HEX = frozenset("0123456789abcdef")
AMID = timedelta(minutes=1)
"""A seal that was being made while the key was changed is of the key before, and its time may be a little later."""


def is_hex(value: object, length: int) -> bool:
    """Whether a value is so many small hexadecimal digits."""
    return isinstance(value, str) and len(value) == length and HEX.issuperset(value)


def message(before: str, key: str) -> bytes:
    """What a key signs to name the one that follows it."""
    return canonical({"seal_key": {"before": before, "key": key}}).encode()


class Named(NamedTuple):
    """A key as the register names it: by which entry of the house's, when (UTC), after which one, and signed by that.

    Without ``before`` it is the first one; without ``signature`` the one before was declared lost.
    """

    key: str
    number: int
    at: str
    before: str = ""
    signature: str = ""

    @classmethod
    def of(cls, told: Any) -> "Named | None":
        """The key that these facts name; None where they name none."""
        if not isinstance(told, dict) or told.keys() != set(cls._fields):
            return None
        fits = isinstance(told["number"], int) and isinstance(told["at"], str) and is_hex(told["key"], 64)
        follows = told["before"] == told["signature"] == "" or (
            is_hex(told["before"], 64) and (told["signature"] == "" or is_hex(told["signature"], 128))
        )
        return cls(**told) if fits and follows else None

    @property
    def is_signed(self) -> bool:
        """Whether the key before it has signed it."""
        signature = bytes.fromhex(self.signature)
        return bool(signature) and verifies(bytes.fromhex(self.before), message(self.before, self.key), signature)

    @property
    def after_a_loss(self) -> bool:
        """Whether the key before it was declared lost."""
        return bool(self.before) and not self.signature


class Keyring:
    """The keys of a house in their order, the last one that of today."""

    def __init__(self, named: Sequence[Named]) -> None:
        assert named, "a house that seals has a key"
        self.named = named

    @property
    def today(self) -> str:
        """The key by which the house seals now."""
        return self.named[-1].key

    def hangs_together(self) -> bool:
        """Whether each key follows the one before it, signed or after a loss, and none comes twice."""
        first, *rest = self.named
        follow = all(it.before == before.key and it.number > before.number for before, it in pairwise(self.named))
        proven = all(it.after_a_loss or it.is_signed for it in rest)
        return not first.before and follow and proven and len({it.key for it in self.named}) == len(self.named)

    def lead(self, trusted: Collection[str]) -> bool:
        """Whether the key of today is one that is trusted, or is reached from one by keys that signed the next."""
        reached = False
        for it in self.named:
            reached = it.key in trusted or (reached and not it.after_a_loss)
        return reached

    def at(self, time: str) -> Iterator[tuple[str, bool]]:
        """Every key, and whether it was the house's at this time or before; those of the time come first."""
        until = [*(it.at for it in self.named[1:]), ""]
        told = [(it.key, not end or not _is_past(end, time)) for it, end in zip(self.named, until, strict=True)]
        return iter(sorted(told, key=lambda it: not it[1]))


def _is_past(end: str, time: str) -> bool:
    return datetime.fromisoformat(time) > datetime.fromisoformat(end) + AMID
