"""A statement is bound to a face or to the backs of a box, and no screen asks for the press that undoes it. Art. 7."""

import pytest

from procedures.rebuild.items import reports_of
from procedures.screens.deciding import decision_dialog
from procedures.screens.open_cases import open_cases
from table.rules.profile import Role
from table.screens.dealer.task import task
from table.screens.read.snapshot import Snapshot
from table.screens.read.snapshot import take as look
from tests.croupier.cases import attest, newest, report, shows, verdict
from tests.croupier.coups import deal
from tests.procedures.looking import region
from tests.procedures.test_faces_at_their_box import CLEAR, B, P, number_of
from tests.rig.tables import AtTable


@pytest.fixture
def three_at_punto(table: AtTable) -> AtTable:
    """After the declaration three lie at Punto, and the dealer knows each covered card."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("report_incident", kind="wrong_number", facts={"laid": [P, B, P, P], "told_apart": True})
    return table


def shown(table: AtTable) -> Snapshot:
    found = look(table.code)
    assert found is not None
    return found


def by_number(table: AtTable, place: int, face: str) -> None:
    card = table.state.of_the_hand[place - 1]
    table.does("show_card", where=card.location, card=face, number=card.number)


def test_a_back_that_is_turned_by_its_number_keeps_what_was_said_of_it(three_at_punto: AtTable) -> None:
    assert verdict() == "clear"
    by_number(three_at_punto, 3, "2C")
    by_number(three_at_punto, 1, "AS")
    shows(three_at_punto, P, "6D")
    shows(three_at_punto, B, "KH")
    assert verdict() == "clear"


def test_without_it_what_was_said_is_set_aside_and_asked_for_again(three_at_punto: AtTable) -> None:
    shows(three_at_punto, P, "2C", "AS", "6D")
    shows(three_at_punto, B, "KH")
    assert verdict() == "not_clear"
    attest(three_at_punto, newest())
    snapshot = shown(three_at_punto)
    dialog = decision_dialog(snapshot, Role.ISPETTORE_GIOCO, open_cases(snapshot)[0])
    assert dialog.case.say_again
    assert "told_apart" not in {name for name, _question, _answer in dialog.case.answers}
    assert dialog.comparison is not None
    [punto] = [box for box in dialog.comparison.as_laid if box.side == P]
    assert {card.place for card in punto.cards} == {0}
    assert dialog.evidence is not None
    assert [(box.cards, box.places) for box in dialog.evidence.boxes] == [("K♥", "2."), ("2♣ A♠ 6♦", "1. 3. 4.")]


def test_where_it_can_be_said_again_in_a_colpo_in_bianco_no_stakes_are_said_to_go_back(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.press(("play_blank", {"said": True}), ("deal", {}))
    case = report(table, "wrong_number", laid=[P, B, P, P, P], told_apart=True)
    shows(table, P, "2C", "AS", "6D", "4H")
    shows(table, B, "KH")
    attest(table, case)
    form = region(table, Role.ISPETTORE_GIOCO)
    assert ("Stakes go back" in form, "The cards are burned, also those" in form) == (False, True)


def test_the_console_asks_while_turning_which_of_them_it_is(three_at_punto: AtTable) -> None:
    pads = [pad for pad in task(shown(three_at_punto)).pads if pad.slots[0].side == P]
    assert [pad.verb for pad in pads] == ["show_card"] * 4
    assert [pad.given.get("number") for pad in pads] == [1, 3, 4, None]
    assert [pad.doubts for pad in pads] == [False, False, False, True]


def test_what_was_said_of_a_card_that_lay_open_survives_the_turning_of_others(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "wrong_number", laid=[P, B, P, P], told_apart=False)
    shows(table, P, "2C")
    table.does("add_evidence", incident=case.number, places={str(number_of(table, "2C")): [4]})
    shows(table, P, "AS", "6D")
    shows(table, B, "KH")
    assert verdict(case) in CLEAR


# --- a third card that was served by itself, in the report of which it is the last


def reports_where(table: AtTable, *laid: str, served: bool = False) -> None:
    """Where the cards lie is reported, and nothing is said of the backs."""
    kind = "undue_third" if served else "inverted"
    table.does("report_incident", kind=kind, facts={"laid": laid} | ({"served": True} if served else {}))


def unsure() -> list[list[int]]:
    """Of which cards each report of the newest case leaves it open which of them came by itself."""
    return [it.unsure for it in reports_of(newest())]


def test_the_only_covered_card_is_the_one_that_was_served_last_and_needs_no_number(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.press(("turn_banco", {"cards": ["7S", "QH"]}), ("turn_punto", {"cards": ["6H", "QC"]}))
    reports_where(table, P, B, P, B, P, served=True)
    assert verdict() in CLEAR
    shows(table, P, "4D")
    assert verdict() in CLEAR


def test_a_card_that_is_served_takes_no_doubt_of_an_earlier_report_away(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["2S", "3H"])
    table.does("card_out")
    reports_where(table, B, P, P, B, B, B)
    doubted = unsure()
    reports_where(table, B, P, P, B, B, B, P, served=True)
    assert doubted != [[]]
    assert unsure() == doubted
