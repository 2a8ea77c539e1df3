"""A card too many, a card that is seen before its time. Super Punto Banco, Art. 1."""

from typing import Any

import pytest

from table.rules.houses import CLASSICO_COPERTO
from table.rules.refusal import Code
from tests.croupier.cases import attest, report
from tests.croupier.coups import card, close, deal, effects, lay, pay, turn
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import burned_elsewhere, each
from tests.procedures.conftest import SitDown
from tests.procedures.locations import AS_DEALT, FIRST_INVERTED, places, waiting
from tests.procedures.mishaps import ART_1
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable


@pytest.mark.one_in(3)
@each(ART_1)
def test_a_card_too_many_waits_for_the_next_hand_and_one_that_was_seen_makes_it_a_colpo_in_bianco(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


def test_a_card_too_many_that_nobody_saw_lies_under_the_sabot_and_one_that_was_seen_beside_it(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="4H 3C")
    table.does("card_out", extra=True)
    table.does("card_out", extra=True, exposed=True)
    assert [card(table, number).location for number in (5, 6)] == ["held_under", "held_seen"]


def test_one_that_comes_after_the_annulment_makes_no_colpo_in_bianco_due(table: AtTable) -> None:
    """It is burned with the cards of the annulled coup."""
    deal(table, "P100@1")
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    assert effects(table.does("card_out", extra=True, exposed=True), "blank_due") == []
    assert effects(table.does("burn", open_next=True), "cards_burned") == [{"cards": [5]}]
    assert table.state.phase == "betting"


def test_nor_does_one_that_was_overlooked_before_it(table: AtTable) -> None:
    close(table, "P100@1")
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    answer = table.does("report_incident", kind="overlooked_card", facts={"seen": True})
    assert [effects(answer, name) for name in ("blank_due", "held_card_enters")] == [[], []]
    assert effects(table.does("burn"), "cards_burned") == [{"cards": [1]}]


@pytest.mark.one_in(3)
@each(burned_elsewhere(ART_1))
def test_in_a_house_without_coups_in_bianco_a_card_too_many_is_burned(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(CLASSICO_COPERTO, seats=2), mishap, blanks=False)


# --- the next card lies visible in the sabot


def open_hands(table: AtTable) -> None:
    """Nine and seven: nobody is due a card, and the next one is seen in the sabot."""
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="4H 3C")
    table.does("report_visible")


def test_a_card_that_lay_visible_in_the_sabot_was_seen_when_it_comes_out_as_one_too_many(table: AtTable) -> None:
    open_hands(table)
    table.does("card_out", extra=True)
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)
    pay(table)
    table.does("burn")
    table.refuses(Code.BLANK_DUE, "open_bets")


def test_a_card_that_lay_visible_was_seen_when_it_is_found_as_the_surplus_card_of_a_box(table: AtTable) -> None:
    open_hands(table)
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "banco", "banco"])
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)


def test_a_card_that_lay_visible_was_seen_when_it_comes_out_before_its_turn_and_nobody_gets_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.press(("report_visible", {}), ("card_out", {}))
    turn(table)
    pay(table)
    table.does("burn")
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)


# --- a card was overlooked


def test_an_overlooked_card_that_nobody_saw_is_the_first_of_a_hand_of_which_no_card_is_out_yet(table: AtTable) -> None:
    close(table, "P100@1")
    report(table, "overlooked_card", seen=False)
    table.does("deal")
    assert [(it.number, it.location, it.waited) for it in table.state.cards] == [
        (1, "punto", True),
        (2, "banco", False),
        (3, "punto", False),
        (4, "banco", False),
    ]


def test_an_overlooked_card_that_was_seen_makes_a_hand_of_which_no_card_is_out_yet_a_colpo_in_bianco(
    table: AtTable,
) -> None:
    close(table, "P100@1")
    report(table, "overlooked_card", seen=True, card="7S")
    assert card(table, 1).location == "held_seen"
    table.does("play_blank", said=True)
    assert (card(table, 1).location, table.state.stakes) == ("punto", [])


def test_an_overlooked_card_is_the_first_of_a_colpo_in_bianco_of_which_no_card_is_out_either_way(
    table: AtTable,
) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    report(table, "overlooked_card", seen=True, card="7S")
    table.does("deal")
    assert card(table, 1).location == "punto"
    assert not table.state.held


def test_a_card_overlooked_beside_a_hand_of_which_a_card_is_out_is_the_first_of_the_following_one(
    table: AtTable,
) -> None:
    deal(table, "P100@1")
    report(table, "overlooked_card", seen=False)
    assert card(table, 5).location == "held_under"


@pytest.mark.parametrize("closed", [None, False, True], ids=["between coups", "in the betting", "closed"])
def test_a_card_that_was_overlooked_came_out_before_the_one_that_lies_visible_in_the_sabot_still(
    table: AtTable, *, closed: bool | None
) -> None:
    if closed is not None:
        (close if closed else lay)(table, "P100@1")
    table.does("report_visible")
    report(table, "overlooked_card", seen=False)
    assert (card(table, 1).location, table.state.blank_due) == ("held_under", True)
    table.press(("play_blank", {"said": True}), ("deal", {}))
    assert [(it.location, it.seen) for it in table.state.cards][:2] == [("punto", False), ("banco", True)]
    assert not table.state.stakes


