"""Alerts of a table's bank that time alone raises: an old movement, a closing and a gaming day that are overdue."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from bank.play.day import OF_THE_DAY, day_due
from bank.play.tables import Bank
from bank.rules.due import OverdueKind, Pending, closing_due, movements_due
from bank.rules.movement import Status
from bank.rules.table_bank import BankStage
from bank.screens.flow import MOVEMENTS
from bank.screens.reading import bank_here, keeps_bank
from table.memory.parts import read_from
from table.models import Entry, Severity
from table.screens.read.alerts import AlertWords, Timed
from table.screens.read.carry_over import of_the_inbox
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers

CLOSE, TO_CLOSE = ("close_table", "rule"), "bank_to_close"
"""Verbs that close a table, and what such an act records at one with a bank."""


def timed(snapshot: Snapshot) -> Iterator[Timed]:
    """Yield the alerts that time raises for a table, due or not yet; nothing without a bank.

    They are those of :func:`pending` and, unless it is a training table, the end of the house's gaming day.
    """
    if not keeps_bank(snapshot):
        return
    bank = snapshot.part(bank_here)
    for it in snapshot.part(pending):
        assert bank is not None, "what is pending is of a bank"
        yield Timed(
            f"{it.kind}-{it.number}", it.kind, words_of(bank, it, snapshot.numbers), Severity.NOTICE, it.since, it.due
        )
    if not snapshot.table.training and (due := gaming_day_due.of(snapshot)) is not None:
        words = _("It was to end on %(at)s; the Direzione begins the next one in the office.")
        said = AlertWords(_("The gaming day is not ended."), words % {"at": snapshot.numbers.moment(due)})
        yield Timed("day", OverdueKind.DAY_OVERDUE, said, Severity.NOTICE, due, due, of_house=True)


def pending(snapshot: Snapshot) -> tuple[Pending, ...]:
    """List what of a table's bank is to be done by some time: open movements, then a closing. Empty without a bank.

    The rules name the minutes after which each is due: a movement from when it began to wait, a closing from when the
    table was closed. Left out is one for which there is no entry by which it began to wait, or closed the table. Call
    it by ``snapshot.part(pending)``, which caches it.
    """
    bank, profile = snapshot.part(bank_here), snapshot.state.profile
    if bank is None:
        return ()
    open_now = (row for number, row in bank.movement_rows.items() if bank.pure.movements[number].open)
    begun = {row.number: row.waits_since for row in open_now}
    closed = _closed(snapshot, bank)
    found = Entry.objects.filter(register=snapshot.code, number__in=[*begun.values(), closed])
    at = dict(found.values_list("number", "at")) if begun or closed else {}
    moving = [(number, entry, at[entry]) for number, entry in begun.items() if entry in at]
    ending = [closing_due(closed, at[closed], profile.closing_minutes)] if closed in at else []
    return (*movements_due(moving, profile.movement_minutes), *ending)


def _closed(snapshot: Snapshot, bank: Bank) -> int:
    """Return the number of the entry that closed the table of a bank that is to be closed.

    0 at other stages, and where there is no such entry of this session.
    """
    if bank.pure.stage is not BankStage.TO_CLOSE:
        return 0
    closes = Entry.objects.filter(register=snapshot.code, number__gte=bank.session.began, verb__in=CLOSE)
    closed = closes.filter(outcome__contains=TO_CLOSE).order_by("number")
    return closed.values_list("number", flat=True).last() or 0


@of_the_inbox
@read_from(*OF_THE_DAY)
def gaming_day_due(_snapshot: Snapshot) -> datetime | None:
    """Moment from which the begun gaming day of the house is overdue, None before the first was begun.

    It is the time that the house has laid down, on the date after that day; cached as long as the table's ``inbox`` is
    the same.
    """
    return day_due()


def words_of(bank: Bank, it: Pending, numbers: Numbers) -> AlertWords:
    """Return title and words of a closing or a movement that has not happened in time.

    Of a closing: that the bank is not closed yet, and when the table was closed. Of a movement: that it is not on its
    way or not received yet, its kind and number, and since when it waits.
    """
    if it.kind is OverdueKind.CLOSING_OVERDUE:
        words = _("The table was closed on %(at)s.") % {"at": numbers.moment(it.since)}
        return AlertWords(_("The bank is not closed yet."), words)
    movement = bank.pure.movements[it.number]
    facts = {"what": MOVEMENTS[movement.kind], "number": it.number, "at": numbers.moment(it.since)}
    requested = movement.status is Status.REQUESTED
    title = _("What was asked for is not on its way yet.") if requested else _("What is on its way is not received.")
    return AlertWords(title, _("%(what)s, movement %(number)s, since %(at)s") % facts)
