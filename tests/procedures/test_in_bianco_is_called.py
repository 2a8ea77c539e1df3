"""«Colpo in Bianco» is called before the first card, or before the next where one that is out made the hand so.

Super Punto Banco, Art. 1 and 3.
"""

from collections.abc import Callable
from typing import Any

import pytest

from table.play.next_act import next_act
from table.record.door import PressResult
from table.rules.houses import CLASSICO_COPERTO
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import attest, newest, report, undue_third
from tests.croupier.coups import back, blank, card, close, coup, effects, hand_at, net, pay, turn
from tests.procedures.conftest import SitDown
from tests.rig.tables import AtTable

CALL = ("call_blank", "Colpo in Bianco")
DUE = [{"words": "Colpo in Bianco"}]


def drawn_although_visible(table: AtTable) -> PressResult:
    """The shoe gives the first card before anybody could say that it lay visible in the sabot."""
    table.does("report_visible")
    return table.cast.shoe.does("card_out")


def drawn_behind_a_seen_one(table: AtTable) -> PressResult:
    """A card that was overlooked and seen is the first of the hand; the next one is keyed all the same."""
    report(table, "overlooked_card", seen=True, card="7S")
    return table.does("card_out")


def fell(table: AtTable) -> PressResult:
    """The first card falls on leaving the shoe."""
    return table.does("report_incident", kind="fallen_card", facts={"places": [1], "seen": True})


def came_out_visible(table: AtTable) -> PressResult:
    """The first card is in the record, covered; it lay face up in the sabot."""
    table.does("card_out")
    return table.does("report_incident", kind="came_out_visible", facts={"card": "9S"})


TURNS_BLANK = [drawn_although_visible, drawn_behind_a_seen_one, fell, came_out_visible]


@pytest.mark.parametrize("happens", TURNS_BLANK, ids=lambda it: it.__name__)
def test_a_hand_that_a_card_has_turned_blank_is_called_before_its_next_card(
    table: AtTable, happens: Callable[[AtTable], PressResult]
) -> None:
    close(table, "P100@1", "B50@2")
    answer = happens(table)
    assert (len(effects(answer, "bet_returned")), effects(answer, "phrase_due")) == (2, DUE)
    assert (coup(table).kind, coup(table).reader, table.state.stakes) == ("blank", "", [])
    assert next_act(table.state) == CALL
    table.refuses(Code.PHRASE, "deal")
    table.refuses(Code.PHRASE, "call_blank", said=False)
    assert effects(table.does("call_blank", said=True), "phrase") == DUE
    assert next_act(table.state) == ("deal", "")
    table.does("deal")
    refused = table.refuses(Code.PHASE, "call_blank", said=True)
    assert refused.source == "Super Punto Banco, Art. 1"


def test_cards_that_are_out_are_facts_also_uncalled_but_no_points_are_called_before(table: AtTable) -> None:
    close(table, "P100@1")
    drawn_although_visible(table)
    for _ in range(3):
        table.cast.shoe.does("card_out")
    turn(table)
    points: dict[str, Any] = {"banco": 5, "punto": 9}
    table.refuses(Code.PHRASE, "announce", **points)
    assert next_act(table.state) == CALL
    table.does("call_blank", said=True)
    table.press(("announce", points), ("burn", {}))
    assert table.row.coups.get().outcome == "blank"


def test_who_called_it_as_the_card_fell_is_not_asked_again(table: AtTable) -> None:
    close(table, "P100@1")
    answer = table.does("report_incident", kind="fallen_card", facts={"places": [1], "said": True})
    assert (effects(answer, "phrase"), effects(answer, "phrase_due")) == (DUE, [])
    table.does("deal")


def test_one_that_is_due_before_its_first_card_is_called_as_it_begins(table: AtTable) -> None:
    table.does("report_visible")
    assert next_act(table.state) == ("play_blank", "Colpo in Bianco")
    blank(table)


# --- a first card that comes out face up


def test_a_first_card_that_lay_face_up_in_the_sabot_is_the_first_of_this_blank_hand(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    came_out_visible(table)
    assert (hand_at(table, Side.PUNTO), card(table, 1).seen) == (["9S"], True)
    table.press(("call_blank", {"said": True}), ("deal", {}))
    assert [it.number for it in table.state.at_boxes] == [1, 2, 3, 4]


def test_a_first_card_that_the_dealer_turned_is_valid(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out", card="9S", exposed=True)
    table.does("deal")
    turn(table)
    pay(table)
    assert net(table, "1") == 10_000


def test_which_card_was_visible_is_said_while_it_is_the_only_one_out(table: AtTable) -> None:
    close(table, "P100@1")
    table.refuses(Code.PHASE, "report_incident", kind="came_out_visible", facts={})
    table.press(("card_out", {}), ("card_out", {}))
    refused = table.refuses(Code.PHASE, "report_incident", kind="came_out_visible", facts={})
    assert refused.source == "reading of Art. 1"


def test_no_card_of_a_coup_that_counts_for_nothing_already_makes_it_a_colpo_in_bianco(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    table.refuses(Code.FINAL, "report_incident", kind="came_out_visible", facts={})
    assert (coup(table).kind, back(table, "1")) == ("normal", {"refund": 10_000})
    table.does("burn")


def test_a_card_that_is_held_beside_the_sabot_is_no_first_card_that_came_out(table: AtTable) -> None:
    close(table, "P100@1")
    report(table, "overlooked_card", seen=True, card="7S")
    table.refuses(Code.PHASE, "report_incident", kind="came_out_visible", facts={"card": "7S"})
    table.does("card_out")
    assert [it.number for it in table.state.cards] == [1, 2], "the held card is the first of a blank hand"


def test_a_house_that_burns_a_visible_first_card_plays_on_with_the_stakes(sit_down: SitDown) -> None:
    table = sit_down(CLASSICO_COPERTO, seats=2)
    close(table, "P100@1")
    answer = came_out_visible(table)
    assert effects(answer, "cards_burned") == [{"cards": [1], "seen": True}]
    table.does("deal")
    assert [it.number for it in table.state.at_boxes] == [2, 3, 4, 5]
    assert [it.laid for it in table.state.stakes] == [10_000]


# --- on whose word it is due


def a_seen_card_waits(table: AtTable) -> None:
    table.does("card_out", card="8D", exposed=True)


def an_undue_card_waits(table: AtTable) -> None:
    undue_third(table)
    attest(table, newest())
    table.cast.ispettore.does("ratify", incident=newest().number)
    pay(table)
    table.does("burn")


def the_first_is_visible(table: AtTable) -> None:
    table.does("report_visible")


def the_second_is_visible(table: AtTable) -> None:
    table.press(("card_out", {}), ("report_visible", {}))


def it_is_ordered(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")


@pytest.mark.parametrize(
    ("happens", "word"),
    [
        (a_seen_card_waits, "Super Punto Banco, Art. 1"),
        (an_undue_card_waits, "reading of Art. 8"),
        (the_first_is_visible, "Super Punto Banco, Art. 1"),
        (the_second_is_visible, "reading of Art. 1"),
        (it_is_ordered, "rule of Sabot"),
    ],
    ids=lambda it: getattr(it, "__name__", ""),
)
def test_no_stake_is_taken_before_it_on_the_word_by_which_it_is_due(
    table: AtTable, happens: Callable[[AtTable], None], word: str
) -> None:
    happens(table)
    assert table.refuses(Code.BLANK_DUE, "open_bets").source == word
