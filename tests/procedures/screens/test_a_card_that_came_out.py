"""What the console asks of a card that came out: where a first one lay face up, where one lies that nobody is due."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from procedures.models import Incident
from table.rules.houses import CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.profile import Role, derive
from table.rules.refusal import Code
from tests.croupier.coups import close, deal, effects
from tests.procedures.looking import region
from tests.rig.pressing import Buttons, current_task, do_next, drawn
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
Steps = list[dict[str, Any]]


def dialog(text: str, name: str) -> Buttons:
    """What a sheet presses."""
    found = re.search(rf'<dialog[^>]* id="{name}".*?</dialog>|<dialog id="{name}".*?</dialog>', text, re.DOTALL)
    assert found, name
    return Buttons(found.group())


def press(table: AtTable, steps: Steps) -> Any:
    """A button is pressed."""
    return table.press(*((it["verb"], it["given"]) for it in steps))


def verbs(presses: list[Steps]) -> list[list[str]]:
    """The acts of each button."""
    return [[it["verb"] for it in steps] for steps in presses]


# --- the first card of a hand


def test_of_a_first_card_that_was_seen_it_is_asked_whether_it_lay_so_or_was_turned(table: AtTable) -> None:
    close(table, "P100@1")
    unseen, lay_so, turned = dialog(drawn(table), "card-out").presses
    assert verbs([unseen, lay_so, turned]) == [["card_out"], ["report_visible", "card_out"], ["card_out"]]
    answer = press(table, lay_so)
    assert [it["amount"] for it in effects(answer, "bet_returned")] == [10_000]
    assert (current_task(table).verb, current_task(table).words) == ("call_blank", "Colpo in Bianco")
    assert [do_next(table, {}) for _ in range(2)] == ["call_blank", "deal"]
    assert [it.number for it in table.state.at_boxes] == [1, 2, 3, 4]


def test_a_first_card_that_the_dealer_turned_leaves_the_stakes_where_they_lie(table: AtTable) -> None:
    close(table, "P100@1")
    press(table, dialog(drawn(table), "card-out").presses[2])
    assert ([it.laid for it in table.state.stakes], current_task(table).verb) == ([10_000], "deal")


def test_where_a_visible_card_is_burned_the_console_has_it_burned() -> None:
    table = ready_table(CLASSICO_COPERTO, seats=2)
    close(table, "P100@1")
    lay_so = dialog(drawn(table), "card-out").presses[1]
    assert verbs([lay_so]) == [["report_visible"]]
    assert effects(press(table, lay_so), "cards_burned") == [{"cards": [1], "seen": True}]


def test_of_any_other_card_only_whether_it_was_seen_is_asked(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    assert verbs(dialog(drawn(table), "card-out").presses) == [["card_out"], ["card_out"]]


def test_of_the_only_card_out_the_report_asks_it_too(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    kinds = [it["given"]["kind"] for [it] in dialog(region(table, Role.DEALER), "report-turned_by_dealer").presses]
    assert kinds == ["turned_by_dealer", "came_out_visible"]
    table.does("card_out")
    kinds = [it["given"]["kind"] for [it] in dialog(region(table, Role.DEALER), "report-turned_by_dealer").presses]
    assert kinds == ["turned_by_dealer"]


# --- a card too many


@pytest.mark.parametrize("ids", [("card-not-due",), ("report-extra_card", "report-undue_third")])
def test_a_card_too_many_waits_for_no_hand_in_the_last_coup_of_a_taglia(table: AtTable, ids: Sequence[str]) -> None:
    close(table, "P100@1")
    table.does("card_out")
    assert "the next hand" in dialogs(table, ids)
    table.does("cut_card_out")
    table.does("deal")
    assert "lapses with this taglia" in dialogs(table, ids)
    assert not re.search("next hand|following hand|Colpo in Bianco", dialogs(table, ids))


def test_nor_is_one_that_was_set_aside_said_to_wait_and_the_register_promises_nothing(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    table.does("card_out", extra=True)
    assert "for the next hand" in drawn(table, "felt", "en")
    table.does("cut_card_out", hand_cards=1)
    assert "for the next hand" not in drawn(table, "felt", "en")
    assert "too many" in drawn(table, "felt", "en")


def dialogs(table: AtTable, ids: Sequence[str]) -> str:
    """The dialogs of the dealer with these ids."""
    said = region(table, Role.DEALER)
    return "".join(re.findall(rf'<dialog[^>]* id="(?:{"|".join(ids)})".*?</dialog>', said, re.DOTALL))


# --- a card that fell


def report_of_a_fallen_card(table: AtTable) -> str:
    """The dialog by which the dealer reports it."""
    found = re.search(r'<dialog[^>]* id="report-fallen_card".*?</dialog>', region(table, Role.DEALER), re.DOTALL)
    assert found is not None
    return found.group()


def said_of_a_fallen_card(table: AtTable) -> str:
    """What the dealer is told there to do with it."""
    found = re.search(r'<p class="do do-back"><span>do</span> (.*?)</p>', report_of_a_fallen_card(table), re.DOTALL)
    assert found is not None
    return found[1]


def test_where_a_first_card_that_fell_and_was_seen_is_burned_the_dealer_is_told_to_burn_it() -> None:
    table = ready_table(MALTA, seats=2)
    close(table, "P100@1")
    assert said_of_a_fallen_card(table).startswith("If it is the first of the hand and somebody saw it: to the discard")
    assert "it is valid, even if it was seen" not in report_of_a_fallen_card(table)
    answer = table.does("report_incident", kind="fallen_card", facts={"places": [1], "seen": True})
    assert effects(answer, "cards_burned") == [{"cards": [1], "seen": True}]


def test_a_card_that_waits_and_falls_is_said_to_begin_a_colpo_in_bianco(table: AtTable) -> None:
    table.does("card_out")
    assert said_of_a_fallen_card(table).endswith("the next hand is a Colpo in Bianco and begins with it.")
    table.does("report_incident", kind="fallen_card", facts={"places": [1]})
    assert table.state.blank_due


def test_the_report_gives_stakes_back_for_a_first_card_as_long_as_the_house_does() -> None:
    for window, said in (("until_second_card", "Put it back"), ("any_time", "If it is the first of the hand: give")):
        house = derive(VENEZIA, key=window.replace("_", "-"), art3_first_card_window=window)
        table = ready_table(house, code=window[:3].upper(), seats=2)
        deal(table, "P100@1")
        assert said_of_a_fallen_card(table).startswith(said), window


# --- a card that nobody is due


@pytest.fixture
def nobody_due(table: AtTable) -> AtTable:
    """Punto stands, Banco has seven: nobody is due a card."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD"])
    return table


