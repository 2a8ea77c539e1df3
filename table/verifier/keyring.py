"""Keys by which a house has sealed, in their order, and how each follows from the one before.

Either the key before has signed it, or two people declared that key lost; then trust in the one does not extend to the
other.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from table.verifier.ed25519 import verifies
from table.verifier.reading import canonical

HEX = frozenset("0123456789abcdef")
OF_KEYS = "ed25519:"
"""Prefix of a key among the arguments of an entry; hexadecimal digits alone would be those of a note."""
AMID = timedelta(minutes=1)
"""Tolerance for a seal by a key that was being replaced, or had just come: how far its time may be off the change."""


def is_hex(value: object, length: int) -> bool:
    """Whether a value is a string of this many lower-case hexadecimal digits."""
    return isinstance(value, str) and len(value) == length and HEX.issuperset(value)


def is_moment(value: object) -> bool:
    """Whether a value is a time in ISO format that names its zone."""
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def message(before: str, key: str) -> bytes:
    """Return what the key ``before`` signs to name ``key`` its successor: canonical JSON of both hexadecimal keys."""
    return canonical({"seal_key": {"before": before, "key": key}}).encode()


class Named(NamedTuple):
    """Key as the house's register names it: in which entry, when (UTC), after which key, and with that key's signature.

    Without ``before`` it is the first one; without ``signature`` the key before was declared lost. One that no entry
    names has no time.
    """

    key: str
    number: int
    at: str
    before: str = ""
    signature: str = ""

    @classmethod
    def of(cls, fields: Any) -> "Named | None":
        """Return the key with these fields, exactly those of the class; None if one of them does not fit.

        Key and key before are 64 hexadecimal digits, the signature 128, the number an integer, the time "" or one with
        its zone; key before and signature may both be "", or the signature alone.
        """
        if not isinstance(fields, dict) or fields.keys() != set(cls._fields):
            return None
        in_time = fields["at"] == "" or is_moment(fields["at"])
        fits = isinstance(fields["number"], int) and is_hex(fields["key"], 64) and in_time
        follows = fields["before"] == fields["signature"] == "" or (
            is_hex(fields["before"], 64) and (fields["signature"] == "" or is_hex(fields["signature"], 128))
        )
        return cls(**fields) if fits and follows else None

    @property
    def is_signed(self) -> bool:
        """Verify the signature: whether the key before has signed this one. False of the first, and after a loss."""
        signature = bytes.fromhex(self.signature)
        return bool(signature) and verifies(bytes.fromhex(self.before), message(self.before, self.key), signature)

    @property
    def after_a_loss(self) -> bool:
        """Whether this key names one before it that was declared lost; False of the first key."""
        return bool(self.before) and not self.signature


class Keyring:
    """Keys of a house in their order, the current one last; there is at least one."""

    def __init__(self, named: Sequence[Named]) -> None:
        """Store the keys, the current one last, without checking how they follow; AssertionError without any."""
        assert named, "a house that seals has a key"
        self.named = named

    @property
    def today(self) -> str:
        """Current public key of the house, in hexadecimal."""
        return self.named[-1].key

    def hangs_together(self) -> bool:
        """Whether each key names the one before it, which has signed it or was declared lost, and none comes twice.

        Each has to be of a later entry than the one before it; the first may not name a key before it.
        """
        first, *rest = self.named
        follow = all(it.before == before.key and it.number > before.number for before, it in pairwise(self.named))
        proven = all(it.after_a_loss or it.is_signed for it in rest)
        return not first.before and follow and proven and len({it.key for it in self.named}) == len(self.named)

    def lead(self, trusted: Collection[str]) -> bool:
        """Whether the current key is trusted, or follows from a trusted one without a loss in between.

        Signatures are not verified here, but by :meth:`hangs_together`.
        """
        reached = False
        for it in self.named:
            reached = it.key in trusted or (reached and not it.after_a_loss)
        return reached

    def is_accepted_by(self, trusted: Collection[str], *, whole: bool = True) -> bool:
        """Whether one of the trusted keys leads to the current one (:meth:`lead`); True for a reader who trusts none.

        All that are trusted have to be in this list, too, unless it is not the ``whole`` one.
        """
        listed = not whole or {it.key for it in self.named}.issuperset(trusted)
        return not trusted or (self.lead(trusted) and listed)

    def at(self, time: str) -> Iterator[tuple[str, bool]]:
        """Yield every key, and whether it was in use at this time, give or take a minute; first those that were.

        The first one, which may have sealed before an entry named it, was so from the beginning. ``time`` is in ISO
        format and names its zone (:func:`is_moment`); for "" all were in use.
        """
        named = [it.at for it in self.named[1:]]
        uses = zip(self.named, ["", *named], [*named, ""], strict=True)
        keys = [(it.key, not _is_past(end, time) and not _is_past(time, start)) for it, start, end in uses]
        return iter(sorted(keys, key=lambda it: not it[1]))


def _is_past(end: str, time: str) -> bool:
    """Whether a time is more than a minute later than ``end``; False where one of them is ""."""
    return bool(end and time) and datetime.fromisoformat(time) - datetime.fromisoformat(end) > AMID
