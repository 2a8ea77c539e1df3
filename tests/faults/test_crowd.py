"""Everybody presses at once: the acts of a table happen one after the other, and each finds what the last one left."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from table.models import Refusal, Stake
from table.record.door import PressResult
from table.rules.houses import VENEZIA
from table.rules.refusal import Code
from tests.croupier.coups import annul
from tests.faults.coups import plain, played_to
from tests.rig.crowd import answers_number, at_once, parted, stake
from tests.rig.tables import ready_table

pytestmark = pytest.mark.usefixtures("real_database")
where_acts_meet = pytest.mark.on("postgresql")
"""Which of two acts comes first is open there until they meet; SQLite lets one after the other into the database."""
ROUNDS = 4


@pytest.mark.faults
def test_stakes_of_nine_positions_at_once_all_arrive() -> None:
    table = ready_table(seats=9)
    table.does("open_bets")

    got = at_once(*(stake(table, position) for position in VENEZIA.positions))

    answers, refused = parted(got)
    assert sorted(map(answers_number, answers)) == list(range(table.number - 8, table.number + 1))
    assert refused == []
    assert set(Stake.objects.values_list("position", "laid")) == {(it, 10_000) for it in VENEZIA.positions}
    table.check()


@pytest.mark.faults
@where_acts_meet
def test_of_two_stakes_for_the_same_place_one_lies_there_and_the_other_is_told_why() -> None:
    table = ready_table(seats=9)
    table.does("open_bets")

    got = at_once(*(stake(table, position) for position in VENEZIA.positions for _ in range(2)))

    answers, refused = parted(got)
    assert (len(answers), Counter(it.code for it in refused)) == (9, {Code.ONE_STAKE: 9})
    assert Stake.objects.count() == 9
    assert Refusal.objects.count() == 9
    table.check()


@where_acts_meet
def test_stakes_and_rien_ne_va_plus_at_once_each_stake_is_in_action_or_refused() -> None:
    table = ready_table(seats=9)
    played_to(table, "close_bets")
    close = partial(table.does, "close_bets", said=True, seen=table.number)

    got = at_once(*(stake(table, position) for position in VENEZIA.positions[1:]), close)

    answers, refused = parted(got)
    assert isinstance(got[-1], PressResult), "a stake of somebody else does not make «Rien ne va plus» stale"
    assert {it.code for it in refused} <= {Code.CLOSED}
    assert Stake.objects.filter(in_action=10_000).count() == Stake.objects.count() == len(answers)
    assert len(answers) + len(refused) == 9
    table.check()


def test_a_stake_laid_meanwhile_does_not_make_the_closing_stale() -> None:
    table = ready_table(seats=2)
    played_to(table, "close_bets")
    seen = table.number
    stake(table, "2")()

    table.does("close_bets", said=True, seen=seen)

    assert Stake.objects.filter(in_action=10_000).count() == 2


@where_acts_meet
def test_two_tablets_that_stand_on_the_same_coup_do_not_both_decide() -> None:
    table = ready_table(seats=1)
    for _round in range(ROUNDS):
        played_to(table, "settle")
        seen = table.number
        settle = partial(table.press, ("settle", {}), ("burn", {}), seen=seen)
        facts: dict[str, Any] = {"kind": "inverted", "facts": {"lost": [1, 2]}}
        report = partial(table.cast.ispettore.does, "report_incident", seen=seen, **facts)

        answers, refused = parted(at_once(settle, report))

        assert len(answers) == 1
        assert [it.code for it in refused] == [Code.STALE]
        if table.state.coup is not None:
            annul(table)
            table.does("burn")
    table.check()


def test_an_act_pressed_on_four_tablets_happens_once() -> None:
    table = ready_table(seats=1)
    for act in plain(table):
        seen = table.number
        press = partial(table.press, act, seen=seen)

        answers, refused = parted(at_once(*[press] * 4))

        assert [answers_number(it) for it in answers] == [seen + 1], act
        assert {it.code for it in refused} <= {Code.STALE, Code.ONE_STAKE}
        assert len(refused) == 3
    table.check()


@pytest.mark.faults
@where_acts_meet
def test_of_two_dealers_only_the_one_who_is_signed_on_deals() -> None:
    table = ready_table(seats=1)
    for _round in range(ROUNDS):
        act = played_to(table, "deal")
        seen = table.number
        takes_over = partial(table.cast.relief.does, "take_over")
        deals, dealt_too = partial(table.press, act, seen=seen), partial(table.cast.relief.presses, act, seen=seen)

        got = at_once(takes_over, deals, dealt_too)

        assert isinstance(got[0], PressResult)
        assert {it.code for it in parted(got)[1]} <= {Code.ROLE, Code.STALE}
        assert table.state.facts.out in (0, 4)
        table.does("take_over")
        for left in plain(table):
            table.press(left)
    table.check()


@pytest.mark.faults
@where_acts_meet
def test_a_suspension_and_a_deal_at_once_leave_no_half_of_either() -> None:
    table = ready_table(seats=1)
    for _round in range(ROUNDS):
        deal = played_to(table, "deal")
        suspend = partial(table.cast.ispettore.does, "suspend")

        dealt, suspended = at_once(partial(table.press, deal, seen=table.number), suspend)

        assert isinstance(suspended, PressResult)
        if isinstance(dealt, PressResult):
            assert table.row.suspend_pending
            for left in plain(table):
                table.press(left)
        else:
            assert dealt.code in (Code.STALE, Code.TABLE_NOT_OPEN)
            assert table.state.coup is None
        assert table.row.status == "suspended"
        table.cast.ispettore.does("resume")
    table.check()
