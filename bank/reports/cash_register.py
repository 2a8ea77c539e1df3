"""Cash register: whatever went into the cage and out of it for the banks of a gaming day or month, in one currency."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q, QuerySet

from bank.models import BankSession, Movement, Posting, Slip
from bank.reports.day import sessions_of
from bank.reports.result import since_its_beginning
from bank.rules.counts import CountKind
from bank.rules.ledger import CAGE, CHIPS
from table.models import Entry
from table.record import chain
from table.screens.read.lines import title_of

AFTER_CLOSING = "after_closing"


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

    Each currency with a session has one, even without lines. Training tables are left out.
    """
    return [CashRegister(of, currency, tuple(_lines(rows))) for currency, rows in sessions_of(of)]


def _lines(rows: Sequence[BankSession]) -> list[CashLine]:
    """List a line for each entry that moved something into or out of the cage, or let it pay outside play.

    An entry has one line of sums: chips and notes in and out, and what was paid. Lines of several tables are in the
    order in which their entries were made.
    """
    amounts: dict[Named, dict[str, int]] = {}
    sessions: dict[Named, int] = {}
    through_cage = Posting.objects.filter(Q(source=CAGE.value) | Q(to=CAGE.value), session__in=rows)
    for it in through_cage.select_related("session", "table"):
        key = it.table.code, it.number
        column = f"{'chips' if it.commodity == CHIPS else 'notes'}_{'in' if it.to == CAGE else 'out'}"
        sums = amounts.setdefault(key, {})
        sums[column], sessions[key] = sums.get(column, 0) + it.amount, it.session.number
    for key, session, paid in _after_closing(rows):
        amounts.setdefault(key, {})["paid"], sessions[key] = paid, session
    entries, slips = entries_of(amounts), _slips(rows)
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


def _after_closing(rows: Iterable[BankSession]) -> Iterator[tuple[Named, int, int]]:
    """Yield each entry by which the cage paid guests outside play: (table, number), the session's number, the cents.

    The cents are negative where the cage took from the guests. :func:`_outside_play` says what is outside play.
    """
    for row in rows:
        for it in _outside_play(row).filter(outcome__contains=AFTER_CLOSING):
            for name, facts in chain.read(it.outcome)["effects"]:
                if name == AFTER_CLOSING and facts["session"] == row.number:
                    yield (row.table.code, it.number), row.number, facts["amount"]


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


def entries_of(named: Iterable[Named]) -> dict[Named, Entry]:
    """Map (code of a table, number) to the stored entry of its register, for those of these pairs that have one."""
    numbers: dict[str, list[int]] = {}
    for code, number in named:
        numbers.setdefault(code, []).append(number)
    each = (Q(register=code, number__in=its) for code, its in numbers.items())
    return {(it.register, it.number): it for it in Entry.objects.filter(reduce(or_, each, Q(pk=None)))}