# --- an overlooked card was seen, and the betting is closed


@pytest.fixture
def seen_before_the_deal(table: AtTable) -> AtTable:
    """«Rien ne va plus», no card of the hand is out, and one that was overlooked was seen."""
    close(table, "P100@1", "B50@2")
    report(table, "overlooked_card", seen=True, card="9S")
    return table


def test_nobody_deals_over_stakes_when_the_first_card_was_seen_beside_the_sabot(seen_before_the_deal: AtTable) -> None:
    table = seen_before_the_deal
    refused = table.refuses(Code.BLANK_DUE, "deal")
    assert refused.source == "Super Punto Banco, Art. 1"
    table.press(("play_blank", {"said": True}), ("deal", {}))
    assert [(it.number, it.location) for it in table.state.cards][:2] == [(1, "punto"), (2, "banco")]


def test_a_card_that_leaves_the_shoe_all_the_same_is_the_second_of_a_colpo_in_bianco(
    seen_before_the_deal: AtTable,
) -> None:
    table = seen_before_the_deal
    answer = table.does("card_out")
    assert len(effects(answer, "bet_returned")) == 2
    assert effects(answer, "blank_started") == [{}]
    assert [(it.number, it.location) for it in table.state.cards] == [(1, "punto"), (2, "banco")]
    assert (table.state.stakes, table.state.blank_due) == ([], False)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("places", [[1], [2], [1, 2]], ids=["the first falls", "the second falls", "both fall"])
@pytest.mark.parametrize("visible", [True, False], ids=["visible in the sabot", "seen beside it"])
def test_a_card_that_falls_on_leaving_the_shoe_begins_the_colpo_in_bianco_that_is_due(
    table: AtTable, places: list[int], *, visible: bool
) -> None:
    close(table, "P100@1", "B50@2")
    table.does("report_visible") if visible else report(table, "overlooked_card", seen=True, card="9S")
    answer = table.does("report_incident", kind="fallen_card", facts={"places": places})
    assert (len(effects(answer, "bet_returned")), effects(answer, "blank_started")) == (2, [{}])
    assert effects(answer, "phrase_due") == [{"words": "Colpo in Bianco"}]
    table.press(("call_blank", {"said": True}), ("deal", {}))
    assert [(it.number, it.location) for it in table.state.cards][:2] == [(1, "punto"), (2, "banco")]
    assert (table.row.shoes.get().out, table.state.blank_due) == (4, False)


# --- a card waits beside the sabot, and something else goes wrong with the hand


@pytest.fixture(params=[False, True], ids=["unseen", "seen"])
def one_waits(request: pytest.FixtureRequest, table: AtTable) -> tuple[AtTable, str]:
    """Nine and seven, and behind the four cards one too many came out."""
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="4H 3C")
    seen: dict[str, Any] = {"card": "2C", "exposed": True} if request.param else {}
    table.does("card_out", extra=True, **seen)
    return table, "held_seen" if request.param else "held_under"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("kind", ["inverted", "wrong_number"])
def test_who_tells_of_the_hands_alone_leaves_the_card_beside_the_sabot_where_it_waits(
    one_waits: tuple[AtTable, str], kind: str
) -> None:
    table, waits = one_waits
    case = report(table, kind, laid=FIRST_INVERTED)
    assert (waiting(table), table.row.shoes.get().out) == ([(5, waits, True)], 5)
    table.does("add_evidence", incident=case.number, laid=AS_DEALT)
    table.does("withdraw_incident", incident=case.number)
    assert (places(table), waiting(table)) == (AS_DEALT, [(5, waits, True)])
    pay(table)
    table.does("burn")
    assert (waiting(table), table.state.blank_due) == ([(5, waits, True)], waits == "held_seen")


def test_a_waiting_card_is_none_of_the_packet_when_the_next_cards_come_out_stuck_together(
    one_waits: tuple[AtTable, str],
) -> None:
    table, waits = one_waits
    report(table, "stuck_cards", before=4, packet=2, restored=False)
    assert (waiting(table), table.row.shoes.get().out) == ([(5, waits, True)], 7)
    assert [card(table, it).location for it in (6, 7)] == ["burned", "burned"]


def test_an_early_card_that_was_seen_while_it_waited_makes_the_next_coup_one_in_bianco_if_nobody_gets_it(
    table: AtTable,
) -> None:
    deal(table, "P100@1")
    table.does("card_out")
    table.does("report_incident", kind="waiting_card_seen", facts={"number": 5})
    turn(table)
    pay(table)
    table.does("burn")
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)


# --- turned by the dealer while they deal


def test_once_it_is_declared_no_card_is_turned_as_in_the_distribution(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("report_incident", kind="turned_by_dealer", facts={"number": 2, "card": "5D"})
    table.does("declare", claim="carta", means="voice")
    facts = {"number": 1, "card": "7S"}
    table.refuses(Code.PHASE, "report_incident", kind="turned_by_dealer", facts=facts)
