"""A hand is turned with one card or three: the table notices it and asks how they lie. Super Punto Banco, Art. 7."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from procedures.models import Incident
from procedures.screens.open_cases import open_cases
from table.models import Alert
from table.rules.refusal import Code
from table.rules.regola import Side
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.house.coups import card, coup, deal, effects, lay, pay, play
from tests.procedures.cases import attest
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db

THREE_AT_BANCO, ONE_AT_BANCO = ["punto", "banco", "punto", "banco", "banco"], ["punto", "banco", "punto"]


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Four cards lie before a reader who has declared, by the record."""
    ready = ready_table()
    deal(ready, "P100@1", "B50@2")
    ready.does("declare", claim="no_carta", means="voice")
    yield ready
    ready.check()


def noticed() -> Incident:
    return Incident.objects.get(kind="wrong_number")


@pytest.mark.parametrize("cards", [["7S"], ["7S", "KD", "2C"]], ids=["one card", "three cards"])
def test_one_card_or_three_turned_at_a_box_hold_the_coup_and_nothing_is_turned_by_the_record(
    table: AtTable, cards: list[str]
) -> None:
    answer = table.does("turn_banco", cards=cards)
    assert effects(answer, "wrong_number") == [{"side": "banco", "cards": cards}]
    case = noticed()
    assert (case.article, case.noticed, case.reported_by, case.caused_by) == (7, True, "", "dario")
    assert case.answer == {"verdict": "", "why": "E_COUNT"}
    assert coup(table).held
    assert [it.face for it in table.state.cards] == ["", "", "", ""]
    assert Alert.objects.filter(code="wrong_number").count() == 1


def test_it_is_noticed_at_punto_too_whoever_turns_it() -> None:
    reader = ready_table()
    deal(reader, "P100@1")
    reader.does("turn_battuta", cards=["9S", "KD", "2C"])
    assert (noticed().facts, coup(reader).claim) == ({"side": "punto", "cards": ["9S", "KD", "2C"]}, "")
    reader.check()
    other = ready_table(code="T4")
    deal(other, "B100@1")
    other.does("turn_punto", cards=["9S"])
    assert coup(other).held
    other.check()


@pytest.mark.parametrize("cards", [[], ["7S", "KD", "2C", "3C"]])
def test_more_or_fewer_than_that_were_mistyped(table: AtTable, cards: list[str]) -> None:
    table.refuses(Code.COUNT, "turn_banco", cards=cards)


def test_a_seventh_card_of_six_decks_is_no_fact() -> None:
    table = ready_table()
    play(table, "P100@1", punto="9S 9S", banco="9S 9S")
    table.press(("open_bets", {}), ("clear", {"coup": "1.2"}))
    lay(table, "B100@1")
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.refuses(Code.CARD_IMPOSSIBLE, "turn_punto", cards=["9S", "9S", "9S"])
    table.refuses(Code.CARD_COVERED, "turn_punto", cards=["??"])
    table.does("turn_punto", cards=["9S", "9S"])
    table.check()


def test_nothing_is_ratified_before_it_is_told_how_the_cards_lie(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    attest(table, noticed())
    table.cast.ispettore.is_refused(Code.COUNT, "ratify", incident=noticed().number)
    now = take(table.code)
    assert now is not None
    with translation.override("en"):
        assert open_cases(now)[0].awaits == "Awaited: the dealer reports where each card lies."


def test_a_report_of_its_kind_tells_the_case_that_was_noticed_and_opens_no_other(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    number = noticed().number
    answer = table.does("report_incident", kind="wrong_number", facts={"laid": THREE_AT_BANCO})
    assert effects(answer, "incident_evidence") == [{"incident": number, "source": "statement"}]
    assert [it.location for it in table.state.cards] == THREE_AT_BANCO
    assert noticed().answer == {"verdict": "", "why": "E_CARD_COVERED"}


def test_three_cards_at_banco_are_rebuilt_once_they_are_turned_by_the_record_too(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    table.does("report_incident", kind="wrong_number", facts={"laid": THREE_AT_BANCO})
    table.does("turn_banco", cards=["7S", "KD"])
    table.does("turn_third", card="2C")
    table.does("turn_punto", cards=["6S", "KH"])
    attest(table, noticed())
    table.cast.ispettore.does("ratify", incident=noticed().number)
    assert (card(table, 5).location, noticed().status) == ("held_seen", "ratified")
    pay(table)
    table.does("burn")
    assert table.state.blank_due


def test_one_card_at_banco_is_completed_from_the_sabot(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S"])
    table.does("report_incident", kind="wrong_number", facts={"laid": ONE_AT_BANCO})
    assert noticed().answer["verdict"] == "clear"
    attest(table, noticed())
    table.cast.ispettore.does("ratify", incident=noticed().number)
    table.does("deal")
    table.does("turn_banco", cards=["7S", "KD"])
    table.does("turn_punto", cards=["6S", "KH"])
    pay(table)
    table.does("burn")


def test_more_evidence_tells_it_as_well_as_a_report(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S"])
    laid = ["punto", "banco", "punto", "punto"]
    table.cast.ispettore.does("add_evidence", incident=noticed().number, laid=laid, source="layout")
    assert noticed().answer["verdict"] == "clear"
    assert len(table.state.at(Side.PUNTO)) == 3


def test_a_number_that_was_only_keyed_wrong_is_taken_back_by_the_dealer(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S"])
    table.does("withdraw_incident", incident=noticed().number)
    assert not coup(table).held
    table.does("turn_banco", cards=["7S", "KD"])


def test_once_it_is_told_how_they_lie_it_is_not_taken_back_any_more(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S"])
    table.does("report_incident", kind="wrong_number", facts={"laid": ONE_AT_BANCO})
    table.cast.ispettore.is_refused(Code.REGOLA, "withdraw_incident", incident=noticed().number)


def test_where_a_third_card_lies_the_number_tells_nothing_and_it_is_reported() -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD"])
    table.does("card_out", card="2C")
    refused = table.refuses(Code.COUNT, "turn_punto", cards=["2S", "KH", "2C"])
    assert refused.source == "Super Punto Banco, Art. 7"
    table.check()


def test_the_console_leads_to_the_report_until_it_is_told_and_lets_the_dealer_take_the_number_back(
    table: AtTable,
) -> None:
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    for word in ('data-opens="report-wrong_number"', "withdraw_incident"):
        assert word in _band(table)
    table.does("report_incident", kind="wrong_number", facts={"laid": THREE_AT_BANCO})
    for word in ('data-opens="report-wrong_number"', "withdraw_incident"):
        assert word not in _band(table)


def _band(table: AtTable) -> str:
    """What stands over the dealer's console of the case."""
    now = take(table.code)
    assert now is not None
    text = render(now, Region("incidents:dealer", "en"))
    return text[text.index('class="incident') : text.index('data-key="decisions"')]


def test_what_was_turned_is_read_on_the_sheet_of_the_inspector(table: AtTable) -> None:
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    now = take(table.code)
    assert now is not None
    text = render(now, Region("incidents:ispettore_gioco", "en"))
    assert "Turned at the box of Banco" in text
    assert "7♠ K♦ 2♣" in text
