"""Days as they are at the tables: in house time, and from six to six, so that no evening is cut at midnight."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Max, Min, QuerySet
from django.utils.timezone import get_current_timezone, localtime

BEGINS = timedelta(hours=6)
PUT_BACK = timedelta(hours=1)
"""A clock may have been put back by so much: the order of the register is its numbers, not its times."""
LAST = 10**15
"""No register comes so far."""


YEARS = range(1900, 2200)
"""There is no register of others, and beyond them a day has no begin that can be told."""


def calendar_day(typed: str) -> date:
    """A day as addresses have it, ``2026-11-20``. Raises ValueError for what is none of a house."""
    day = date.fromisoformat(typed)
    if day.year not in YEARS:
        raise ValueError(typed)
    return day


def begins(day: date) -> datetime:
    """When this day begins at the tables."""
    return datetime.combine(day, time(), tzinfo=get_current_timezone()) + BEGINS


def day_of(at: datetime) -> date:
    """The day to which a moment belongs."""
    return (localtime(at).replace(tzinfo=None) - BEGINS).date()


def ends(day: date) -> datetime:
    """When the day after it begins."""
    return begins(day + timedelta(days=1))


def span(rows: "QuerySet[Any]", key: str, since: datetime | None, until: datetime | None) -> tuple[int, int]:
    """The lowest and the highest ``key`` of the rows from one moment to before another; (1, 0) where there is none.

    Only the rows of an hour at each edge are looked at, however many lie between them.
    """
    low, high = 0, LAST
    if since is not None:
        first = rows.filter(at__gte=since).order_by("at").values_list("at", flat=True).first()
        if first is None:
            return 1, 0
        low = rows.filter(at__gte=first, at__lte=first + PUT_BACK).aggregate(edge=Min(key))["edge"]
    if until is not None:
        last = rows.filter(at__lt=until).order_by("-at").values_list("at", flat=True).first()
        if last is None:
            return 1, 0
        high = rows.filter(at__lte=last, at__gte=last - PUT_BACK).aggregate(edge=Max(key))["edge"]
    return low, high
