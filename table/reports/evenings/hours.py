"""Hours of the dealers on a day: where and when each dealt, how long without a break, and who has a break now.

They follow from the register, in which a dealer signs on, is relieved, and signs off, and a table is opened and closed;
nobody types hours in.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from table.models import NO_END, Entry, Table
from table.record.days import day_of, ends
from table.reports.evenings.closing import closes
from table.reports.evenings.sums import AtWork, at_work
from table.reports.registers.filters import EntryFilters, entries_of
from table.rules.profile import Role

A_BREAK = timedelta(minutes=5)
"""Shortest time between two turns that is a break; what is shorter is the way from one table to another."""


class DealerSpan(NamedTuple):
    """A dealer at a table, from one time to another; `until` is None while they are in charge there.

    A turn ends where the table is closed. If it opens again with them still in charge, another one begins.
    """

    table: str
    since: datetime
    until: datetime | None

    def ends(self, now: datetime) -> datetime:
        """Return when it ended, ``now`` while it goes on; never before it began, as where a clock was put back."""
        return max(self.since, self.until or now)


class DealerHours(NamedTuple):
    """A dealer's turns, earliest first, and what they came to by the moment at which the page is read.

    `dealt` is their time at tables, `longest` the longest of it without a break, and `stretch` what they have dealt
    without one up to now, or `free` since when they have been at no table; one of the two is None, on a day that is
    over both.
    """

    badge: str
    turns: Sequence[DealerSpan]
    dealt: timedelta
    longest: timedelta
    stretch: timedelta | None
    free: datetime | None


def hours_of(day: date, now: datetime) -> list[DealerHours]:
    """List the hours of those who dealt on a day at any table but one for training, those at a table now first.

    Of these the one who has dealt longest without a break comes first, then of the others the one who has been free
    longest. On a day that is over all are sorted by badge. Turns count whole, also where they reach into another day;
    one that goes on lasts until `now`. Nobody is listed on a day to come.
    """
    if day > day_of(now):
        return []
    turns = defaultdict[str, list[DealerSpan]](list)
    for code in Table.real.order_by(*Table.IN_ORDER).values_list("code", flat=True):
        for badge, turn in _turns(code, day):
            turns[badge].append(turn)
    for its in turns.values():
        # One that goes on is the last, whatever a clock did.
        its.sort(key=lambda it: (it.until is None, it.since))
    over = ends(day) <= now
    found = [_hours(badge, its, now, over=over) for badge, its in turns.items()]
    return sorted(found, key=lambda it: (it.stretch is None, -(it.stretch or timedelta()), it.free or now, it.badge))


def _turns(code: str, day: date) -> Iterator[tuple[str, DealerSpan]]:
    """Yield badge and turn of each dealer who was at a table on a day, in the order in which they came.

    A turn is a part of their presence in which the table was not closed, so that one presence may give several; one
    that goes on has no end. Turns are not cut to the day, which lasts from six to six in house time.
    """
    low, high = entries_of(code, EntryFilters(since=day, until=day))
    there = [it for it in at_work(Table.real.get(code=code), low, high) if it.role == Role.DEALER]
    changes = _openings_and_closings(code, there)
    for at in there:
        for since, until in _while_not_closed(at, changes):
            if since.number <= high and (until is None or until.number >= low):
                yield at.badge, DealerSpan(code, since.at, until.at if until else None)


def _openings_and_closings(code: str, there: Sequence[AtWork]) -> list[Entry]:
    """List the entries that opened or closed a table while these people were there, in order; none for nobody."""
    if not there:
        return []
    first = min(it.since.number for it in there)
    last = max(it.until.number if it.until else NO_END for it in there)
    found = Entry.objects.filter(Q(verb="open_table") | closes(), register=code, number__range=(first, last))
    return list(found.order_by("number"))


def _while_not_closed(at: AtWork, changes: Sequence[Entry]) -> Iterator[tuple[Entry, Entry | None]]:
    """Yield the parts of a presence in which the table was not closed, each from one entry to another.

    The end is None where it goes on. A part ends where the table is closed, and the next begins where it opens; the
    first begins with the presence, also before the table is opened. `changes` are those entries that opened or closed
    the table, in order.
    """
    since: Entry | None = at.since
    for change in changes:
        if change.number < at.since.number or (at.until is not None and change.number > at.until.number):
            continue
        if change.verb == "open_table":
            since = since or change
        elif since is not None:
            yield since, change
            since = None
    if since is not None:
        yield since, at.until


def _hours(badge: str, turns: Sequence[DealerSpan], now: datetime, *, over: bool) -> DealerHours:
    """Return the hours of a dealer from their turns, at least one, in order; a turn that goes on lasts until `now`.

    `dealt` is the sum of the turns, `longest` the longest time without a break of at least `A_BREAK`. While they are at
    a table `stretch` is the last such time, and `free` is None; otherwise `free` is the moment since which they have
    been at none, and `stretch` is None. On a day that is `over` both are None.
    """
    stretches = _stretches(turns, now)
    lengths = [until - since for since, until in stretches]
    there = turns[-1].until is None
    return DealerHours(
        badge,
        turns,
        sum((it.ends(now) - it.since for it in turns), timedelta()),
        max(lengths),
        lengths[-1] if there and not over else None,
        None if there or over else stretches[-1][1],
    )


def _stretches(turns: Sequence[DealerSpan], now: datetime) -> list[tuple[datetime, datetime]]:
    """Merge turns between which there is less than `A_BREAK`; they have to be in order.

    Return start and end of each stretch; a turn that goes on ends `now`.
    """
    found: list[tuple[datetime, datetime]] = []
    for turn in turns:
        until = turn.ends(now)
        if found and turn.since - found[-1][1] < A_BREAK:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        else:
            found.append((turn.since, until))
    return found
