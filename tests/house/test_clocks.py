"""The clock on the wall is set: it is logged, and the next entry of every register says so once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from time_machine import travel

from table.models import HOUSE, Entry
from table.record import chain
from table.record.machine.clocks import jumps
from table.rules.refusal import Code
from tests.rig.cast import Cast
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


def jumps_in(register: str = "T3") -> list[int]:
    """What the entries of a register say of the clock."""
    outcomes = Entry.objects.filter(register=register).order_by("number").values_list("outcome", flat=True)
    return [jumped for outcome in outcomes if (jumped := chain.clock_jumped(outcome))]


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_was_set_is_flagged_on_the_next_entry_of_every_register(hours: int, caplog: Any) -> None:
    table = ready_table()
    with travel(EVENING) as clock:
        jumps.watch()
        table.does("open_bets")
        clock.shift(timedelta(hours=hours))
        jumps.look()
        assert "jumped" in caplog.text
        table.press(("tip", {"amount": 500}), ("tip", {"amount": 500}))
        table.does("tip", amount=500)
        Cast.at(HOUSE).direzione.does("add_table", code="T9")
    for register in ("T3", HOUSE):
        [seconds] = jumps_in(register)
        assert abs(seconds - hours * 3600) <= 2
    table.check(dealt_again=True)


def test_an_act_that_was_refused_has_told_nobody() -> None:
    table = ready_table()
    with travel(EVENING) as clock:
        jumps.watch()
        clock.shift(timedelta(hours=2))
        table.cast.capo_isola.is_refused(Code.ROLE, "tip", amount=500)
        table.does("tip", amount=500)
    assert len(jumps_in()) == 1


def test_a_clock_that_is_put_right_by_less_than_a_minute_is_an_ordinary_clock() -> None:
    table = ready_table()
    with travel(EVENING) as clock:
        jumps.watch()
        clock.shift(timedelta(seconds=50))
        table.does("tip", amount=500)
        clock.shift(timedelta(seconds=50))
        table.does("tip", amount=500)
    assert jumps_in() == []
