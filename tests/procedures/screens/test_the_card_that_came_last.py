"""Where four cards were keyed as they came, and one more lies at a box: one question, and then what it decides."""

import html
import json
import re

import pytest

from procedures.models import Incident
from table.rules.houses import HOUSES
from table.rules.profile import Profile
from table.screens.regions import Region, render
from tests.croupier.cases import attest, newest
from tests.croupier.coups import close
from tests.procedures.conftest import SitDown
from tests.rig.tables import AtTable

P, B = "punto", "banco"
FACE_UP = [profile for profile in HOUSES.values() if profile.dealing == "face_up"]
PRESSED = re.compile(r'data-press="([^"]+)"[^>]*><span>([^<]+)</span>')


def incidents(table: AtTable) -> str:
    snapshot = table.snapshot
    return render(snapshot, Region("incidents:ispettore_gioco", "en"))


def answers(table: AtTable) -> dict[str, dict[str, object]]:
    """What the question can be answered with, by its words, and what is pressed by it."""
    _before, question, after = incidents(table).partition('data-key="last-')
    presses = PRESSED.findall(after.partition("</fieldset>")[0]) if question else []
    return {words: json.loads(html.unescape(steps))[0] for steps, words in presses}


def press(table: AtTable, answer: str) -> Incident:
    step = answers(table)[answer]
    verb, given = step["verb"], step["given"]
    assert isinstance(verb, str)
    assert isinstance(given, dict)
    table.cast.ispettore.does(verb, **given)
    return newest()


@pytest.fixture(params=FACE_UP, ids=lambda it: it.key)
def five(sit_down: SitDown, request: pytest.FixtureRequest) -> AtTable:
    """Four were dealt open, 6 to 6, and a fifth lies at Punto; its face was keyed as that of Punto’s."""
    profile: Profile = request.param
    table = sit_down(profile)
    close(table, "B100@1")
    table.does("deal", cards=["6S", "6H", "KD", "KH"])
    table.does("report_incident", kind="wrong_number", facts={"laid": [P, B, P, B, P]})
    table.does("show_card", where=P, card="9C")
    attest(table, newest())
    return table


@pytest.mark.one_in(3)
def test_it_is_asked_before_the_coup_can_be_annulled(five: AtTable) -> None:
    assert newest().answer["verdict"] == "not_clear"
    assert list(answers(five)) == ["6♠", "K♦", "9♣", "nobody knows"]
    assert "annul_incident" not in incidents(five)


@pytest.mark.one_in(3)
def test_the_answer_makes_it_clear_and_is_asked_no_more(five: AtTable) -> None:
    case = press(five, "9♣")
    assert case.answer["verdict"] in ("clear", "clear_by_equivalence")
    assert answers(five) == {}
    five.cast.ispettore.does("ratify", incident=case.number)
    assert {card.face for card in five.state.of_the_hand if card.location == P} == {"6S", "KD"}


def test_that_nobody_knows_is_an_answer_too_and_then_it_is_annulled(five: AtTable) -> None:
    case = press(five, "nobody knows")
    assert case.answer["verdict"] == "not_clear"
    assert answers(five) == {}
    assert "annul_incident" in incidents(five)


def test_nothing_is_asked_of_who_keyed_the_fifth_as_served_by_itself(sit_down: SitDown) -> None:
    table = sit_down(FACE_UP[0])
    close(table, "B100@1")
    table.does("deal", cards=["6S", "6H", "KD", "KH"])
    table.does("report_incident", kind="undue_third", facts={"laid": [P, B, P, B, P], "served": True})
    table.does("show_card", where=P, card="9C", number=5)
    assert newest().answer["verdict"] == "clear"
    assert answers(table) == {}
