"""The Tronc: what guests give the staff, counted by the table and the evening. Punto Banco, Casino Admiral."""

import pytest
from django.utils import translation

from table.models import Entry
from table.play.money import Tronc
from table.record import chain
from table.reports.registers.filters import EntryFilters
from table.reports.registers.pages import page_of
from table.rules.houses import ADMIRAL
from table.rules.refusal import Code
from table.screens.regions import Region, render
from tests.rig.tables import AtTable, new_table, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """A table of Admiral at which guests have given 5 francs in chips and 20 in banknotes."""
    ready = ready_table(ADMIRAL, seats=2)
    ready.does("tip", amount=500)
    ready.does("tip", amount=2_000, form="cash")
    return ready


def closing(table: AtTable) -> list[object]:
    """What the newest act says of the Tronc."""
    outcome = chain.read(Entry.objects.filter(register=table.code).latest("number").outcome)
    return [facts for name, facts in outcome["effects"] if name == "tronc"]


def test_it_is_counted_in_chips_and_in_banknotes(table: AtTable) -> None:
    tronc = Tronc.of(table.row)
    assert (tronc.chips, tronc.cash, tronc.total) == (500, 2_000, 2_500)


def test_the_register_and_its_files_tell_which_of_it_was_in_banknotes(table: AtTable) -> None:
    with translation.override("en"):
        newest = page_of(table.code, EntryFilters(verb="tip")).rows
    assert [row.line.act for row in newest] == ["20 for the Tronc, in banknotes", "5 for the Tronc"]


def test_it_is_read_by_the_dealer_and_by_the_inspectors(table: AtTable) -> None:
    for region in ("console_sheets", "desk_sheets:ispettore_gioco"):
        text = render(table.snapshot, Region(region, "en"))
        assert "Tronc since the table was opened:" in text
        assert "25.00" in text, region


def test_it_stands_in_the_record_when_the_table_is_closed_and_begins_anew_when_it_is_opened(table: AtTable) -> None:
    table.cast.ispettore.does("close_table")
    assert closing(table) == [{"amount": 2_500, "chips": 500, "cash": 2_000}]
    assert Tronc.of(table.row).total == 2_500
    table.cast.ispettore.does("open_table")
    assert Tronc.of(table.row).total == 0
    table.does("tip", amount=1_000)
    assert Tronc.of(table.row).total == 1_000
    table.check()


def test_an_evening_without_tips_says_nothing_of_them() -> None:
    table = ready_table(ADMIRAL, seats=2)
    table.cast.ispettore.does("close_table")
    assert closing(table) == []


def test_before_a_table_was_ever_opened_nobody_gives_a_tip_which_would_be_of_no_evening() -> None:
    table = new_table(ADMIRAL)
    table.does("sign_on")
    assert "never opened" in str(table.cast.dealer.is_refused(Code.PHASE, "tip", amount=500))


def test_what_another_table_was_given_is_its_own(table: AtTable) -> None:
    other = ready_table(ADMIRAL, seats=2, code="T4")
    assert Tronc.of(other.row).total == 0
