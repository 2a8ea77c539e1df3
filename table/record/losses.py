"""Sealed entries that the house has lost and says so, as the backup from which it was restored lacked them.

A seal on such an entry stays broken, and the house's register says why. People have to judge that: whoever can change
entries can also write that they were lost.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from table.models import HOUSE, Entry
from table.record import chain

LOST = re.compile(r"(\S+) (\d{1,18})-(\d{1,18})")


class Loss(NamedTuple):
    """Lost entries of a register, ``first`` to ``last``; the house's entry that says so, and its time (UTC)."""

    register: str
    first: int
    last: int
    entry: int
    at: str


def losses() -> list[Loss]:
    """List the losses on record, oldest first.

    Each has its register, the first and last lost entry, the entry of the house that says so, and its time.
    """
    found = Entry.objects.filter(register=HOUSE, verb="restore").order_by("number")
    return [
        Loss(register, int(first), int(last), entry.number, chain.stamp(entry.at))
        for entry in found
        for register, first, last in LOST.findall(_lost(entry.arguments))
    ]


def _lost(arguments: str) -> str:
    """Return the text on lost entries in the arguments of a restore as it stands there: ``T3 5-9`` for each register.

    "" where it lost none, or somebody has altered these arguments so that they cannot be read.
    """
    try:
        given = chain.read(arguments)
    except ValueError:
        return ""
    found = given.get("lost") if isinstance(given, dict) else ""
    return found if isinstance(found, str) else ""


def loss_of(register: str, number: int, at: str, *, known: Iterable[Loss]) -> Loss | None:
    """Return the first of the ``known`` losses that covers this entry and was recorded after ``at``; None if none does.

    ``at`` is the time of the seal on the entry: UTC, in the form of the register.
    """
    return next(
        (it for it in known if it.register == register and it.first <= number <= it.last and at < it.at),
        None,
    )
