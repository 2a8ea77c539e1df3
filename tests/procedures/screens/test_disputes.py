"""A dispute about a coup that is over, on the screens of who raises it and who decides it, and with its coup."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from procedures.models import Incident
from table.models import Adjustment, Display
from table.record.door import proposals
from table.rules.houses import MALTA, VENEZIA
from table.rules.profile import Role, derive
from table.screens.players import seat
from table.screens.players.seat import CoupBefore
from tests.croupier.coups import play
from tests.house.reader import LANGUAGES
from tests.procedures.looking import awaited, only_case, region
from tests.procedures.test_kinds import report_dialogs
from tests.rig.pressing import Buttons, drawn
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db

CLAIM: dict[str, Any] = {"coup": "1.1", "position": "2", "about": "payment"}


def raised(table: AtTable) -> Incident:
    """A coup was played, and the guest at position 2 disputes it."""
    play(table, "P100@1", "B50@2")
    table.does("report_incident", kind="dispute", facts=CLAIM)
    return only_case(table).incident


def steps_of(table: AtTable, role: Role, verb: str) -> list[dict[str, Any]]:
    """What the one button or form of this verb sends."""
    [found] = [press for press in Buttons(region(table, role)).presses if press[0]["verb"] == verb]
    return found


def test_the_dealer_is_asked_which_of_the_latest_coups_it_is_about(table: AtTable) -> None:
    dialog = report_dialogs(region(table, Role.DEALER))["dispute"]
    assert "This is not possible at the moment." in dialog, "no coup is over yet"
    play(table, "P100@1")
    play(table, "P100@1")
    dialog = report_dialogs(region(table, Role.DEALER))["dispute"]
    assert re.findall(r'<option value="([\d.]+)"', dialog) == ["1.2", "1.1"]
    assert re.findall(r'name="facts.about" value="(\w+)"', dialog) == ["payment", "stake", "result"]
    assert "Banco 5, Punto 9" in dialog
    [[step]] = Buttons(dialog).presses
    assert step == {"verb": "report_incident", "given": {"kind": "dispute", "facts": {}}}


def test_what_was_asked_for_at_a_display_is_taken_with_the_report(table: AtTable) -> None:
    play(table, "P100@1", "B50@2")
    display = Display.objects.create(code="D2", kind="seat", table=table.row, position="2")
    assert "data-confirms" not in report_dialogs(region(table, Role.DEALER))["dispute"]
    proposals.propose(display, "dispute")
    dialog = report_dialogs(region(table, Role.DEALER))["dispute"]
    assert 'data-confirms="D2"' in dialog
    assert re.search(r'name="facts.position" value="2"[^>]* checked', dialog)
    assert 'data-opens="incident"' in drawn(table)


def test_everybody_sees_it_and_the_ispettore_decides_refers_or_withdraws_it(table: AtTable) -> None:
    case = raised(table)
    assert awaited(table) == ["Awaited: the decision of the Ispettore di Gioco."]
    for role in Role.DEALER, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.DIREZIONE:
        text = region(table, role)
        assert f'data-key="band-{case.number}"' in text
        assert "decide_dispute" not in text
    offered = Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs
    assert {"decide_dispute", "refer", "withdraw_incident"} <= offered
    assert not {"rule", "attest", "name_cause", "ratify", "annul_incident", "confirm_dispute"} & offered


def test_its_sheet_shows_the_money_of_every_bettor_and_moves_some_of_it(table: AtTable) -> None:
    raised(table)
    text = region(table, Role.ISPETTORE_GIOCO)
    rows = re.findall(r'<tr data-key="bettor-(\w+)">(.*?)</tr>', text, re.DOTALL)
    amounts = {bettor: re.findall(r"<td>([^<]*)</td>", row) for bettor, row in rows}
    assert amounts == {"bruno": ["50", "−50", "0"], "anna": ["100", "+100", "0"]}
    corrected = re.findall(r'name="corrections\.(\d)\.bettor" value="(\w+)"', text)
    assert corrected == [("1", "bruno"), ("0", "anna")], "who disputes stands first; nobody is sent in another's place"
    [step] = steps_of(table, Role.ISPETTORE_GIOCO, "decide_dispute")
    corrections = [{"bettor": "bruno", "amount": 2500}, {"bettor": "anna"}]
    table.cast.ispettore.does(step["verb"], **step["given"], text="as looked into", corrections=corrections)
    assert [(it.bettor, it.amount) for it in Adjustment.objects.all()] == [("bruno", 2500)]
    assert "incident-decision" not in region(table, Role.ISPETTORE_GIOCO)


def test_what_was_referred_is_decided_by_the_direzione(table: AtTable) -> None:
    raised(table)
    [step] = steps_of(table, Role.ISPETTORE_GIOCO, "refer")
    table.cast.ispettore.does(step["verb"], **step["given"], reason="he insists")
    assert awaited(table) == ["Awaited: the decision of the Direzione."]
    assert "decide_dispute" not in Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs
    assert Buttons(region(table, Role.DIREZIONE)).verbs & {"decide_dispute", "rule"} == {"decide_dispute"}


def test_where_the_direzione_decides_nothing_is_referred() -> None:
    table = ready_table(MALTA)
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.does("close_bets", said=True)
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    table.does("announce", banco=5, punto=9)
    table.does("settle")
    table.does("burn")
    table.does("report_incident", kind="dispute", facts=CLAIM | {"position": "1"})
    assert awaited(table) == ["Awaited: the decision of the Direzione."]
    assert "refer" not in Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs
    text = region(table, Role.DIREZIONE)
    assert "decide_dispute" in Buttons(text).verbs
    assert "<small>Art. 10<" in text
    assert "Super Punto Banco" not in text, "no document is named by which the house does not play"


def test_who_agrees_reads_what_was_decided_and_who_decided_is_not_asked() -> None:
    table = ready_table(derive(VENEZIA, key="by-two", correction_second_from=5000))
    case = raised(table)
    given: dict[str, Any] = {"incident": case.number, "text": "paid to the neighbour"}
    table.cast.ispettore.does("decide_dispute", **given, corrections=[{"bettor": "bruno", "amount": 5000}])
    assert awaited(table) == ["Awaited: somebody of another office agrees to the decision."]
    for role in Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.DIREZIONE:
        text = region(table, role)
        assert "paid to the neighbour" in text
        assert "2 +50" in text
        assert steps_of(table, role, "confirm_dispute")[0]["given"] == {
            "incident": case.number,
            "decision": table.number,
        }
    assert "confirm_dispute" not in Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_with_its_coup_wherever_coups_are_shown(table: AtTable, language: str) -> None:
    case = raised(table)
    play(table, "P100@1")
    given: dict[str, Any] = {"incident": case.number, "text": "paid to the neighbour"}
    table.cast.ispettore.does("decide_dispute", **given, corrections=[{"bettor": "bruno", "amount": 5000}])
    client = signed_in(Role.ISPETTORE_GIOCO)
    with translation.override(language):
        word = translation.gettext("disputed")
    assert (language == "en") is (word == "disputed")
    client.cookies["django_language"] = language
    listed = client.get(reverse("coups", args=[table.code])).content.decode()
    assert listed.count(f'class="played-disputed">{word}') == 1
    pages = {number: client.get(reverse("coup", args=[table.code, 1, number])).content.decode() for number in (1, 2)}
    assert "paid to the neighbour" in pages[1]
    assert "2 +50" in pages[1]
    assert "paid to the neighbour" not in pages[2]


def test_what_the_coup_before_brought_a_position_counts_what_a_dispute_has_moved(table: AtTable) -> None:
    case = raised(table)
    assert before(table, "2") == -5000
    given: dict[str, Any] = {"incident": case.number, "text": "paid to the neighbour"}
    table.cast.ispettore.does("decide_dispute", **given, corrections=[{"bettor": "bruno", "amount": 7500}])
    assert (before(table, "1"), before(table, "2"), before(table, "3")) == (10_000, 2500, None)


def before(table: AtTable, position: str) -> int | None:
    """What the seat display says that the coup before brought."""
    place = next(it for it in table.snapshot.places if it.label == position)
    net = seat._before(table.snapshot, place)
    assert isinstance(net, CoupBefore)
    return net.net