def answers_to_where(table: AtTable) -> list[Steps]:
    """The answers to the question where it lies: beside unseen, beside seen, served to Punto, served to Banco."""
    return dialog(region(table, Role.DEALER), "card-not-due").presses


@pytest.mark.parametrize(("answer", "location"), [(0, "held_under"), (1, "held_seen")])
def test_one_that_lies_beside_the_sabot_is_a_card_too_many(nobody_due: AtTable, answer: int, location: str) -> None:
    press(nobody_due, answers_to_where(nobody_due)[answer])
    assert [it.location for it in nobody_due.state.held] == [location]
    assert Incident.objects.get().article == 1
    assert current_task(nobody_due).verb == "turn_punto"


@pytest.mark.parametrize(("answer", "side"), [(2, "punto"), (3, "banco")])
def test_one_that_was_served_holds_the_coup_as_an_undue_third_card(nobody_due: AtTable, answer: int, side: str) -> None:
    steps = answers_to_where(nobody_due)[answer]
    assert json.loads(json.dumps(steps[0]["given"]["facts"]["laid"])) == ["punto", "banco", "punto", "banco", side]
    press(nobody_due, steps)
    case = Incident.objects.get()
    assert (case.article, case.kind, case.status, case.reported_by) == (8, "undue_third", "open", "dario")
    assert nobody_due.state.cards[-1].location == side
    assert current_task(nobody_due).kind == "wait"


def test_one_that_was_served_came_last_whatever_lies_there_covered(nobody_due: AtTable) -> None:
    press(nobody_due, answers_to_where(nobody_due)[2])
    nobody_due.does("show_card", where="punto", card="2D", number=5)
    for face in ("4S", "3S"):
        nobody_due.does("show_card", where="punto", card=face)
    assert Incident.objects.get().answer["verdict"] == "clear_by_equivalence"
    laid = {"laid": ["punto", "banco", "punto"], "served": True}
    refused = nobody_due.refuses(Code.EVIDENCE, "report_incident", kind="undue_third", facts=laid)
    assert refused.source == "rule of Sabot"


def test_where_no_hand_is_dealt_it_can_only_lie_beside_the_sabot(table: AtTable) -> None:
    assert verbs(answers_to_where(table)) == [["card_out"], ["card_out"]]
