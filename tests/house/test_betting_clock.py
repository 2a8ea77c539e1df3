"""Betting clock: counted from when the betting opened, only while stakes are taken, only in a house that has one."""

import pytest
from django.utils.timezone import localtime

from table.models import Entry
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.screens.read.notices import betting_clock
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.croupier.coups import deal, lay
from tests.croupier.dealer import Croupier
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
COUNTED = derive(VENEZIA, key="counted", betting_seconds=30)
SHOWING = ("console", "strip:1", "sign")


def shown(table: AtTable) -> list[str]:
    """The clocks that its screens show, as they are drawn."""
    snapshot = take(table.code)
    assert snapshot is not None
    drawn = [render(snapshot, Region(it, "en")) for it in SHOWING]
    clocks = [it.partition('data-key="betting-clock"')[2].partition("</p>")[0] for it in drawn]
    assert len({*clocks}) == 1, "every screen counts the same"
    return [it for it in clocks[:1] if it]


def opened(table: AtTable) -> str:
    """When the latest act was done, as a clock has it."""
    at = Entry.objects.filter(register=table.code).order_by("-number").values_list("at", flat=True)[0]
    return f'data-betting-clock="30" data-since="{localtime(at).isoformat()}"'


def test_it_counts_from_the_act_that_opened_the_betting_until_it_is_closed() -> None:
    table = ready_table(COUNTED)
    assert shown(table) == []
    table.does("open_bets")
    since = opened(table)
    lay(table, "P100@1")
    assert [since in it for it in shown(table)] == [True]
    table.does("close_bets", said=True)
    assert shown(table) == []


def test_burning_the_cards_opens_the_next_betting_and_its_clock() -> None:
    table = ready_table(COUNTED)
    deal(table, "P100@1")
    Croupier(table, "9C 7S 2H 3S").advance("burn")
    assert shown(table) == []
    table.does("burn", open_next=True)
    assert [opened(table) in it for it in shown(table)] == [True]


def test_nothing_is_refused_for_the_clock_and_nothing_of_it_is_recorded() -> None:
    counted, plain = ready_table(COUNTED), ready_table(VENEZIA, code="T4")
    outcomes = []
    for table in (counted, plain):
        table.does("open_bets")
        lay(table, "P100@1")
        table.does("close_bets", said=True)
        entries = Entry.objects.filter(register=table.code).order_by("-number")[:3]
        outcomes.append([(it.verb, it.outcome.replace(table.code, "T")) for it in entries])
    assert outcomes[0] == outcomes[1]


def test_a_house_without_one_shows_and_asks_for_nothing() -> None:
    table = ready_table(VENEZIA)
    table.does("open_bets")
    assert shown(table) == []
    snapshot = take(table.code)
    assert snapshot is not None
    assert list(betting_clock(snapshot)) == []
    assert "recent" not in snapshot.__dict__


def test_a_betting_in_which_nobody_may_stake_has_none() -> None:
    table = ready_table(COUNTED)
    table.does("open_bets")
    table.cast.ispettore.does("report_visible")
    assert table.state.blank_due
    assert shown(table) == []
