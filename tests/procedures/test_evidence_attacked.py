"""Reports, withdrawals and corrections that cross each other leave what is known of the cards as it is. Art. 6 to 8."""

from collections import Counter
from typing import Any

import pytest

from procedures.models import Incident
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import newest, report, shows, verdict
from tests.croupier.coups import close, deal
from tests.procedures.test_faces_at_their_box import CLEAR, B, P, at, number_of
from tests.procedures.test_withdrawn_reports import rows
from tests.rig.tables import AtTable


def hand_of(case: Incident, side: str) -> list[dict[str, Any]]:
    """The cards of this hand as the answer to the case proposes it."""
    case.refresh_from_db()
    found: list[dict[str, Any]] = case.answer["proposal"][side]
    return found


def lay(table: AtTable) -> list[str]:
    return [str(it.location) for it in table.state.of_the_hand]


def test_the_older_of_two_reports_is_withdrawn_and_the_newer_says_still_how_they_lie(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    one = report(table, "inverted", laid=[B, P, P, B])
    two = report(table, "wrong_number", laid=[P, B, P, P, B])
    shows(table, P, "2C")
    table.does("withdraw_incident", incident=one.number)
    assert lay(table) == [P, B, P, P, B]
    table.does("withdraw_incident", incident=two.number)
    assert lay(table) == [P, B, P, B]
    assert at(table, Side.PUNTO)["2C"] == 1


def test_a_report_of_another_case_laid_between_is_the_newest_again_once_the_last_is_withdrawn(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    one = report(table, "inverted", laid=[B, P, P, B])
    two = report(table, "wrong_number", laid=[P, P, P, B])
    table.does("add_evidence", incident=one.number, laid=[P, B, B, P])
    table.does("withdraw_incident", incident=one.number)
    assert lay(table) == [P, P, P, B]
    table.does("withdraw_incident", incident=two.number)
    assert lay(table) == [P, B, P, B]


def in_turn(table: AtTable) -> list[tuple[int, str, str]]:
    """Number, face and location of the cards that came out behind the first four."""
    return [(it.number, it.face, str(it.location)) for it in table.state.of_the_hand[4:]]


def test_a_third_that_was_reported_as_served_by_itself_comes_before_what_came_out_since(table: AtTable) -> None:
    """The next one lay beside the sabot and then at Banco: neither report nor withdrawal gives it the other’s turn."""
    deal(table, "P100@1", "B50@2")
    report(table, "undue_third", laid=[P, B, P, B, P], served=True)
    table.does("card_out", card="9C", exposed=True)
    again = report(table, "wrong_number", laid=[P, B, P, B, P, B], told_apart=False)
    table.does("show_card", where=P, card="7S", number=number_of(table, "9C") - 1)
    assert in_turn(table) == [(5, "7S", P), (6, "9C", B)]
    table.does("withdraw_incident", incident=again.number)
    assert in_turn(table) == [(5, "7S", P), (6, "9C", "waiting")]


def test_nor_does_it_come_before_a_third_that_was_out_when_it_was_served(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["2S", "KD"])
    table.does("card_out", card="5C")
    report(table, "undue_third", laid=[P, B, P, B, P, B], served=True, told_apart=False)
    table.does("show_card", where=B, card="7S")
    table.does("card_out", card="9C", exposed=True, extra=True)
    for further in ([], [B]):
        report(table, "wrong_number", laid=[P, B, P, B, P, B, P, *further], told_apart=False)
        assert in_turn(table)[:3] == [(5, "5C", P), (6, "7S", B), (7, "9C", P)]


def test_nor_behind_one_of_the_first_four_that_came_out_since(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    table.does("card_out")
    table.does("card_out")
    report(table, "undue_third", laid=[P, B, P], served=True)
    table.does("show_card", where=P, card="7S", number=3)
    table.does("card_out", card="9C", exposed=True)
    report(table, "inverted", laid=[P, B, B, P], told_apart=False)
    assert [(it.face, str(it.location)) for it in table.state.of_the_hand[2:]] == [("7S", B), ("9C", P)]


def test_that_a_face_lies_at_the_other_box_is_said_of_one_keyed_as_its_card_came_too(table: AtTable) -> None:
    """Five came, and then a third by itself, keyed as it came: by the record it lies where the fifth does."""
    deal(table, "P100@1", "B50@2")
    table.does("card_out", card="QD", exposed=True)
    case = report(table, "undue_third", laid=[P, B, P, B, B, P], told_apart=False)
    assert at(table, Side.BANCO)["QD"] == 1
    third = number_of(table, "QD")
    table.does("correct_entry", what="card", new={"number": third, "card": "QD", "where": P}, reason="misread")
    assert (at(table, Side.PUNTO)["QD"], at(table, Side.BANCO)["QD"]) == (1, 0)
    shows(table, B, "2S", "3S", "4S")
    shows(table, P, "5S", "6S")
    assert all(card.face for card in table.state.cards)
    assert verdict(case) not in CLEAR


def test_a_number_that_was_named_by_mistake_is_taken_back_and_the_card_shown_at_its_box(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("card_out")
    report(table, "undue_third", laid=[P, B, P, B, B], told_apart=False)
    third = table.state.came_alone[0].number
    table.does("show_card", where=B, card="9C", number=third)
    table.does("correct_entry", what="card", new={"number": third, "card": None}, reason="misread")
    shows(table, B, "9C", "4D", "5D")
    shows(table, P, "2S", "KD")
    assert at(table, Side.BANCO) == Counter(["9C", "4D", "5D"])
    assert verdict() not in CLEAR, "nobody knows any more which of the three came by itself"


def test_nothing_of_that_is_said_while_no_case_holds_the_coup(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["2H", "2D"])
    for fix in ({"card": None}, {"card": "2H", "where": B}):
        table.refuses(Code.PHASE, "correct_entry", what="card", new={"number": 1} | fix, reason="misread")


@pytest.mark.parametrize("first", [P, B])
def test_a_third_keyed_by_itself_and_a_pair_are_each_what_they_are_in_either_order(table: AtTable, first: str) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("card_out")
    case = report(table, "undue_third", laid=[P, B, P, B, P], told_apart=False)
    third = table.state.came_alone[0].number
    if first == B:
        table.does("turn_banco", cards=["4D", "5D"])
    table.does("show_card", where=P, card="6H", number=third)
    table.does("turn_battuta" if first == P else "turn_punto", cards=["2S", "KD"])
    if first == P:
        table.does("turn_banco", cards=["4D", "5D"])
    assert verdict(case) in CLEAR
    assert number_of(table, "6H") == third


def test_of_two_equal_faces_one_served_by_itself_is_the_third_and_the_other_is_not(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("card_out")
    case = report(table, "undue_third", laid=[P, B, P, B, P], told_apart=False)
    third = table.state.came_alone[0].number
    table.does("show_card", where=P, card="2S", number=third)
    shows(table, P, "2S", "KD")
    shows(table, B, "4D", "3D")
    assert verdict(case) in CLEAR
    assert [it["card"] for it in newest().answer["proposal"][P]] == ["2S", "KD", "2S"]


def test_a_false_report_between_two_statements_takes_nothing_from_either(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "wrong_number", laid=[P, B, P, P], told_apart=False)
    shows(table, P, "2C")
    table.does("add_evidence", incident=case.number, places={str(number_of(table, "2C")): [4]})
    false = report(table, "inverted", laid=[P, P, B, B], told_apart=False)
    shows(table, P, "AS")
    table.does("withdraw_incident", incident=false.number)
    assert rows(table)[1][2] == B
    shows(table, P, "6D")
    shows(table, B, "KH")
    assert verdict(case) in CLEAR


def test_of_a_card_that_does_not_wait_beside_the_sabot_it_is_said_that_it_is_not_out(table: AtTable) -> None:
    """Three came, and a fourth by itself; it was taken for one too many, and entered as lying beside the sabot."""
    deal(table, "P100@1", "B50@2")
    table.does("turn_banco", cards=["AC", "7S"])
    table.does("card_out", extra=True)
    case = report(table, "undue_third", laid=[P, B, B, P, "out"], told_apart=False)
    assert lay(table) == [P, B, B, P]
    assert [it.alone for it in table.state.of_the_hand] == [False, False, False, True]
    table.does("add_evidence", incident=case.number, places={str(number_of(table, "7S")): [2]})
    shows(table, P, "6D", "6D")
    assert [it["card"] for it in hand_of(case, "banco")] == ["7S", "6D"], "Banco draws next, from the sabot"
