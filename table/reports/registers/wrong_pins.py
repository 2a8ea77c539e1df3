"""Wrong PINs as pages, newest first: which badge, where and when; and the attacks that they amounted to."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.timezone import localtime

from table.models import Attack, WrongPin
from table.record import attacks

A_PAGE = 50
MOST_ATTACKS = 20
SHOWN_DAYS = 30


class WrongPinLine(NamedTuple):
    """A wrong PIN, in house time and UTC; `badge` is empty where nobody has the badge that was typed.

    `own`, `ours` and `forgiven` are those of :class:`table.models.WrongPin`.
    """

    at: datetime
    utc: datetime
    badge: str
    address: str
    own: bool
    ours: bool
    forgiven: bool


class WrongPinPage(NamedTuple):
    """Lines, newest first, with the keys from which the pages of older and newer ones go on; None: no such page."""

    lines: Sequence[WrongPinLine]
    older: int | None
    newer: int | None


class AttackLine(NamedTuple):
    """An attack in a sentence, its first and last time in house time, then in UTC, and how often it reached a limit."""

    sentence: str
    since: datetime
    last: datetime
    utc: tuple[datetime, datetime]
    times: int


def page_of(badge: str, *, before: int | None = None, after: int | None = None) -> WrongPinPage:
    """Return a page of wrong PINs, newest first, at most `A_PAGE`, of one `badge` or of all ("").

    It is the latest page; or, with `before`, those with keys below it; or, with `after`, those next above it. `before`
    wins over `after`. A badge without wrong PINs has an empty page. With it come the keys to give as `before` and
    `after` for the older and the newer page: the one back to where one came from always, the other None where nothing
    follows.
    """
    up = after is not None and before is None
    rows = WrongPin.objects.filter(badge=badge) if badge else WrongPin.objects.all()
    rows = rows.filter(pk__gt=after) if up else rows.filter(pk__lt=before) if before is not None else rows
    found = list(rows.order_by("pk" if up else "-pk")[: A_PAGE + 1])
    shown, onward = found[:A_PAGE], found[A_PAGE - 1].pk if len(found) > A_PAGE else None
    if up:
        return WrongPinPage([_line(it) for it in shown[::-1]], shown[0].pk if shown else (after or 0) + 1, onward)
    back = None if before is None else (shown[0].pk if shown else before - 1)
    return WrongPinPage([_line(it) for it in shown], onward, back)


def _line(row: WrongPin) -> WrongPinLine:
    """Return the line of a wrong PIN, with its time as a datetime in house time and one in UTC."""
    return WrongPinLine(localtime(row.at), row.at, row.badge, row.address, row.own, row.ours, row.forgiven)


def attack_lines(within: timedelta = timedelta(days=SHOWN_DAYS)) -> list[AttackLine]:
    """List the attacks that last reached a limit within this time, the latest first, at most `MOST_ATTACKS`."""
    rows = attacks.lately(within)[:MOST_ATTACKS]
    return [_attack(it) for it in rows]


def _attack(row: Attack) -> AttackLine:
    """Return the line of an attack: a sentence, its times in the house and in UTC, and how often it reached a limit.

    The times are datetimes.
    """
    return AttackLine(attacks.said(row), localtime(row.since), localtime(row.last), (row.since, row.last), row.times)
