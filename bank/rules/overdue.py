"""Overdue work at a table's bank: a movement that is not received, a closing that is not done."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple


class OverdueKind(StrEnum):
    """Kind of what time alone brings about."""

    MOVEMENT_OLD = "movement_old"
    CLOSING_OVERDUE = "closing_overdue"
    DAY_OVERDUE = "day_overdue"


class Pending(NamedTuple):
    """Something that is to be done by ``due``: since when, by which entry, and its movement or 0."""

    kind: OverdueKind
    since: datetime
    due: datetime
    entry: int
    number: int = 0


def movements_due(waiting: Iterable[tuple[int, int, datetime]], minutes: int) -> Iterator[Pending]:
    """Yield a Pending for each open movement, which becomes overdue ``minutes`` after it began to wait.

    ``waiting`` has the number of each movement, and the entry and time with which it began to wait.
    """
    for number, entry, at in waiting:
        yield Pending(OverdueKind.MOVEMENT_OLD, at, at + timedelta(minutes=minutes), entry, number)


def closing_due(entry: int, closed: datetime, minutes: int) -> Pending:
    """Return a Pending for the closing of a bank: overdue ``minutes`` after its table was closed.

    ``entry`` and ``closed`` are the number and the time of the entry that closed it.
    """
    return Pending(OverdueKind.CLOSING_OVERDUE, closed, closed + timedelta(minutes=minutes), entry)


def overdue(pending: Iterable[Pending], now: datetime) -> list[Pending]:
    """List what was due before or is due at ``now``, by the time at which it was due, then by movement."""
    return sorted((it for it in pending if it.due <= now), key=lambda it: (it.due, it.number))
