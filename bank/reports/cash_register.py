"""Cash register: whatever went into the cage and out of it for the banks of a gaming day or month, in one currency."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from bank.models import BankSession, Movement, Posting, Slip
from bank.reports.day import sessions_and_payments
from bank.reports.payments import CagePayment
from bank.rules.ledger import CAGE, CHIPS
from table.models import Entry
from table.record import chain
from table.reports.evenings.sums import entries_named
from table.screens.read.lines import title_of


class CashLine(NamedTuple):
    """Entry by which something went into the cage or out of it, in cents: chips and notes, and who pressed it.

    ``slip`` is "" where there is none. ``paid`` is what a decision has the cage pay to guests before the table was
    opened or after the count at closing, in whatever form; below 0 where they paid.
    """

    table: str
    session: int
    number: int
    at: datetime
    verb: str
    slip: str
    by: str
    chips_in: int = 0
    chips_out: int = 0
    notes_in: int = 0
    notes_out: int = 0
    paid: int = 0

    @property
    def amounts(self) -> tuple[int, int, int, int, int]:
        """Chips in and out, notes in and out, and what the cage paid to guests outside play, in cents."""
        return self.chips_in, self.chips_out, self.notes_in, self.notes_out, self.paid

    @property
    def act(self) -> str:
        """Title of the entry's verb in the active language; the verb itself where it no longer exists."""
        return title_of(self.verb)


class CashRegister(NamedTuple):
    """Lines of a gaming day or month (``of``) in one currency, in the order of their entries."""

    of: str
    currency: str
    lines: tuple[CashLine, ...]

    @property
    def sums(self) -> tuple[int, int, int, int, int]:
        """Sums of chips in and out, notes in and out, and of what was paid outside play; zeros without lines."""
        columns = zip(*(it.amounts for it in self.lines), strict=True)
        chips_in, chips_out, notes_in, notes_out, paid = (*map(sum, columns),) or (0,) * 5
        return chips_in, chips_out, notes_in, notes_out, paid


Named = tuple[str, int]
"""Code of a table and the number of an entry in its register."""


def cash_registers(of: str) -> list[CashRegister]:
    """List the cash registers of a gaming day (an ISO date) or a month ("2026-11"), one for each currency, sorted.

    Each currency with a session has one, even without lines, and so has one in which the cage only paid outside play.
    Such a payment is in that of the day on which it was decided, whatever the day of the session. Training tables are
    left out.
    """
    return [CashRegister(of, currency, tuple(_lines(rows, paid))) for currency, rows, paid in sessions_and_payments(of)]


def _lines(rows: Sequence[BankSession], payments: Iterable[CagePayment]) -> list[CashLine]:
    """List a line for each entry that moved something into or out of the cage, or is one of these payments.

    An entry has one line of sums: chips and notes in and out, and what was paid. Lines of several tables are in the
    order in which their entries were made.
    """
    amounts: dict[Named, dict[str, int]] = {}
    sessions: dict[Named, int] = {}
    through_cage = Posting.objects.filter(Q(source=CAGE.value) | Q(to=CAGE.value), session__in=rows)
    for one in through_cage.select_related("session", "table"):
        key = one.table.code, one.number
        column = f"{'chips' if one.commodity == CHIPS else 'notes'}_{'in' if one.to == CAGE else 'out'}"
        sums = amounts.setdefault(key, {})
        sums[column], sessions[key] = sums.get(column, 0) + one.amount, one.session.number
    for it in payments:
        key = it.table, it.number
        amounts.setdefault(key, {})["paid"], sessions[key] = it.amount, it.session
    entries, slips = {(it.register, it.number): it for it in entries_named(amounts)}, _slips(rows)
    in_order = sorted(amounts, key=lambda it: entries[it].pk)
    return [_line(entries[key], sessions[key], slips, amounts[key]) for key in in_order]


def _line(entry: Entry, session: int, slips: dict[Named, str], sums: dict[str, int]) -> CashLine:
    """Return the line of an entry; its slip is the one taken by it, else that of the movement it names, else "".

    ``slips`` are as in :func:`_slips`, ``sums`` the cents of the line by the names of its fields; the others are 0.
    """
    code, given = entry.register, chain.read(entry.arguments)
    slip = slips.get((code, entry.number)) or slips.get((code, -given.get("movement", 0)), "")
    return CashLine(code, session, entry.number, entry.at, entry.verb, slip, entry.actor, **sums)


def _slips(rows: Sequence[BankSession]) -> dict[Named, str]:
    """Map (code of a table, entry) to the name of the slip taken by it, and (code, −number) to that of a movement.

    Slips are those of the tables of these sessions, taken in any session; movements those of these sessions alone.
    """
    tables = {it.table_id for it in rows}
    taken = Slip.objects.filter(table__in=tables).select_related("table")
    found = {(it.table.code, it.number): it.name for it in taken}
    moved = Movement.objects.filter(session__in=rows).exclude(slip=None).select_related("slip__table")
    return found | {(it.slip.table.code, -it.number): it.slip.name for it in moved if it.slip is not None}
