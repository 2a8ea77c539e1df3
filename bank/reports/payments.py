"""Payments of the cage to guests outside play, and the gaming day on which each was decided."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Q, QuerySet

from bank.models import BankSession, GamingDay
from bank.play.day import calendar_day
from bank.reports.result import since_its_beginning
from bank.rules.counts import CountKind
from table.models import HOUSE, Entry, Table
from table.record import chain

AFTER_CLOSING = "after_closing"


class CagePayment(NamedTuple):
    """Entry of a table by which the cage paid guests outside play, in cents, below 0 where they paid it.

    ``session`` is the number of the session to which it was added, ``day`` the gaming day of the decision.
    """

    table: str
    number: int
    session: int
    day: str
    amount: int


def payments_of(row: BankSession) -> list[CagePayment]:
    """List the payments of a session in order; of one that was decided before its gaming day had begun that day is it.

    :func:`_outside_play` says what is outside play.
    """
    return [
        CagePayment(row.table.code, entry.number, row.number, max(row.day, _day_of(entry)), facts["amount"])
        for entry in _outside_play(row).filter(outcome__contains=AFTER_CLOSING)
        for name, facts in chain.read(entry.outcome)["effects"]
        if name == AFTER_CLOSING and facts["session"] == row.number
    ]


def last_before(of: str) -> Iterator[BankSession]:
    """Yield for each table the last session before a gaming day or month, with its table: it may be paid for in that.

    Training tables are left out.
    """
    for table in Table.real.filter(pk__in=BankSession.objects.values("table")).order_by("code"):
        before = BankSession.objects.filter(table=table, day__lt=of).select_related("table__policy")
        if (row := before.order_by("-number").first()) is not None:
            yield row


def _day_of(entry: Entry) -> str:
    """Return the gaming day in which an entry was made; before any was begun the calendar day of its time."""
    before = Entry.objects.filter(register=HOUSE, pk__lt=entry.pk).order_by("-number")
    number = before.values_list("number", flat=True).first() or 0
    begun = GamingDay.objects.filter(number__lte=number).order_by("-number").values_list("day", flat=True).first()
    return begun or calendar_day(entry.at)


def _outside_play(row: BankSession) -> "QuerySet[Entry]":
    """Query the entries of a session before its table was opened, and those since its closing, sorted by number.

    The latter begin with the first that accepted a count at closing, also one made void later, or that locked the
    float uncounted. All of its entries if the table was not opened; where play went on as a gaming day ended, the
    session that follows is open from its first entry.
    """
    its = since_its_beginning(row, Entry.objects.filter(register=row.table.code)).order_by("number")
    # A session that follows a count as the day ended is in play from its beginning.
    in_play = Q(verb="open_table") | Q(verb="accept_count", number=row.began)
    opened = its.filter(in_play).values_list("number", flat=True).first()
    if opened is None:
        return its
    counts = row.counts.filter(kind=CountKind.CLOSER).exclude(accepted=None)
    over = Q(verb="seal_bank") | Q(number__in=counts.values("accepted"))
    ended = its.filter(over).values_list("number", flat=True).first()
    return its.exclude(number__gte=opened, **({} if ended is None else {"number__lt": ended}))
