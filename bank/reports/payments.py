"""Payments of the cage to guests outside play, and the gaming day on which each was decided."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import Min, OuterRef, Q, Subquery

from bank.models import BankSession, GamingDay
from bank.play.day import calendar_day
from bank.rules.counts import CountKind
from table.models import HOUSE, NO_END, Entry, any_of
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


class _Bounds(NamedTuple):
    """Session with the entries by which it began, was opened, locked uncounted and counted, and the next one began.

    Of several that opened or locked it, or counted it at closing, it is the first; None where there is none. A count
    that was made void later is one.
    """

    table: str
    number: int
    day: str
    began: int
    until: int | None
    opened: int | None
    sealed: int | None
    counted: int | None


class _Decided(NamedTuple):
    """Entry with its number, time and outcome; ``day`` is the gaming day begun last before it, None before the first.

    The outcome is canonical JSON.
    """

    number: int
    at: datetime
    outcome: str
    day: str | None


def payments_in(of: str) -> Iterator[CagePayment]:
    """Yield the payments that were decided in a gaming day or month, by table, in order; one query for each table.

    They are of sessions of that time, and of the last one before it of each table. One that was decided before the
    gaming day of its session had begun counts for that day. Training tables are left out.
    """
    for table, its in groupby(_sessions(of), key=lambda it: it.table):
        sessions = {it.number: it for it in its}
        for entry in _outside_play(table, sessions.values()):
            for name, facts in chain.read(entry.outcome)["effects"]:
                if name == AFTER_CLOSING and (row := sessions.get(facts["session"])) is not None:
                    day = max(row.day, entry.day or calendar_day(entry.at))
                    if day.startswith(of):
                        yield CagePayment(table, entry.number, row.number, day, facts["amount"])


def _sessions(of: str) -> Iterator[_Bounds]:
    """Yield the sessions of a gaming day or month, and of each table the last one before that, by table and number.

    Each has the entries that bound its play: see :class:`_Bounds`. Training tables are left out.
    """
    of_table = BankSession.objects.filter(table=OuterRef("table"))
    before = of_table.filter(day__lt=of).order_by("-number").values("pk")[:1]
    following = of_table.filter(number__gt=OuterRef("number")).order_by("number").values("began")[:1]
    since = Entry.objects.filter(register=OuterRef("table__code"), number__gte=OuterRef("began")).order_by("number")
    # A session that follows a count as the day ended is in play from its beginning.
    in_play = Q(verb="open_table") | Q(verb="accept_count", number=OuterRef("began"))
    found = BankSession.objects.filter(Q(day__startswith=of) | Q(pk=Subquery(before)), table__training=False).annotate(
        until=Subquery(following),
        opened=Subquery(since.filter(in_play).values("number")[:1]),
        sealed=Subquery(since.filter(verb="seal_bank").values("number")[:1]),
        counted=Min("counts__accepted", filter=Q(counts__kind=CountKind.CLOSER)),
    )
    in_order = found.order_by("table__code", "number").values_list("table__code", *_Bounds._fields[1:])
    yield from map(_Bounds._make, in_order)


def _outside_play(table: str, sessions: Iterable[_Bounds]) -> Iterator[_Decided]:
    """Yield the entries of a table outside the play of these sessions by which the cage may have paid, in order.

    With each comes the gaming day that was begun last before it, None before the first. :func:`_stretches` says what is
    outside play.
    """
    each = (Q(number__gte=low, number__lt=high) for it in sessions for low, high in _stretches(it))
    before = Entry.objects.filter(register=HOUSE, pk__lt=OuterRef("pk")).order_by("-number")
    begun = GamingDay.objects.filter(number__lte=OuterRef("house")).order_by("-number")
    found = Entry.objects.filter(any_of(each), register=table, outcome__contains=AFTER_CLOSING)
    found = found.annotate(house=Subquery(before.values("number")[:1]), day=Subquery(begun.values("day")[:1]))
    yield from map(_Decided._make, found.order_by("number").values_list(*_Decided._fields))


def _stretches(it: _Bounds) -> Iterator[tuple[int, int]]:
    """Yield the first entry of each stretch of a session outside play, and the first entry after that stretch.

    These are the entries before its table was opened, and those since its closing. The latter begin with the first
    that accepted a count at closing, also one made void later, or that locked the float uncounted. All of its entries
    if the table was not opened; where play went on as a gaming day ended, the session that follows is open from its
    first entry.
    """
    until = NO_END if it.until is None else it.until
    opened = it.opened if it.opened is not None and it.opened < until else until
    ended = min([until, *(number for number in (it.sealed, it.counted) if number is not None)])
    yield it.began, opened
    if opened < until:
        yield ended, until
