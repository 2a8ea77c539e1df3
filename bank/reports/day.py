"""Statement of the house over a gaming day or month, in one currency: its sessions, and their sums by table and day."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from datetime import date
from operator import attrgetter
from typing import NamedTuple

import msgspec

from bank.models import BankSession, Movement
from bank.reports.payments import CagePayment, payments_in
from bank.reports.result import SessionResult, results_of
from bank.reports.words import FIGURES
from bank.rules.session import Session
from bank.rules.table_bank import BankStage
from table.models import Table
from table.reports.days.holds import Drop, total
from table.reports.registers.forms import Cents

Figure = tuple[str, int | None]
COLUMNS = tuple(name for name in FIGURES if name not in ("expected", "tips"))
"""Figures of a session on a statement of the house."""
EMPTY = BankStage.EMPTY.value


class SessionLine(NamedTuple):
    """Line of the statement: a session, or the sums of a table or day; ``label`` is the same in any language."""

    label: str
    results: tuple[SessionResult, ...]

    def figures(self) -> tuple[Figure, ...]:
        """Return heading and cents of each of COLUMNS, summed over the sessions: 0 without any, None if pending."""
        return tuple((str(FIGURES[name]), total(map(attrgetter(name), self.results))) for name in COLUMNS)


class LostTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cents of a movement that were found nowhere between cage and table, with its slip."""

    table: str
    session: int
    day: str
    slip: str
    amount: Cents


class HouseStatement(NamedTuple):
    """Sessions of a gaming day, or of all those of a month, whose tables play in one currency.

    ``of`` is an ISO date, or the year and month of one. A sum with something pending is pending.
    """

    of: str
    currency: str
    results: tuple[SessionResult, ...]

    @property
    def is_month(self) -> bool:
        """Whether the statement is of a month, and not of a day."""
        return len(self.of) == len("2026-11")

    @property
    def provisional(self) -> bool:
        """Whether a count of rack or box is missing or not accepted in some session."""
        return any(it.provisional for it in self.results)

    @property
    def house(self) -> SessionLine:
        """Line of the sums of all sessions, without a label."""
        return SessionLine("", self.results)

    @property
    def sessions(self) -> list[SessionLine]:
        """A line for each session, labelled "T1 · 3", in the order of days, tables and their numbers."""
        return [SessionLine(f"{it.table} · {it.number}", (it,)) for it in self.results]

    @property
    def tables(self) -> list[SessionLine]:
        """A line of sums for each table, T2 before T10."""
        return _grouped(self.results, lambda it: it.table)

    @property
    def days(self) -> list[SessionLine]:
        """A line of sums for each gaming day, an ISO date, in order."""
        return _grouped(self.results, lambda it: it.day)


def _grouped(results: Iterable[SessionResult], by: Callable[[SessionResult], str]) -> list[SessionLine]:
    """Return a line for each label that `by` gives to a result, in the order of ``Table.in_order``."""
    groups = dict[str, list[SessionResult]]()
    for it in results:
        groups.setdefault(by(it), []).append(it)
    return [SessionLine(name, tuple(groups[name])) for name in sorted(groups, key=Table.in_order)]


def house_statements(of: str) -> list[HouseStatement]:
    """List the statements of a gaming day (an ISO date) or month ("2026-11"), one for each currency, sorted.

    The currencies are those with a session, or with a payment of the cage that was decided then for an earlier one:
    that has a line of its own with nothing else, unless it comes to 0. Training tables are left out, and sessions whose
    float went back to the cage, unless the cage paid in them; a statement may be left without any.
    """
    return [
        HouseStatement(of, currency, tuple(_results(rows, payments)))
        for currency, rows, payments in sessions_and_payments(of)
    ]


def _results(rows: Collection[BankSession], payments: Iterable[CagePayment]) -> list[SessionResult]:
    """Return the results of sessions, and lines of what the cage paid for a session on another day, sorted.

    What it paid on one day for a session is added up: of the session's own day it is ``after_closing`` of its result,
    of any other it has a line unless it comes to 0, even where the session has none. Left out are sessions whose float
    went back to the cage, unless what was paid in them on their own day comes to something. The order is by day, table
    and number.
    """
    paid = Counter[tuple[str, int, str]]()
    for it in payments:
        paid[it.table, it.session, it.day] += it.amount
    own = {(row.table.code, row.number, row.day) for row in rows}
    shown = [row for row in rows if row.stage != EMPTY or paid[row.table.code, row.number, row.day]]
    found = [replace(it, after_closing=paid[it.table, it.number, it.day]) for it in results_of(shown)]
    found += [_only_paid(*key, amount) for key, amount in paid.items() if key not in own and amount]
    return sorted(found, key=lambda it: _order(it.day, it.table, it.number))


