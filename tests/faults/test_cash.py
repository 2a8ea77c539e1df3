"""Two tables change cash of one guest in the same second: they never pass a limit together, and nothing is lost."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from bank.models import GuestCash
from bank.play import cash
from bank.play.day import calendar_day
from table.play.act import Act
from table.record.door import PressResult
from table.rules.refusal import Code
from tests.bank.at_bank import AtBank
from tests.bank.test_cash import in_play, lays_down, total, two_tables
from tests.faults.changer import AMOUNT
from tests.rig.crowd import at_once, parted

pytestmark = [
    pytest.mark.usefixtures("real_database"),
    pytest.mark.on("postgresql"),
    pytest.mark.faults,
]
"""On PostgreSQL they meet at the row of the guest; SQLite lets one after the other into the whole database."""
ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 6


@pytest.fixture
def tables() -> tuple[AtBank, AtBank]:
    """Two tables in play, where two changes of a guest are within the limit, and three are not."""
    found = two_tables()
    for at in found:
        in_play(at)
    lays_down(cash_threshold=None, cash_limit=100_000)
    return found


def test_two_tables_in_the_same_second_never_pass_a_limit_together(tables: tuple[AtBank, AtBank]) -> None:
    for day in range(ROUNDS):
        guest = f"guest-{day}"
        got = at_once(*(partial(_changes, at, guest) for at in tables for _ in range(3)))
        answers, refused = parted(got)
        assert len(answers) == 2, "three changes of 400.00 are more than 1,000.00"
        assert {it.code for it in refused} == {Code.CASH_LIMIT}
        assert GuestCash.objects.get(guest=guest).total == 80_000
    for at in tables:
        at.table.check()


def _changes(at: AtBank, guest: str) -> PressResult:
    return at.table.cast.dealer.does("change_notes", amount=AMOUNT, guest=guest)


def test_nor_do_two_processes(tables: tuple[AtBank, AtBank], real_database: str) -> None:
    dealers = [_dealer(at, real_database) for at in tables]
    assert [_said(it) for it in dealers] == ["ready", "ready"]
    for place in range(2 * ROUNDS):
        for it in (*dealers, *dealers[:: -1 if place % 2 else 1]):
            assert it.stdin is not None
            it.stdin.write(f"guest-{place}\n")
            it.stdin.flush()
        said = sorted(_said(it) for it in dealers * 2)
        assert said == [Code.CASH_LIMIT.value, Code.CASH_LIMIT.value, "done", "done"]
        assert GuestCash.objects.get(guest=f"guest-{place}").total == 2 * AMOUNT
    for it in dealers:
        it.communicate()
    assert [it.returncode for it in dealers] == [0, 0]
    for at in tables:
        at.table.check()


def _dealer(at: AtBank, url: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.faults.changer", url, at.code, at.table.cast.dealer.person.badge]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _said(it: "subprocess.Popen[str]") -> str:
    assert it.stdout is not None
    return it.stdout.readline().strip()


def test_keys_are_joined_only_once_nobody_changes_notes_under_one_of_them() -> None:
    now = timezone.now()
    with transaction.atomic():
        # Another table, whose act is not committed yet: of its row nobody else knows.
        cash._added(cast(Act, SimpleNamespace(at=now)), "EUR", "hugo", AMOUNT, day=calendar_day(now))
        [early] = at_once(_joined)
    assert isinstance(early, OperationalError), "it waits"
    assert at_once(_joined) == [None]
    assert total("gina") == total("hugo") == AMOUNT
    assert cash.root_of("hugo") == "gina"


def _joined() -> Any:
    """Join two keys, and what hinders it."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            waits = "SET LOCAL lock_timeout = 200" if connection.vendor == "postgresql" else "PRAGMA busy_timeout = 200"
            cursor.execute(waits)
            cash.join("gina", "hugo")
    except OperationalError as hindered:
        return hindered
    return None
