"""A withdrawn report leaves everything as it was, and what was told and shown since. Super Punto Banco, Art. 6 to 8."""

from collections import Counter

import pytest

from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import newest, report, shows, verdict
from tests.croupier.coups import coup, deal, hand_at
from tests.procedures.test_faces_at_their_box import CLEAR, B, P, at, number_of
from tests.rig.tables import AtTable


def rows(table: AtTable) -> list[tuple[int, str, str, str, bool]]:
    return [(it.number, it.face, str(it.location), it.known, it.alone) for it in table.state.of_the_hand]


def test_faces_shown_since_lie_at_their_box_when_the_report_is_withdrawn(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "wrong_number", laid=[P, P, P, B])
    shows(table, P, "QS", "8D")
    table.does("withdraw_incident", incident=case.number)
    assert at(table, Side.PUNTO) == Counter(["QS", "8D"])
    assert not coup(table).held
    table.does("turn_banco", cards=["5S", "KD"])
    assert table.state.phase == "punto_up"


def test_a_withdrawal_into_which_the_faces_do_not_fit_is_refused_with_them_and_the_way_out(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "wrong_number", laid=[P, P, P, B])
    shows(table, P, "QS", "8D", "4C")
    refused = table.refuses(Code.EVIDENCE, "withdraw_incident", incident=case.number)
    assert "QS, 8D, 4C" in str(refused)
    report(table, "wrong_number", laid=[P, B, P, P])
    table.does("withdraw_incident", incident=case.number)
    assert at(table, Side.PUNTO) == Counter(["QS", "8D", "4C"])


@pytest.mark.parametrize("fix", [{"where": B}, {"card": None}], ids=["lies at the other box", "was not shown"])
def test_or_a_face_is_corrected_that_lies_elsewhere_or_was_not_shown(
    table: AtTable, fix: dict[str, str | None]
) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "wrong_number", laid=[P, P, P, B])
    shows(table, P, "QS", "8D", "4C")
    new = {"number": number_of(table, "4C"), "card": "4C"} | fix
    table.does("correct_entry", what="card", new=new, reason="misread")
    assert at(table, Side.PUNTO)["4C"] == 0
    table.does("withdraw_incident", incident=case.number)
    assert at(table, Side.PUNTO) == Counter(["QS", "8D"])


def test_what_the_report_had_struck_or_drawn_is_taken_back_and_a_third_is_the_last_again(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["2S", "KD"])
    table.does("card_out", card="5C")
    before = rows(table)
    for laid in ([P, B, B, P], [P, B, P, B, B, P], [P, B, P, B, P, B]):
        case = report(table, "wrong_number", laid=laid)
        last_at_punto = max(at for at, side in enumerate(laid, start=1) if side == P)
        assert (number_of(table, "5C"), len(rows(table))) == (last_at_punto, len(laid))
        table.does("withdraw_incident", incident=case.number)
        assert rows(table) == before


def test_what_was_said_before_the_report_counts_again_and_what_was_said_since_counts_on(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    first = report(table, "inverted", lost=[1, 2])
    assert verdict(first) == "not_clear"
    one = min(card.number for card in table.state.cards)
    table.does("add_evidence", incident=first.number, places={str(one): [1]})
    assert verdict(first) in CLEAR
    second = report(table, "wrong_number", laid=[B, P, P, P], told_apart=False)
    assert verdict(first) == "not_clear"
    table.does("withdraw_incident", incident=second.number)
    assert verdict(first) in CLEAR


@pytest.mark.parametrize("older_first", [True, False])
def test_the_newest_report_that_stands_says_how_they_lie_of_whichever_case(
    table: AtTable, *, older_first: bool
) -> None:
    deal(table, "P100@1", "B50@2")
    before = rows(table)
    one = report(table, "inverted", laid=[B, P, P, B])
    table.does("add_evidence", incident=one.number, laid=[P, B, B, P])
    two = report(table, "wrong_number", laid=[P, B, P])
    table.does("add_evidence", incident=two.number, laid=[P, B, P, P])
    for case in (one, two) if older_first else (two, one):
        lay = [it.location for it in table.state.cards]
        table.does("withdraw_incident", incident=case.number)
        if case is one and older_first:
            assert [it.location for it in table.state.cards] == lay
        elif not older_first and case is two:
            assert [it.location for it in table.state.cards] == [P, B, B, P]
    assert rows(table) == before


def test_of_two_equal_faces_at_one_box_one_may_be_spoken_of(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    first = report(table, "wrong_number", laid=[P, B, P, P])
    shows(table, P, "QD", "QD", "4C")
    shows(table, B, "5S")
    assert verdict(first) == "not_clear"
    table.does("add_evidence", incident=first.number, places={str(number_of(table, "4C")): [4]})
    assert verdict(first) in CLEAR
    table.does("add_evidence", incident=first.number, places={str(number_of(table, "QD")): [3]})
    second = report(table, "inverted", laid=[P, P, B, P])
    assert hand_at(table, Side.PUNTO).count("QD") == 2
    table.does("withdraw_incident", incident=second.number)
    assert verdict(first) in CLEAR
    assert newest() == second


def test_a_card_that_came_out_meanwhile_stays_out(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "wrong_number", laid=[P, B, P])
    table.does("card_out")
    table.does("withdraw_incident", incident=case.number)
    assert [it.location for it in table.state.cards][:4] == [P, B, P, B]
    assert len(table.state.cards) == 5
