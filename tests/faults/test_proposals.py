"""Players propose at their displays while the dealer works: neither takes anything from the other."""

from collections.abc import Callable
from functools import partial

import pytest

from table.models import HOUSE, Display, Stake
from table.record.door import proposals
from table.rules.houses import VENEZIA
from tests.rig.crowd import at_once, stake
from tests.rig.tables import Cast, ready_table

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.on("postgresql")]
"""On PostgreSQL they meet at their row; SQLite lets one after the other into the whole database."""


def test_proposals_and_stakes_at_once_are_all_there_and_each_is_counted() -> None:
    table = ready_table(seats=9)
    operator = Cast.at(HOUSE).direzione
    for position in VENEZIA.positions:
        operator.does("pair_display", code=f"SEAT-{position}", kind="seat", table=table.code, position=position)
    table.does("open_bets")
    number, displays = table.number, list(Display.objects.all())

    proposed: list[Callable[[], object]] = [partial(proposals.propose, display, "mark") for display in displays]
    got = at_once(*proposed, *(stake(table, position) for position in VENEZIA.positions))

    assert got[: len(proposed)] == [None] * 9
    assert (table.row.inbox, table.number) == (9, number + 9)
    assert set(Display.objects.values_list("proposal", flat=True)) == {"mark"}
    assert Stake.objects.count() == 9
    table.check()


def test_two_who_take_the_same_proposal_at_once_do_not_both_get_it() -> None:
    table = ready_table(seats=1)
    Cast.at(HOUSE).direzione.does("pair_display", code="7HK2", kind="seat", table=table.code, position="1")
    display = Display.objects.get()
    proposals.propose(display, "mark")

    got = at_once(partial(proposals.take, display), partial(proposals.take, display))

    assert sorted(map(str, got)) == ["", "mark"]
    assert table.row.inbox == 2
