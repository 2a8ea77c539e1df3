"""What the house has lost and says so: sealed entries that were not in a backup from which it was restored.

A seal that speaks of such an entry is broken for good, and the register of the house says why. That is for people to
judge: whoever changes entries can also write that they were lost.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from table.models import HOUSE, Entry
from table.record import chain

LOST = re.compile(r"(\S+) (\d+)-(\d+)")


class Loss(NamedTuple):
    """The entries of a register that were lost, and by which entry of the house's, at which time (UTC)."""

    register: str
    first: int
    last: int
    entry: int
    at: str


def losses() -> list[Loss]:
    """Whatever is on record as lost."""
    found = Entry.objects.filter(register=HOUSE, verb="restore").order_by("number")
    return [
        Loss(register, int(first), int(last), entry.number, chain.stamp(entry.at))
        for entry in found
        for register, first, last in LOST.findall(chain.read(entry.arguments)["lost"])
    ]


def loss_of(register: str, number: int, at: str, *, known: Iterable[Loss]) -> Loss | None:
    """The loss of the entry that a seal of this time speaks of; None where none is on record."""
    return next(
        (it for it in known if it.register == register and it.first <= number <= it.last and at < it.at),
        None,
    )
