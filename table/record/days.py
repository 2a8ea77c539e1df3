"""Days of the tables: from six in the morning to six, in house time, so that no evening is cut at midnight."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Min, QuerySet
from django.utils.timezone import get_current_timezone, localtime

from table.models import NO_END

BEGINS = timedelta(hours=6)
PUT_BACK = timedelta(hours=1)
"""Longest time by which a clock may have been put back: registers are in the order of numbers, not of times."""
YEARS = range(1900, 2200)
"""Years that an address may name: no house has others, and at the ends of the calendar days cannot be computed."""


def calendar_day(typed: str) -> date:
    """Parse a day in ISO format, as addresses have it: ``2026-11-20``.

    Raises ValueError for no date, or one outside `YEARS`.
    """
    day = date.fromisoformat(typed)
    if day.year not in YEARS:
        raise ValueError(typed)
    return day


def begins(day: date) -> datetime:
    """Return the moment at which a day begins at the tables: at six, house time."""
    return datetime.combine(day, time(), tzinfo=get_current_timezone()) + BEGINS


def day_of(at: datetime) -> date:
    """Return the day to which a time belongs.

    Before six in the morning, house time, that is the calendar day before.
    """
    return (localtime(at).replace(tzinfo=None) - BEGINS).date()


def ends(day: date) -> datetime:
    """Return the moment at which a day ends: six in house time on the calendar day after it."""
    return begins(day + timedelta(days=1))


def span(rows: "QuerySet[Any]", key: str, since: datetime | None, until: datetime | None) -> tuple[int, int]:
    """Return the lowest and the highest `key` of the rows from `since` to before `until`, both included.

    An edge that is None gives 0 or `NO_END`. An edge divides the rows by their keys, at the first row at or after it,
    so that each row is on one side even if a clock was put back. If no row is between them, the first number is the
    greater one, unless both are None. Only rows within `PUT_BACK` of each edge are read.
    """
    if since is None and until is not None and not rows.filter(at__lt=until).exists():
        return 1, 0
    low = 0 if since is None else _first_from(rows, key, since)
    high = NO_END if until is None else _first_from(rows, key, until) - 1
    return low, high


def _first_from(rows: "QuerySet[Any]", key: str, edge: datetime) -> int:
    """Return the lowest key of the rows from the first one at or after `edge` (by time) to `PUT_BACK` after that row.

    It is `NO_END` + 1 if no row is at or after `edge`.
    """
    first = rows.filter(at__gte=edge).order_by("at").values_list("at", flat=True).first()
    if first is None:
        return NO_END + 1
    lowest: int = rows.filter(at__gte=first, at__lte=first + PUT_BACK).aggregate(edge=Min(key))["edge"]
    return lowest
