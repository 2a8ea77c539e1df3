"""Checks by seals: which one covers an entry, and whether all from there to the seal is as it was sealed."""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, NamedTuple

from django.conf import settings

from table.play.texts import decode
from table.record import chain, seals
from table.record.chain import Row
from table.record.days import PUT_BACK
from table.record.key import keyring
from table.record.losses import Loss, loss_of, losses
from table.record.seals import Seal

NEAR = 64 * 1024
"""Bytes to which the place of a time in the file is narrowed down before it is read line by line."""
MOST_WALKED = 5000
"""Maximum entries whose digests are recomputed; seals are much closer to each other."""


class CoveringSeal(NamedTuple):
    """A seal that covers an entry. ``holds``: a key of the house signed it, in its time, and the register fits it.

    ``walked``: every entry up to the sealed one was recomputed, and not the sealed one alone. Where they are too many
    for a page, `manage.py verify` does it.
    """

    seal: Seal
    public_key: str
    holds: bool
    walked: bool


def sealed(register: str, first: int, last: int, *, made: datetime, by: datetime | None = None) -> CoveringSeal | None:
    """Return the first seal on entry ``last`` or later, its public key, whether it holds, and whether it was walked.

    None while there is none, or where that one was made after ``by``. ``made``, the time of entry ``last``, only says
    where in the file to begin. It holds if a key in use then has signed it, and the entries from ``first`` on are as
    sealed (walked); if it comes ``MOST_WALKED`` or more after ``first`` the sealed entry alone is looked at. Seals on
    entries that a restore has lost are passed over. The key is today's where none of the house's has signed it; the key
    file is made where no key is on record and there is no file. Raises OSError where a file cannot be read or made.
    """
    seal = first_since(register, last, made)
    if seal is None or (by is not None and seal.at > chain.stamp(by)):
        return None
    by_key, in_time = seal.of_keys(keyring())
    walked = seal.number - first < MOST_WALKED
    holds = bool(by_key) and in_time and _is_as_sealed(seal, since=first if walked else seal.number)
    return CoveringSeal(seal, by_key or seals.public_key(), holds=holds, walked=walked)


def key_of(seal: Seal) -> str:
    """Public key by which a seal is checked: the house's that signed it, in use then or not; today's if none did.

    Makes the key file where no key is on record and there is no file. Raises OSError if that fails.
    """
    by_key, _in_time = seal.of_keys(keyring())
    return by_key or seals.public_key()


def _is_as_sealed(seal: Seal, *, since: int) -> bool:
    """Whether the entries from ``since`` to the sealed one are all there, fit their digests, and form a chain.

    The last one must have the sealed digest; what the first one names as its predecessor is not compared.
    """
    rows = list(chain.rows(seal.register, since=since, up_to=seal.number))
    linked = all((row.number, row.previous) == (before.number + 1, before.digest) for before, row in pairwise(rows))
    whole = bool(rows) and rows[0].number == since and rows[-1].digest == seal.digest
    return whole and linked and all(map(Row.fits, rows))


# --- in the file of seals


def first_since(register: str, number: int, made: datetime) -> Seal | None:
    """Return the first seal in the file on this entry of a register or a later one; None without one, or a file.

    ``made`` is the time of the entry; where the file is long, seals from more than PUT_BACK before it are skipped. If a
    clock was set back by more in between, a later seal is found. Left out are seals on entries that the house has
    recorded as lost. No signature or digest is checked. Raises :class:`CannotRead`.
    """
    lost: list[Loss] | None = None
    with seals.reading():
        for seal in _from(Path(settings.SEALS_FILE), chain.stamp(made - PUT_BACK)):
            if seal.register == register and seal.number >= number:
                lost = losses() if lost is None else lost
                if loss_of(register, seal.number, seal.at, known=lost) is None:
                    return seal
    return None


def _from(path: Path, at: str) -> Iterator[Seal]:
    """Yield the seals of a file from this time (stamped) on, and those in at most ``NEAR`` bytes before it.

    Lines that are no seal are left out; nothing without the file.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        low, high = 0, file.seek(0, os.SEEK_END)
        while high - low > NEAR:
            middle = (low + high) // 2
            there = _next(file, middle)
            low, high = (middle, high) if there is not None and there.at < at else (low, middle)
        while (seal := _next(file, low)) is not None:
            yield seal
            low = file.tell()


def _next(file: BinaryIO, place: int) -> Seal | None:
    """Read the first seal whose line begins at or after this byte of the file; None where there is none.

    Lines that are no seal are passed over; the file is left at the end of the line that was read.
    """
    file.seek(max(0, place - 1))
    if place:
        file.readline()
    for line in iter(file.readline, b""):
        with suppress(ValueError):
            return decode(line, Seal)
    return None
