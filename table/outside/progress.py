"""Progress of deliveries as figures of the house, for `/metrics`: how far outlets are behind, and how they answer."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Min, Q
from django.utils import timezone

from table.models import Entry, Outlet, Stall, Table, Told
from table.outside.outlets import DeliveryWay, ways

KINDS = ("webhook", "mail", "syslog")
"""Kinds of outlets, as their names begin."""
AT_ONCE = 500
"""Entries that one query looks for; SQLite takes no thousand."""


class DeliveryProgress(NamedTuple):
    """Outlets of one kind: entries that no outlet has confirmed yet, the age of the oldest in seconds, and counts.

    An entry that waits for two outlets counts twice. ``failing`` are those that failed last and are not stalled. All
    are whole numbers or NaN, but for the age.
    """

    kind: str
    behind: float
    age_seconds: float
    good: float
    failing: float
    stalled: float


def figures() -> list[DeliveryProgress]:
    """Return for each kind of outlet, in the order of `KINDS` and also without any, how far its deliveries are.

    That is how many entries wait, the age of the oldest, and how many outlets are good, failing and stalled. Raises
    `outlets.Unknown` if ALERTS_TO has an entry of no valid form.
    """
    numbers, listed = dict(Table.real.values_list("code", "number")), list(ways())
    return [_progress(kind, [it for it in listed if it.name.startswith(f"{kind}:")], numbers) for kind in KINDS]


def _progress(kind: str, listed: Sequence[DeliveryWay], numbers: dict[str, int]) -> DeliveryProgress:
    """Return the progress of one kind from its outlets `listed` and the last entry's number of each table.

    An outlet counts as stalled if a stall of it, or of a table of it, is open; else as failing if it or a table of it
    failed last; else as good.
    """
    waiting = [it for way in listed for it in _waiting(way, numbers)]
    names = {it.name for it in listed}
    stalled = set(Stall.objects.filter(ended=None, outlet__name__in=names).values_list("outlet__name", flat=True))
    failed = Q(failures__gt=0) | Q(told__failures__gt=0)
    failing = set(Outlet.objects.filter(failed, name__in=names).values_list("name", flat=True)) - stalled
    counts = {"good": len(names - failing - stalled), "failing": len(failing), "stalled": len(stalled)}
    return DeliveryProgress(
        kind, sum(end - arrived for _code, arrived, end in waiting), _age_seconds(waiting), **counts
    )


def _waiting(way: DeliveryWay, numbers: dict[str, int]) -> Iterator[tuple[str, int, int]]:
    """Yield each table of an outlet with unconfirmed entries.

    Its code, the last confirmed number, the last number of its register. Nothing for an outlet that was never sent to:
    it will begin at the end of every register.
    """
    if not Outlet.objects.filter(name=way.name).exists():
        return
    arrived = dict(Told.objects.filter(outlet__name=way.name).values_list("register", "number"))
    for code in way.tables or numbers:
        if arrived.get(code, 0) < numbers.get(code, 0):
            yield code, arrived.get(code, 0), numbers[code]


def _age_seconds(waiting: Sequence[tuple[str, int, int]]) -> float:
    """Return the age in seconds of the oldest entry that is the first unconfirmed one of a table; 0 if there is none.

    ``waiting`` is as `_waiting` yields it: code of a table, its last confirmed number, the last of its register.
    """
    first = [Q(register=code, number=arrived + 1) for code, arrived, _end in waiting]
    pieces = (Entry.objects.filter(reduce(or_, first[at : at + AT_ONCE])) for at in range(0, len(first), AT_ONCE))
    found: Iterator[datetime | None] = (it.aggregate(at=Min("at"))["at"] for it in pieces)
    oldest = min(filter(None, found), default=None)
    return max(0.0, (timezone.now() - oldest).total_seconds()) if oldest is not None else 0.0
