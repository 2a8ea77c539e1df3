"""The house stops in mid-coup, as if its power were cut: the virtual shoe goes on with the very next card."""

from typing import Any

import pytest

from table.memory import table_cache
from table.models.sealed import SealedCard
from table.rules.refusal import Refused
from tests.shoes.dealing import Unkeyed, effects, shoe_of, stake, virtual_table

pytestmark = pytest.mark.django_db
CARDS = shoe_of("2S 3H 2D 3C 4S 8S 8H TS TH")


def test_a_restart_after_every_press_of_a_coup_loses_no_card_and_no_seal(monkeypatch: Any) -> None:
    """Nothing of a shoe is kept in the memory of the house: what every process forgets with it is forgotten here."""
    table = virtual_table(monkeypatch, CARDS)
    stake(table)
    table_cache.clear()
    dealer = Unkeyed(table, CARDS)
    while table.state.coup is not None and dealer.step():
        table_cache.clear()
    assert [it["face"] for it in effects(table, "card_turned")] == ["3H", "3C", "4S", "2S", "2D"]
    assert SealedCard.objects.count() == 312
    table.cast.direzione.does("void_shoe")
    table.check()


def test_a_shoe_that_is_not_put_on_the_table_leaves_no_card_behind(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, CARDS)
    table.cast.direzione.does("void_shoe")
    table.cast.direzione.does("change_rules", changes={"decks": 8})
    with pytest.raises(Refused):
        table.press(("load_virtual", {"decks": 8}), ("insert_cut_card", {"behind": 0}))
    assert not SealedCard.objects.exists()
    table.check()