def _order(day: str, table: str, number: int) -> tuple[str, int, str, int]:
    """Return what sessions and movements are sorted by: day, table as in ``Table.in_order``, and number."""
    return day, *Table.in_order(table), number


def _only_paid(table: str, number: int, day: str, amount: int) -> SessionResult:
    """Return the line of cents that the cage paid on a day for a session of an earlier one; all else is 0."""
    nothing = {"closer": 0, "box": 0, "opener_difference": 0}
    return SessionResult(
        table=table, number=number, day=day, session=Session(0), blind=False, **nothing, after_closing=amount
    )


def lost_of(of: str, currency: str) -> list[LostTold]:
    """List the movements of which something was found nowhere, at tables of this currency.

    They are those of sessions of this gaming day or month, whenever the loss was entered. Each has its slip ("" for
    none) and the cents lost. They are in order of day, table and number; those of training tables are left out.
    """
    moved = Movement.objects.filter(session__day__startswith=of, table__training=False, lost__gt=0)
    rows = moved.select_related("session", "table__policy", "slip")
    return [
        LostTold(it.table.code, it.session.number, it.session.day, it.slip.name if it.slip is not None else "", it.lost)
        for it in sorted(rows, key=lambda it: _order(it.session.day, it.table.code, it.number))
        if currency_of(it.table) == currency
    ]


def drops_of(day: date, named: Collection[str]) -> Iterator[Drop]:
    """Yield for each table of a gaming day the notes counted in its boxes and its physical result, in cents.

    ``named`` are the codes of the tables, empty for all; they come by currency, then T2 before T10. The notes are None
    while the count of a box is not accepted in some session of that table, the result also while that of a rack is not.
    Left out are training tables, those for which the cage has only paid on that day, and sessions whose float went back
    to the cage.
    """
    for currency, rows in sessions_of(day.isoformat()):
        for line in _grouped(results_of([it for it in rows if it.stage != EMPTY]), lambda it: it.table):
            if not named or line.label in named:
                boxes = total(one.box for one in line.results)
                yield Drop(line.label, currency, boxes, total(one.physical for one in line.results))


def sessions_of(of: str) -> list[tuple[str, list[BankSession]]]:
    """List pairs of a currency and its sessions on a gaming day (an ISO date) or in a month ("2026-11"), sorted.

    The sessions are in order of day, table and number, each with its table loaded. Those of training tables are
    left out. That ``of`` is a day or month is the caller's to check.
    """
    rows = BankSession.objects.filter(day__startswith=of, table__training=False).select_related("table__policy")
    found: dict[str, list[BankSession]] = {}
    for row in sorted(rows, key=lambda it: _order(it.day, it.table.code, it.number)):
        found.setdefault(currency_of(row.table), []).append(row)
    return sorted(found.items())


def sessions_and_payments(of: str) -> list[tuple[str, list[BankSession], list[CagePayment]]]:
    """List the currencies of a gaming day or month, sorted, with their sessions and what the cage paid outside play.

    Payments are those that were decided in this time, also for sessions of earlier days; sessions as
    :func:`sessions_of` lists them.
    """
    found = {currency: (rows, list[CagePayment]()) for currency, rows in sessions_of(of)}
    payments = [*payments_in(of)]
    paid_for = Table.objects.filter(code__in={it.table for it in payments}).select_related("policy")
    currencies = {it.code: currency_of(it) for it in paid_for}
    for it in payments:
        found.setdefault(currencies[it.table], ([], []))[1].append(it)
    return [(currency, *found[currency]) for currency in sorted(found)]


def currency_of(table: Table) -> str:
    """Return the currency of a table, as a code such as EUR; asserts that the table has rules."""
    assert table.policy is not None, "a table with a bank has rules"
    return table.policy.profile.currency
