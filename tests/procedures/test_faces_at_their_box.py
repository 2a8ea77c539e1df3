"""A face is known by its box or by its place, and a report changes the boxes of places alone. Art. 6 to 8."""

from collections import Counter

import pytest

from procedures.models import Incident
from table.rules.houses import HOUSES
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import attest, newest, report, shows, verdict
from tests.croupier.coups import close, deal, hand_at
from tests.procedures.conftest import SitDown
from tests.rig.tables import AtTable

CLEAR = ("clear", "clear_by_equivalence")
P, B = "punto", "banco"


def number_of(table: AtTable, face: str) -> int:
    return next(card.number for card in table.state.of_the_hand if card.face == face)


def at(table: AtTable, side: Side) -> Counter[str]:
    return Counter(hand_at(table, side))


@pytest.fixture
def three_at_banco(table: AtTable) -> AtTable:
    """Q♦ 8♣ J♠ Q♥ came out and lie B P B B; Banco’s first two were turned as a pair, and then it was reported."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["QD", "QH"])
    table.does("report_incident", kind="wrong_number", facts={"laid": [B, P, B, B], "told_apart": True})
    return table


# --- 1: no report changes the box of a face that is known by its box


def test_art_07_three_at_banco_of_which_two_were_keyed_are_not_clear(three_at_banco: AtTable) -> None:
    table = three_at_banco
    assert at(table, Side.BANCO) == Counter(["QD", "QH", "??"])
    shows(table, P, "8C")
    shows(table, B, "JS")
    assert verdict() not in CLEAR


def test_art_07_nor_with_one_true_statement_on_a_keyed_card(three_at_banco: AtTable) -> None:
    table = three_at_banco
    shows(table, P, "8C")
    shows(table, B, "JS")
    table.does("add_evidence", incident=newest().number, places={str(number_of(table, "QD")): [1]})
    assert verdict() not in CLEAR
    table.does("add_evidence", incident=newest().number, places={str(number_of(table, "QH")): [4]})
    assert verdict() in CLEAR
    attest(table, newest())
    table.cast.ispettore.does("ratify", incident=newest().number)
    assert (at(table, Side.PUNTO), at(table, Side.BANCO)) == (Counter(["QD", "JS"]), Counter(["8C", "QH"]))


def test_a_report_into_which_the_faces_do_not_fit_is_refused_with_faces_and_box(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["QD", "QH"])
    refused = table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts={"laid": [P, P, P, B]})
    assert "At banco these are known: QD, QH. Cards there by this report: 1. Count again" in str(refused)
    assert not Incident.objects.exists()
    assert at(table, Side.BANCO) == Counter(["QD", "QH"])


def test_faces_that_do_not_fit_beside_the_hands_are_named_with_those_known_there_by_their_place(table: AtTable) -> None:
    deal(table, "P100@1")
    for early in ("7S", "KD"):
        table.does("card_out", card=early, exposed=True)
    case = report(table, "wrong_number", laid=[P, B, P, None, None, None])
    shows(table, "beside", "2H")
    facts = {"laid": [P, B, P, B, None, None]}
    refused = table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts=facts)
    assert str(refused) == "Beside the hands these are known: 2H, 7S, KD. Cards there by this report: 2."
    refused = table.refuses(Code.EVIDENCE, "withdraw_incident", incident=case.number)
    assert "2H, 7S, KD. Cards there by the record: 2. Report" in str(refused)


def test_a_face_that_is_known_by_its_place_lies_where_its_place_lies(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["2S", "KD"])
    table.does("card_out", card="5C")
    report(table, "undue_third", laid=[P, B, P, B, B])
    assert at(table, Side.BANCO) == Counter(["2S", "KD", "5C"])
    assert number_of(table, "5C") == max(card.number for card in table.state.cards)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("laid", [[B, P, P, B], [P, B, B, P], [B, B, P, P]])
def test_four_that_were_dealt_open_are_at_each_box_in_the_order_in_which_they_came(
    sit_down: SitDown, laid: list[str]
) -> None:
    table = sit_down(next(it for it in HOUSES.values() if it.dealing == "face_up"))
    close(table, "B100@1")
    table.does("deal", cards=["6S", "7S", "KD", "KH"])
    case = report(table, "inverted", laid=laid)
    assert (at(table, Side.PUNTO), at(table, Side.BANCO)) == (Counter(["6S", "KD"]), Counter(["7S", "KH"]))
    assert verdict(case) == "clear"
    table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts={"laid": [P, P, P, B]})


def test_once_another_card_lies_at_their_box_nobody_knows_their_order(sit_down: SitDown) -> None:
    table = sit_down(next(it for it in HOUSES.values() if it.dealing == "face_up"))
    close(table, "B100@1")
    table.does("deal", cards=["6S", "7S", "KD", "4H"])
    case = report(table, "wrong_number", laid=[P, B, P, B, P], told_apart=False)
    shows(table, P, "9C")
    assert verdict(case) == "not_clear"


def test_that_somebody_knows_each_covered_card_is_said_of_a_box_where_none_lies_open(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["2H", "2D"])
    laid = [P, P, B, B, B]
    refused = {"laid": [P, P, P, B, B], "told_apart": [P]}
    table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts=refused)
    case = report(table, "wrong_number", laid=laid, told_apart=[B])
    assert set(case.evidence["items"][0]["places"]) == {str(card.number) for card in table.state.at(Side.BANCO)}


# --- 2: every covered card can be shown, and every face that lies open corrected


def test_every_covered_card_can_be_shown_from_every_state(three_at_banco: AtTable) -> None:
    shows(three_at_banco, P, "8C")
    shows(three_at_banco, B, "JS")
    assert all(card.face for card in three_at_banco.state.cards)


def test_a_mistyped_face_is_corrected_after_a_battuta_and_a_report_and_the_declaration_waits(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["9S", "KD"])
    report(table, "wrong_number", laid=[P, B, P, P, B])
    number = number_of(table, "9S")
    table.does("correct_entry", what="card", new={"number": number, "card": "3S"}, reason="mistyped")
    assert at(table, Side.PUNTO)["3S"] == 1
    assert table.state.coup is not None
    assert table.state.coup.claim == "battuta" or all(card.face for card in table.state.at(Side.PUNTO)[:2])


def test_a_pair_is_never_keyed_onto_a_third_that_was_served_by_itself(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("card_out")
    report(table, "wrong_number", laid=[P, B, B, B, P])
    third = max(card.number for card in table.state.cards)
    refused = table.refuses(Code.PHASE, "turn_battuta", cards=["2S", "3S"])
    assert str(third) in str(refused)
    table.does("show_card", where=P, card="3S", number=third)
    table.does("turn_battuta", cards=["2S", "3S"])
    assert number_of(table, "3S") == third
