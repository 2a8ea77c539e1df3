"""A register that somebody who has the key wrote anew is found where an entry no longer agrees with the others."""

from collections.abc import Callable
from typing import Any

import pytest

from table.verifier.course import Course
from table.verifier.reading import Wrong
from tests.croupier.coups import play
from tests.proof.exports import exported, found
from tests.proof.tampering import written_anew
from tests.rig.tables import ready_table

Change = Callable[[str, Any, list[Any]], object]


def argument(of: str, name: str, value: Any) -> Change:
    """Another argument of every act of this verb."""
    return lambda verb, given, _effects: given.update({name: value}) if verb == of else None


def fact(of: str, name: str, value: Any) -> Change:
    """Another fact of every effect of this name."""
    return lambda _verb, _given, effects: [it.update({name: value}) for effect, it in effects if effect == of]


def cards_later(_verb: str, _given: Any, effects: list[Any]) -> None:
    """Every card from the third on came out a place later."""
    for name, facts in effects:
        if name in ("card_drawn", "card_turned") and facts["card"] > 2:
            facts["card"] += 1


FORGED: dict[str, Change] = {
    "keys other cards than it turns.": argument("turn_banco", "cards", ["2H", "9D"]),
    "names the card 4; by the entries before it, it is 3.": cards_later,
    "names the coup 1.7; by the entries before it, it is 1.1.": argument("place", "coup", "1.7"),
    "names the taglia 3; by the entries before it, it is 1.": fact("taglia_started", "taglia", 3),
    "ends its coup as annulled, and nothing in the coup made it so.": fact("coup_burned", "outcome", "annulled"),
}


@pytest.mark.django_db
def test_an_entry_that_names_another_card_coup_taglia_or_end_is_found() -> None:
    table = ready_table(seats=2)
    play(table, "P100@1", "B50@2")
    honest = exported(table.code)
    assert found(written_anew(honest, lambda *_: None)) == ""
    for said, change in FORGED.items():
        assert found(written_anew(honest, change)).endswith(said), said


def test_cards_keyed_where_they_are_dealt_face_up_are_those_turned_or_lay_open() -> None:
    turned = [["card_turned", {"card": 2, "face": "9D"}]]
    Course().take(1, "deal", {"cards": ["2H", "9D"]}, turned)
    with pytest.raises(Wrong) as wrong:
        Course().take(2, "deal", {"cards": ["2H", "9C"]}, turned)
    assert wrong.value.said("en") == "Entry 2 keys other cards than it turns."
