"""The reader, or the dealer beside them, does not follow the Regola. Super Punto Banco, Premessa."""

from typing import Any

import pytest
from django.db import transaction

from procedures.models import Incident
from table.models import Alert, Entry
from table.play.next_act import next_act
from table.record import chain
from table.rules.houses import CLASSICO_COPERTO, VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from tests.croupier.cases import attest, declaration, report
from tests.croupier.coups import card, deal, declared, effects, net, pay, turn
from tests.croupier.dealer import Croupier
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import burned_elsewhere, each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import PREMISE
from tests.procedures.moments import THIRD_DUE, Mishap, closed
from tests.rig.tables import AtTable

HANDS = {it: [f"{it}S", "KD"] for it in range(2, 10)} | {0: ["KS", "KD"], 1: ["AS", "KD"]}
"""Two cards of so many points."""


@pytest.mark.one_in(3)
@each(PREMISE)
def test_both_inspectors_have_the_hands_rebuilt_by_the_regola_and_a_card_that_is_nobodys_opens_a_coup_in_bianco(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


@pytest.mark.one_in(2)
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
    idle = (8, 9) if claim == "no_carta" else ()
    for points, cards in HANDS.items():
        mark = transaction.savepoint()
        answer, differs = table.does("turn_punto", cards=cards), [{"claim": claim, "points": points}]
        wrong = points not in (*right, *idle)
        assert effects(answer, "claim_differs") == (differs if wrong else [])
        assert effects(answer, "declaration_without_effect") == (differs if points in idle else [])
        assert table.state.coup is not None
        assert table.state.coup.held is wrong
        assert Incident.objects.filter(kind="declaration", article=0).exists() is wrong
        transaction.savepoint_rollback(mark)


WITHOUT_EFFECT = [
    ("no_carta", "2S 2H", "9D KD"),
    ("carta", "6S KH", "8D KD"),
    ("no_carta", "9S KH", "7D KD"),
    ("no_carta", "8S KH", "6D KD"),
]
"""What is said, what Punto has, and a Banco with which the hands are the same either way."""


@pytest.mark.parametrize(("claim", "punto", "banco"), WITHOUT_EFFECT)
def test_a_wrong_declaration_that_has_no_effect_is_noted_and_play_goes_on(
    table: AtTable, claim: str, punto: str, banco: str
) -> None:
    declared(table, claim, punto=punto, banco=banco)
    case = Incident.objects.get()
    assert (case.kind, case.article, case.noticed) == ("declaration_without_effect", 0, True)
    assert (case.status, case.blocking, case.caused_by) == ("settled_by_law", False, "")
    assert Alert.objects.filter(code="declaration_without_effect", acknowledged=None).count() == 1
    pay(table)
    table.does("burn")
    assert table.row.coups.get().outcome == "settled"


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("claim", "punto", "banco"), WITHOUT_EFFECT)
def test_a_house_that_wants_both_inspectors_always_holds_it_all_the_same(
    sit_down: SitDown, claim: str, punto: str, banco: str
) -> None:
    strict = sit_down(derive(VENEZIA, key="strict", presence="always_both"))
    declared(strict, claim, punto=punto, banco=banco)
    case = Incident.objects.get()
    assert (case.kind, case.status) == ("declaration", "open")
    attest(strict, case, "ispettore")
    strict.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    attest(strict, case, "comunale")
    strict.cast.ispettore.does("ratify", incident=case.number)


def test_a_card_keyed_anew_may_show_that_a_declaration_had_no_effect(table: AtTable) -> None:
    declared(table, "no_carta", punto="6S KH", banco="9D KD")
    assert not Incident.objects.exists()
    table.does("correct_entry", what="card", new={"number": 1, "card": "5S"}, reason="misread")
    assert Incident.objects.get().kind == "declaration_without_effect"
    pay(table)


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
    dealer.advance()
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
    assert (case.caused_by, case.decided_by, entries["turn_punto"].actor) == ("", "ivo", "dario")


def named(entry: Entry, name: str) -> list[Any]:
    """What this entry brought about under this name."""
    return [facts for effect, facts in chain.read(entry.outcome)["effects"] if effect == name]
