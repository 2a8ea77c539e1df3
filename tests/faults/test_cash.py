"""Two tables change cash of one guest in the same second: they never pass a limit together."""

from functools import partial

import pytest

from bank.models import GuestCash
from table.record.door import Answer
from table.rules.refusal import Code
from tests.bank.at_bank import AtBank
from tests.bank.test_cash import in_play, lays_down, two_tables
from tests.rig.crowd import at_once, parted

pytestmark = [
    pytest.mark.usefixtures("real_database"),
    pytest.mark.on("postgresql"),
    pytest.mark.faults,
]
"""On PostgreSQL they meet at the row of the guest; SQLite lets one after the other into the whole database."""
ROUNDS = 6


def test_two_tables_in_the_same_second_never_pass_a_limit_together() -> None:
    tables = two_tables()
    for at in tables:
        in_play(at)
    lays_down(cash_threshold=None, cash_limit=100_000)
    for day in range(ROUNDS):
        guest = f"guest-{day}"
        got = at_once(*(partial(_changes, at, guest) for at in tables for _ in range(3)))
        answers, refused = parted(got)
        assert len(answers) == 2, "three changes of 400.00 are more than 1,000.00"
        assert {it.code for it in refused} == {Code.CASH_LIMIT}
        assert GuestCash.objects.get(guest=guest).total == 80_000
    for at in tables:
        at.table.check()


def _changes(at: AtBank, guest: str) -> Answer:
    return at.table.cast.dealer.does("change_notes", amount=40_000, guest=guest)
