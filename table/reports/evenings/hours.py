"""The hours of the dealers on a day: who dealt where and when, for how long without a break, and who has one now.

All of it follows from the register, in which a dealer signs on, is relieved, and signs off; nobody types hours in.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from table.models import Table
from table.reports.evenings.sums import at_work
from table.reports.registers.days import ends
from table.reports.registers.filters import Wanted, entries_of
from table.rules.profile import Role

A_BREAK = timedelta(minutes=5)
"""What is shorter, between two tables, is a way and no break."""


class Turn(NamedTuple):
    """A dealer at a table, from one entry to another; ``until`` is None while he is in charge there."""

    table: str
    since: datetime
    until: datetime | None


class Hours(NamedTuple):
    """A dealer's turns in their order, and what they came to by the moment at which the page is read.

    ``dealt`` is his time at tables, ``longest`` the longest of it without a break, and ``stretch`` what he has dealt
    without one up to now, or ``free`` since when he has been at no table; one of the two is None, on a day that is
    over both.
    """

    badge: str
    turns: Sequence[Turn]
    dealt: timedelta
    longest: timedelta
    stretch: timedelta | None
    free: datetime | None


def hours_of(day: date, now: datetime) -> list[Hours]:
    """Whoever dealt on that day: first who has dealt longest without a break, then who has been free for longest."""
    turns = defaultdict[str, list[Turn]](list)
    for code in Table.objects.order_by(*Table.IN_ORDER).values_list("code", flat=True):
        for badge, turn in _turns(code, day):
            turns[badge].append(turn)
    over = ends(day) <= now
    found = [_hours(badge, sorted(its), now, over=over) for badge, its in turns.items()]
    return sorted(found, key=lambda it: (it.stretch is None, -(it.stretch or timedelta()), it.free or now, it.badge))


def _turns(code: str, day: date) -> Iterator[tuple[str, Turn]]:
    """Those that began on that day, and the one that it found there."""
    low, high = entries_of(code, Wanted(since=day, until=day))
    if low > high:
        return
    for at in at_work(Table.objects.get(code=code), low, high):
        if at.role == Role.DEALER:
            yield at.badge, Turn(code, at.since.at, at.until.at if at.until else None)


def _hours(badge: str, turns: Sequence[Turn], now: datetime, *, over: bool) -> Hours:
    stretches = _stretches(turns, now)
    lengths = [until - since for since, until in stretches]
    there = turns[-1].until is None
    return Hours(
        badge,
        turns,
        sum(((it.until or now) - it.since for it in turns), timedelta()),
        max(lengths),
        lengths[-1] if there and not over else None,
        None if there or over else stretches[-1][1],
    )


def _stretches(turns: Sequence[Turn], now: datetime) -> list[tuple[datetime, datetime]]:
    """The same turns as he had them without a break."""
    found: list[tuple[datetime, datetime]] = []
    for turn in turns:
        until = turn.until or now
        if found and turn.since - found[-1][1] < A_BREAK:
            found[-1] = (found[-1][0], until)
        else:
            found.append((turn.since, until))
    return found
