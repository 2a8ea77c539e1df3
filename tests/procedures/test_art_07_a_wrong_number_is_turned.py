"""A hand is turned with one card or three: the table notices it and asks how they lie. Super Punto Banco, Art. 7."""

import pytest

from procedures.models import Incident
from table.models import Alert
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import attest, knows_the_order
from tests.croupier.coups import card, coup, deal, effects, lay, pay, play
from tests.procedures.looking import awaited
from tests.rig.tables import AtTable, ready_table

THREE_AT_BANCO, ONE_AT_BANCO = ["punto", "banco", "punto", "banco", "banco"], ["punto", "banco", "punto"]


@pytest.fixture
def declared(table: AtTable) -> AtTable:
    """Four cards lie before a reader who has declared, by the record."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    return table


def noticed() -> Incident:
    return Incident.objects.get(kind="wrong_number")


@pytest.mark.parametrize("cards", [["7S"], ["7S", "KD", "2C"]], ids=["one card", "three cards"])
def test_one_card_or_three_turned_at_a_box_hold_the_coup_and_nothing_is_turned_by_the_record(
    declared: AtTable, cards: list[str]
) -> None:
    answer = declared.does("turn_banco", cards=cards)
    assert effects(answer, "wrong_number") == [{"side": "banco", "cards": cards}]
    case = noticed()
    assert (case.article, case.noticed, case.reported_by, case.caused_by) == (7, True, "", "")
    assert case.answer == {"verdict": "", "why": "E_COUNT"}
    assert coup(declared).held
    assert [it.face for it in declared.state.cards] == ["", "", "", ""]
    assert Alert.objects.filter(code="wrong_number").count() == 1


def test_one_card_or_three_hold_the_coup_at_punto_too_whoever_turns_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD", "2C"])
    assert (noticed().facts, coup(table).claim) == ({"side": "punto", "cards": ["9S", "KD", "2C"]}, "")
    other = ready_table(code="T4")
    deal(other, "B100@1")
    other.does("turn_punto", cards=["9S"])
    assert coup(other).held
    other.check()


@pytest.mark.parametrize("cards", [[], ["7S", "KD", "2C", "3C"]])
def test_none_and_four_cards_were_mistyped(declared: AtTable, cards: list[str]) -> None:
    declared.refuses(Code.COUNT, "turn_banco", cards=cards)


def test_a_seventh_card_of_six_decks_is_no_fact(table: AtTable) -> None:
    play(table, "P100@1", punto="9S 9S", banco="9S 9S")
    table.press(("open_bets", {}), ("clear", {"coup": "1.2"}))
    lay(table, "B100@1")
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.refuses(Code.CARD_IMPOSSIBLE, "turn_punto", cards=["9S", "9S", "9S"])
    table.refuses(Code.CARD_COVERED, "turn_punto", cards=["??"])
    table.does("turn_punto", cards=["9S", "9S"])


@pytest.mark.parametrize("cards", [["7S"], ["7S", "KD", "2C"], ["7S", "KD"]])
def test_a_hand_that_lies_open_is_not_turned_again_whatever_number_is_keyed(
    declared: AtTable, cards: list[str]
) -> None:
    declared.does("turn_banco", cards=["7S", "KD"])
    declared.refuses(Code.PHASE, "turn_banco", cards=cards)
    assert not Incident.objects.exists()


def test_where_a_third_card_lies_the_number_tells_nothing_and_it_is_reported(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD"])
    table.does("card_out", card="2C")
    refused = table.refuses(Code.COUNT, "turn_punto", cards=["2S", "KH", "2C"])
    assert refused.source == "Super Punto Banco, Art. 7"


# --- it is told how the cards lie


def test_nothing_is_ratified_before_it_is_told_how_the_cards_lie(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S", "KD", "2C"])
    attest(declared, noticed())
    declared.cast.ispettore.is_refused(Code.COUNT, "ratify", incident=noticed().number)
    assert awaited(declared) == ["Awaited: the dealer reports where each card lies."]


def test_a_report_of_its_kind_tells_the_case_that_was_noticed_and_opens_no_other(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S", "KD", "2C"])
    number = noticed().number
    answer = declared.does("report_incident", kind="wrong_number", facts={"laid": THREE_AT_BANCO})
    assert effects(answer, "incident_evidence") == [{"incident": number, "source": "statement"}]
    assert [it.location for it in declared.state.cards] == THREE_AT_BANCO
    assert noticed().answer == {"verdict": "", "why": "E_CARD_COVERED"}


def test_three_cards_at_banco_are_rebuilt_once_they_are_turned_by_the_record_too(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S", "KD", "2C"])
    declared.does("report_incident", kind="wrong_number", facts={"laid": THREE_AT_BANCO})
    declared.does("turn_banco", cards=["7S", "KD"])
    declared.does("turn_third", card="2C")
    declared.does("turn_punto", cards=["6S", "KH"])
    knows_the_order(declared, noticed())
    attest(declared, noticed())
    declared.cast.ispettore.does("ratify", incident=noticed().number)
    assert (card(declared, 5).location, noticed().status) == ("held_seen", "ratified")
    pay(declared)
    declared.does("burn")
    assert declared.state.blank_due


def test_one_card_at_banco_is_completed_from_the_sabot(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S"])
    declared.does("report_incident", kind="wrong_number", facts={"laid": ONE_AT_BANCO})
    assert noticed().answer["verdict"] == "clear"
    attest(declared, noticed())
    declared.cast.ispettore.does("ratify", incident=noticed().number)
    declared.does("deal")
    declared.does("turn_banco", cards=["7S", "KD"])
    declared.does("turn_punto", cards=["6S", "KH"])
    pay(declared)
    declared.does("burn")


def test_more_evidence_tells_it_as_well_as_a_report(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S"])
    laid = ["punto", "banco", "punto", "punto"]
    declared.cast.ispettore.does("add_evidence", incident=noticed().number, laid=laid, source="layout")
    assert noticed().answer["verdict"] == "not_clear"
    knows_the_order(declared, noticed())
    assert noticed().answer["verdict"] == "clear"
    assert len(declared.state.at(Side.PUNTO)) == 3


# --- it was keyed wrong


def test_what_the_table_noticed_itself_is_withdrawn_by_an_ispettore_alone(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S"])
    declared.refuses(Code.ROLE, "withdraw_incident", incident=noticed().number)
    declared.cast.ispettore.does("withdraw_incident", incident=noticed().number)
    assert not coup(declared).held
    declared.does("turn_banco", cards=["7S", "KD"])


def test_a_number_that_was_only_keyed_wrong_is_keyed_anew_and_its_case_closes_with_an_alert(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S"])
    answer = declared.does("turn_banco", cards=["7S", "KD"])
    assert effects(answer, "case_closed_by_keys") == [{"incident": noticed().number, "kind": "wrong_number"}]
    assert (noticed().status, coup(declared).held) == ("withdrawn", False)
    declared.cast.ispettore.does("acknowledge_alert", number=answer.number, code="case_closed_by_keys")
    declared.does("turn_punto", cards=["6S", "KH"])
    pay(declared)


def test_once_an_inspector_has_attested_it_what_is_keyed_anew_closes_nothing(declared: AtTable) -> None:
    declared.does("turn_banco", cards=["7S"])
    attest(declared, noticed())
    declared.does("turn_banco", cards=["7S", "KD"])
    assert (noticed().status, coup(declared).held) == ("open", True)
    declared.cast.ispettore.does("withdraw_incident", incident=noticed().number)
    assert not coup(declared).held


def test_once_it_is_told_how_they_lie_an_ispettore_withdraws_it_and_they_lie_as_the_record_had_them(
    declared: AtTable,
) -> None:
    declared.does("turn_banco", cards=["7S"])
    declared.does("report_incident", kind="wrong_number", facts={"laid": ONE_AT_BANCO})
    declared.refuses(Code.ROLE, "withdraw_incident", incident=noticed().number)
    declared.cast.ispettore.does("withdraw_incident", incident=noticed().number)
    assert [it.location for it in declared.state.cards] == ["punto", "banco", "punto", "banco"]
