"""Players propose at their displays while the dealer works: neither takes anything from the other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event

import pytest
from django.db import transaction

from table.live.electronic_shoes.frames import Card
from table.live.electronic_shoes.taking import take
from table.models import HOUSE, Display, Stake, Table
from table.record.door import PressResult, proposals
from table.rules.houses import VENEZIA
from tests.faults.test_waiting import until_somebody_waits
from tests.rig.crowd import at_once, stake
from tests.rig.tables import Cast, ready_table
from tests.shoes.reading import KEY, read_table

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


@pytest.mark.faults
def test_two_who_take_the_same_proposal_at_once_do_not_both_get_it() -> None:
    table = ready_table(seats=1)
    Cast.at(HOUSE).direzione.does("pair_display", code="7HK2", kind="seat", table=table.code, position="1")
    display = Display.objects.get()
    proposals.propose(display, "mark")

    got = at_once(partial(proposals.take, display), partial(proposals.take, display))

    assert sorted(map(str, got)) == ["", "mark"]
    assert table.row.inbox == 2


def test_who_revokes_a_display_and_who_proposes_there_do_not_wait_for_one_another_for_ever() -> None:
    """Each locked what the other wanted next, and the database ended one of them with an error."""
    table = ready_table(seats=1)
    operator, locked = Cast.at(HOUSE).direzione, Event()
    operator.does("pair_display", code="7HK2", kind="seat", table=table.code, position="1")
    display = Display.objects.get()

    def proposes() -> None:
        with meets(table.code, locked):
            proposals.propose(display, "mark")

    def revokes() -> PressResult:
        locked.wait()
        return operator.does("revoke_display", code="7HK2")

    proposed, revoked = at_once(proposes, revokes)

    assert proposed is None
    assert isinstance(revoked, PressResult)
    display.refresh_from_db()
    assert (display.revoked, display.proposal, table.row.inbox) == (True, "", 2)


@pytest.mark.faults
def test_who_revokes_an_electronic_shoe_and_the_card_that_it_tells_do_not_wait_for_one_another_for_ever() -> None:
    table, shoe = read_table()
    operator, locked = Cast.at(HOUSE).direzione, Event()

    def tells() -> int:
        with meets(table.code, locked):
            return take(shoe.name, Card(1, "7H"))

    def revokes() -> PressResult:
        locked.wait()
        return operator.does("revoke_shoe", key=KEY)

    taken, revoked = at_once(tells, revokes)

    assert taken == 2
    assert isinstance(revoked, PressResult)
    assert (shoe.row.revoked, shoe.row.taken) == (True, 1)
    table.check()


@contextmanager
def meets(code: str, locked: Event) -> Iterator[None]:
    """The table is locked, as by every act, and what follows is done once somebody waits for a lock."""
    with transaction.atomic():
        Table.objects.select_for_update().get(code=code)
        locked.set()
        until_somebody_waits()
        yield
