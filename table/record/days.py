"""Days of the tables: from six in the morning to six, in house time, so that no evening is cut at midnight."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Min, OuterRef, QuerySet, Subquery
from django.utils.timezone import get_current_timezone, localtime

from table.models import NO_END, Entry, Refusal

BEGINS = timedelta(hours=6)
PUT_BACK = timedelta(hours=1)
"""Longest time by which a clock may have been put back: registers are in the order of numbers, not of times."""
YEARS = range(1900, 2200)
"""Years that an address may name: no house has others, and at the ends of the calendar days cannot be computed."""

Rows = type[Entry] | type[Refusal]


def calendar_day(typed: str) -> date:
    """Parse a day in ISO 8601, such as ``2026-11-20``; its other forms, ``20261120`` and ``2026-W47-5``, pass as well.

    A week without a day, ``2026-W47``, is its Monday. Raises ValueError for no date, "" too, or one outside `YEARS`.
    """
    day = date.fromisoformat(typed)
    if day.year not in YEARS:
        raise ValueError(typed)
    return day


def begins(day: date) -> datetime:
    """Return the moment at which a day begins at the tables: at six in house time, given in UTC."""
    at_six = datetime.combine(day, time(), tzinfo=get_current_timezone()) + BEGINS
    # Two times in one zone are as far apart as its clocks say: a day on which they are changed would have 24 hours.
    return at_six.astimezone(UTC)


def day_of(at: datetime) -> date:
    """Return the day to which a time belongs.

    Before six in the morning, house time, that is the calendar day before.
    """
    return (localtime(at).replace(tzinfo=None) - BEGINS).date()


def ends(day: date) -> datetime:
    """Return the moment at which a day ends: six in house time on the calendar day after it, given in UTC."""
    return begins(day + timedelta(days=1))


def span(rows: Rows, register: str, key: str, since: datetime | None, until: datetime | None) -> tuple[int, int]:
    """Return bounds, both included, for the `key` of a register's rows from `since` to before `until`.

    They divide the rows as `first_from` does. The lower one is 0 where `since` is None; the upper one is `NO_END`
    where `until` is None or no row is beyond it. If no row is in between, the first number is the greater one: (1, 0)
    if no row is before `until` and `since` is None. With neither edge they are 0 and `NO_END` in any case.
    """
    if since is None and until is not None and not rows.objects.filter(register=register, at__lt=until).exists():
        return 1, 0
    low = 0 if since is None else first_from(rows, register, key, since).first() or NO_END + 1
    high = NO_END if until is None else (first_from(rows, register, key, until).first() or NO_END + 1) - 1
    return low, high


def first_from(rows: Rows, register: str | OuterRef, key: str, edge: datetime) -> "QuerySet[Any, int]":
    """Select the lowest `key` of a register's rows beyond an `edge` between two days; no row if none is at or after it.

    It is the lowest among the rows from `edge` to `PUT_BACK` after the earliest of them, by their times. The rows with
    this key or a higher one are of the later day, whatever their times, all others of the earlier: also a row before a
    clock was put back that is later than that earliest one by more than `PUT_BACK`.
    """
    of_both = OuterRef(register) if isinstance(register, OuterRef) else register
    first = rows.objects.filter(register=of_both, at__gte=edge).order_by("at").values("at")[:1]
    near = rows.objects.filter(register=register, at__gte=edge, at__lte=Subquery(first) + PUT_BACK)
    # In a group: for a bare minimum a database may look through the register from its first row on.
    return near.order_by("register").values("register").annotate(lowest=Min(key)).values_list("lowest", flat=True)
