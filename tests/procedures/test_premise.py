"""The reader, or the dealer beside him, does not follow the Regola. Super Punto Banco, Premessa."""

from typing import Any

import pytest
from django.db import transaction

from procedures.models import Incident
from table.models import Entry
from table.play.next_act import next_act
from table.record import chain
from table.rules.houses import CLASSICO_COPERTO
from table.rules.refusal import Code
from tests.croupier.cases import attest, declaration, report
from tests.croupier.coups import card, deal, effects, net, pay, turn
from tests.croupier.dealer import Croupier
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import burned_elsewhere, each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import PREMISE
from tests.procedures.moments import THIRD_DUE, Mishap, closed
from tests.rig.tables import AtTable

HANDS = {it: [f"{it}S", "KD"] for it in range(2, 10)} | {0: ["KS", "KD"], 1: ["AS", "KD"]}
"""Two cards of so many points."""


@each(PREMISE)
def test_both_inspectors_have_the_hands_rebuilt_by_the_regola_and_a_card_that_is_nobodys_opens_a_coup_in_bianco(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


@each(burned_elsewhere(PREMISE))
def test_in_a_house_without_coups_in_bianco_a_card_that_is_nobodys_is_burned(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(CLASSICO_COPERTO, seats=2), mishap, blanks=False)


# --- what is said and what is held


@pytest.mark.parametrize(("claim", "right"), [("carta", range(6)), ("no_carta", (6, 7))])
def test_a_claim_is_right_with_the_points_that_the_regola_has_for_it_and_with_no_others(
    table: AtTable, claim: str, right: Any
) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim=claim, means="gesture")
    table.does("turn_banco", cards=["7D", "KH"])
    if claim == "carta":
        table.does("card_out", card="2C")
    for points, cards in HANDS.items():
        mark = transaction.savepoint()
        answer = table.does("turn_punto", cards=cards)
        assert effects(answer, "claim_differs") == ([] if points in right else [{"claim": claim, "points": points}])
        assert table.state.coup is not None
        assert table.state.coup.held is (points not in right)
        assert Incident.objects.filter(kind="declaration", article=0).exists() is (points not in right)
        transaction.savepoint_rollback(mark)


def test_a_battuta_that_is_turned_at_once_is_no_error_and_less_than_eight_is_only_noted(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    for points, cards in HANDS.items():
        mark = transaction.savepoint()
        answer = table.does("turn_battuta", cards=cards)
        assert (effects(answer, "premature_turn") == [{}]) is (points < 8)
        assert not Incident.objects.exists()
        transaction.savepoint_rollback(mark)


# --- what follows


def test_a_third_card_that_was_due_and_not_drawn_is_the_next_of_the_shoe_and_the_stakes_stand(table: AtTable) -> None:
    declaration(table)
    [case] = Incident.objects.all()
    assert case.answer["proposal"]["missing"] == 1
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (table.state.phase, str(table.state.due)) == ("banco_up", "punto")
    table.does("card_out", card="5S")
    table.does("announce", banco=7, punto=9)
    table.does("settle")
    assert (net(table, "1"), net(table, "2", "banco")) == (10_000, -5000)
    table.does("burn")
    assert (table.row.button, table.state.blank_due) == ("2", False)


def test_a_card_that_was_set_aside_and_was_due_comes_back_to_its_hand(table: AtTable) -> None:
    deal(table, "B100@1")
    turn(table, punto="6S KD", banco="6C KH")
    table.does("card_out", extra=True)
    assert card(table, 5).location == "held_under"
    table.does("correct_entry", what="card", new={"number": 2, "card": "5C"}, reason="misread")
    case = report(table, "third_not_drawn")
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (card(table, 5).location, next_act(table.state)) == ("banco", ("turn_third", ""))
    table.does("turn_third", card="2H")
    pay(table)
    assert net(table, "1", "banco") == 9500


def test_no_hands_are_agreed_on_the_proposal_is_the_regolas_or_there_is_none(table: AtTable) -> None:
    declaration(table)
    [case] = Incident.objects.all()
    attest(table, case)
    for agreed in ({"punto": ["9S"]}, {"laid": ["punto"]}, {"result": "tie"}):
        table.cast.ispettore.is_refused(Code.ARGUMENTS, "ratify", incident=case.number, **agreed)


def test_the_record_has_what_was_said_how_by_whom_it_was_served_and_the_hands_before_and_after(table: AtTable) -> None:
    dealer = Croupier(table, THIRD_DUE, says="no_carta")
    closed(dealer)
    dealer.on()
    dealer.to_the_burn()
    entries = {it.verb: it for it in Entry.objects.filter(register=table.code)}
    assert chain.read(entries["declare"].arguments)["means"] == "voice"
    [served] = named(entries["turn_punto"], "claim_differs")
    assert served == {"claim": "no_carta", "points": 4}
    [laid] = named(entries["ratify"], "cards_laid_anew")
    assert laid["before"] == {"punto": ["2H", "2D"], "banco": ["5C", "KS", "3H"]}
    assert laid["after"] == {"punto": ["2H", "2D", "3H"], "banco": ["5C", "KS"]}
    [void] = named(entries["ratify"], "declaration_void")
    assert void["claim"] == "no_carta"
    [paid] = named(entries["settle"], "settled")
    assert ["1", "punto", "win", 10_000] in paid["lines"]
    case = Incident.objects.get()
    assert (case.caused_by, case.decided_by, entries["turn_punto"].actor) == ("dario", "ivo", "dario")


def named(entry: Entry, name: str) -> list[Any]:
    """What this entry brought about under this name."""
    return [facts for effect, facts in chain.read(entry.outcome)["effects"] if effect == name]
