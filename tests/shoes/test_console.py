"""The console at a virtual shoe: seven presses, no key for a card, and nothing that only real cards do."""

from typing import Any

import pytest

from table.screens.dealer.taking_back import take_back
from table.screens.dealer.tools import cut_card, preparation, uncounted
from table.screens.read.snapshot import Snapshot, take
from tests.rig.pressing import asked, do_next, drawn
from tests.rig.tables import AtTable
from tests.shoes.dealing import shoe_of, stake, virtual_table

pytestmark = pytest.mark.django_db
PLAIN = shoe_of("KS 7H 6D KC")
THIRDS = shoe_of("2S 3H 2D 2C 4S KH")


def shown(table: AtTable) -> Snapshot:
    """The table as its screens are drawn from it."""
    snapshot = take(table.code)
    assert snapshot is not None
    return snapshot


def test_the_console_alone_leads_through_a_plain_coup_in_seven_presses(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    stake(table)
    done = [do_next(table, {"punto": "KS 6D"}) for _ in range(7)]
    assert done == ["close_bets", "declare", "turn_banco", "turn_punto", "announce", "settle", "burn"]
    assert shown(table).state.phase == "betting"


def test_no_pad_is_ever_offered_and_third_cards_are_one_press(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, THIRDS)
    stake(table)
    done = list[str]()
    while not done or done[-1] != "burn":
        assert asked(table).pads == []
        assert "data-pad-opens" not in drawn(table)
        assert take_back(shown(table)).cards == ()
        done.append(do_next(table, {"punto": "2S 2D"}))
    assert done.count("card_out") == 2
    table.check()


def test_a_battuta_is_one_press_beside_the_declaration(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, shoe_of("KS 7H 9D KC"))
    stake(table)
    do_next(table, {})
    battuta = [it.steps for it in asked(table).others if it.steps and it.steps[0]["verb"] == "turn_battuta"]
    assert battuta == [[{"verb": "turn_battuta", "given": {}}]]
    table.does("turn_battuta")
    assert asked(table).verb == "turn_banco"


def test_the_betting_may_be_closed_before_the_cards_come(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    stake(table)
    assert [{"verb": "close_bets", "given": {"said": True}}] in [it.steps for it in asked(table).others]


def test_a_virtual_shoe_is_prepared_in_one_press_and_nothing_is_counted_after_it(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    assert cut_card(shown(table)) == ()
    table.cast.direzione.does("void_shoe")
    now = asked(table)
    assert (now.kind, now.verb) == ("prepare", "load_virtual")
    assert preparation(shown(table), now.verb).verbs == ["load_virtual", "insert_cut_card"]
    assert uncounted(shown(table)) is None
    assert "load_virtual" in drawn(table)
