"""Wrong PINs as they are read: which badge, where and when, the newest first; and what they came to."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.timezone import localtime

from table.access import attacks
from table.models import WrongPin

A_PAGE = 50
MOST_ATTACKS = 20
SHOWN_DAYS = 30


class Line(NamedTuple):
    """A wrong PIN, in house time and UTC; ``badge`` is empty where nobody has what was typed.

    ``own``, ``ours`` and ``forgiven`` are those of the row.
    """

    at: datetime
    utc: datetime
    badge: str
    address: str
    own: bool
    ours: bool
    forgiven: bool


class Page(NamedTuple):
    """Lines, the newest first, and from which rows the pages of older and newer ones go on (None: there are none)."""

    lines: Sequence[Line]
    older: int | None
    newer: int | None


class Told(NamedTuple):
    """An attack in a sentence, from when to when in house time, and how often a limit was reached by it."""

    sentence: str
    since: datetime
    last: datetime
    times: int


def page_of(badge: str, *, before: int | None = None, after: int | None = None) -> Page:
    """A page of them, of one badge or of all."""
    up = after is not None and before is None
    asked = WrongPin.objects.filter(badge=badge) if badge else WrongPin.objects.all()
    asked = asked.filter(pk__gt=after) if up else asked.filter(pk__lt=before) if before is not None else asked
    found = list(asked.order_by("pk" if up else "-pk")[: A_PAGE + 1])
    shown, onward = found[:A_PAGE], found[A_PAGE - 1].pk if len(found) > A_PAGE else None
    if up:
        return Page([_line(it) for it in shown[::-1]], shown[0].pk if shown else (after or 0) + 1, onward)
    back = None if before is None else (shown[0].pk if shown else before - 1)
    return Page([_line(it) for it in shown], onward, back)


def _line(row: WrongPin) -> Line:
    return Line(localtime(row.at), row.at, row.badge, row.address, row.own, row.ours, row.forgiven)


def told(within: timedelta = timedelta(days=SHOWN_DAYS)) -> list[Told]:
    """The latest attacks, the newest first."""
    rows = attacks.lately(within)[:MOST_ATTACKS]
    return [Told(attacks.said(it), localtime(it.since), localtime(it.last), it.times) for it in rows]
