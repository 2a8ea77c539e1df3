"""Entries of a day at each table, found with one query for all tables and days."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, Subquery

from table.models import Entry, Table
from table.record.days import begins, first_from
from table.rules.profile import Role

DAY = timedelta(days=1)
TAKES_TABLE = ("sign_on", "take_over")
"""Acts by which a dealer begins to work at a table."""


class Span(NamedTuple):
    """Entries of a table on a day, from `low` to `high`, and the times between which the day lies.

    `begun` is the entry from which the state at the beginning of the day follows: that by which the table was opened
    last before it, or by which the dealer of then took it over, whichever is earlier; `low` where neither happened.
    """

    table: int
    code: str
    low: int
    high: int
    begun: int
    since: datetime
    until: datetime


class Days(NamedTuple):
    """Spans of a day, of the day before, and of the same weekday before; tables without an entry are left out."""

    day: Sequence[Span]
    before: Sequence[Span]
    week_before: Sequence[Span]


def days_of(day: date, tables: Collection[str] = ()) -> Days:
    """Find the entries of a day, of the day before and of the day a week before, at the tables with these codes.

    Without codes it is at all tables; training tables are left out in both cases, and a table without an entry on a
    day is left out of that day. A day begins at six in house time, with the entry that `first_from` finds, as in the
    register of the day.
    """
    wanted = (day, day - DAY, day - 7 * DAY)
    rows = _edges(wanted, tables)
    return Days(*([*_spans(place, it, rows)] for place, it in enumerate(wanted)))


def _edges(days: Sequence[date], tables: Collection[str]) -> list[dict[str, Any]]:
    """Return for each table, in their order, its key, code and latest number, and the entries at the edges of each day.

    For the day at index 0 these are ``low_0`` (the first from its beginning on), ``high_0`` (the first from its end
    on), ``opened_0`` (the last before ``low_0`` by which the table was opened), ``dealer_0_0`` and ``dealer_0_1`` (the
    last before ``low_0`` by which a dealer began, by each act of `TAKES_TABLE`); None where there is none. Training
    tables are left out; without `tables` all others are there.
    """
    found = Table.real.order_by(*Table.IN_ORDER)
    if tables:
        found = found.filter(code__in=tables)
    names = ["pk", "code", "number"]
    for place, day in enumerate(days):
        low, high, opened, dealer = (f"{name}_{place}" for name in ("low", "high", "opened", "dealer"))
        found = found.annotate(**{low: _first(begins(day)), high: _first(begins(day + DAY))})
        dealers = [Q(verb=verb, role=Role.DEALER) for verb in TAKES_TABLE]
        found = found.annotate(**{opened: _last(Q(verb="open_table"), low)})
        found = found.annotate(**{f"{dealer}_{it}": _last(dealt, low) for it, dealt in enumerate(dealers)})
        names += [low, high, opened, *(f"{dealer}_{it}" for it in range(len(dealers)))]
    return list(found.values(*names))


def _first(at: datetime) -> Subquery:
    """Select the number of a table's first entry of the day that begins at this moment, as `first_from` finds it.

    Where a clock was put back that is not simply the first entry at or after it. NULL where there is none.
    """
    return Subquery(first_from(Entry, OuterRef("code"), "number", at))


def _last(acts: Q, before: str) -> Subquery:
    """Select the number of the last of these acts at a table before the entry that the annotation `before` names."""
    earlier = Entry.objects.filter(acts, register=OuterRef("code"), number__lt=OuterRef(before)).order_by("-number")
    return Subquery(earlier.values("number")[:1])


def _spans(place: int, day: date, rows: Iterable[dict[str, Any]]) -> Iterator[Span]:
    """Yield the span of `day` for each of these rows (see `_edges`) whose table has an entry on it.

    `place` is the index of the day in the names of the rows' values. A span ends with the last entry before the next
    day; its `begun` is, if earlier than its first entry, the last before it by which the table was opened or by which
    the dealer of then took it, whichever is earlier.
    """
    for row in rows:
        low, after = row[f"low_{place}"], row[f"high_{place}"]
        high = row["number"] if after is None else after - 1
        if low is not None and low <= high:
            dealers = [row[f"dealer_{place}_{it}"] or 0 for it in range(len(TAKES_TABLE))]
            states = [it for it in (row[f"opened_{place}"], max(dealers)) if it]
            yield Span(row["pk"], row["code"], low, high, min([low, *states]), begins(day), begins(day + DAY))
