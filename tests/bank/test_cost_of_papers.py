"""What the papers of the house cost: statements to the database do not grow with the sessions on them."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from bank.models import BankCount, BankSession, CountTry
from bank.play.day import gaming_day
from bank.reports.cash_register import CashRegister, cash_registers
from bank.reports.day import HouseStatement, house_statements
from bank.reports.tips import TipsStatement, tips_statements
from table.models import Entry, Table
from tests.bank.at_bank import WITH_BANK
from tests.rig.tables import new_table

pytestmark = pytest.mark.django_db
DONE = (
    ("bring", "[]"),
    ("open_table", "[]"),
    ("accept_count", "[]"),
    ("decide_dispute", '[["after_closing",{"amount":100,"session":%d}]]'),
)
"""Verbs of a planted session with their effects: it is opened and counted, and the cage pays 1.00 after that."""


def _is_closed(table: Table, number: int, day: str) -> None:
    """Plant a closed session of a gaming day, and the entries by which its payments are found."""
    last = Entry.objects.filter(register=table.code).latest("number")
    began = last.number + 1
    for verb, effects in DONE:
        outcome = '{"effects":%s}' % (effects % number if "%" in effects else effects)
        last = Entry.objects.create(
            register=table.code,
            number=last.number + 1,
            at=last.at,
            actor="dario",
            role="dealer",
            nonce=f"{table.code} {last.number}",
            verb=verb,
            arguments="{}",
            outcome=outcome,
            previous=last.digest,
            digest=f"{table.code} {last.number}",
        )
    row = BankSession.objects.create(table=table, number=number, day=day, began=began, ended=began + 2, stage="closed")
    counted = {"amount": 0, "difference": 0, "accepted": began + 2}
    for kind in ("closer", "tips"):
        count = BankCount.objects.create(table=table, session=row, number=began + 2, kind=kind, **counted)
        CountTry.objects.create(table=table, count=count, number=began + len(kind), by="carlo")


def test_the_paper_of_tips_looks_through_no_entries_by_what_came_of_them() -> None:
    """Of a table whose bank was turned off these would be all entries since."""
    table = new_table(WITH_BANK, code="T3").row
    day = gaming_day(now())
    for number in range(1, 4):
        _is_closed(table, number, day)
    with CaptureQueriesContext(connection) as done:
        [paper] = tips_statements(day[:7])
    assert [it.session for it in paper.lines] == [1, 2, 3]
    assert [it["sql"] for it in done if "LIKE" in it["sql"] and "outcome" in it["sql"].partition("WHERE")[2]] == []


@pytest.mark.parametrize("made", [house_statements, cash_registers, tips_statements])
def test_a_paper_of_the_house_takes_as_many_statements_for_forty_sessions_as_for_two(
    made: Callable[[str], list[HouseStatement] | list[CashRegister] | list[TipsStatement]],
) -> None:
    tables = [new_table(WITH_BANK, code=code).row for code in ("T3", "T4")]
    day = gaming_day(now())
    taken = dict[int, int]()
    for before, until in ((0, 1), (1, 5), (5, 20)):
        for table in tables:
            for number in range(before + 1, until + 1):
                _is_closed(table, number, day)
        with CaptureQueriesContext(connection) as done:
            [paper] = made(day[:7])
        lines = paper.results if isinstance(paper, HouseStatement) else paper.lines
        assert len(lines) == 2 * until
        taken[2 * until] = len(done)
    assert len(set(taken.values())) == 1, taken
