"""Wrong PINs as pages, newest first: which badge, where and when; and the attacks that they amounted to."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.timezone import localtime

from table.models import Attack, WrongPin
from table.record import attacks
from table.reports.registers.pages import KeyPage, page_by_key

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


class AttackLine(NamedTuple):
    """An attack in a sentence, its first and last time in house time, then in UTC, and how often it reached a limit."""

    sentence: str
    since: datetime
    last: datetime
    utc: tuple[datetime, datetime]
    times: int


def page_of(badge: str, *, before: int | None = None, after: int | None = None) -> KeyPage[WrongPinLine]:
    """Return a page of wrong PINs, newest first, of one `badge` or of all (""), by their keys (:func:`page_by_key`).

    A badge without wrong PINs has an empty page.
    """
    rows = WrongPin.objects.filter(badge=badge) if badge else WrongPin.objects.all()
    return page_by_key(rows, _line, before=before, after=after)


def _line(row: WrongPin) -> WrongPinLine:
    """Return the line of a wrong PIN, with its time as a datetime in house time and one in UTC."""
    return WrongPinLine(localtime(row.at), row.at, row.badge, row.address, row.own, row.ours, row.forgiven)


def attack_lines(within: timedelta = timedelta(days=SHOWN_DAYS)) -> list[AttackLine]:
    """List the attacks that last reached a limit within this time, the latest first, at most `MOST_ATTACKS`."""
    return list(map(_attack, attacks.lately(within)[:MOST_ATTACKS]))


def _attack(row: Attack) -> AttackLine:
    """Return the line of an attack: a sentence, its times, and how often it reached a limit."""
    return AttackLine(attacks.said(row), localtime(row.since), localtime(row.last), (row.since, row.last), row.times)
