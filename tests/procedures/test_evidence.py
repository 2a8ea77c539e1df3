"""What people say of the cards, and what the Regola makes of it. Super Punto Banco, Premessa, Art. 6 to 8."""

from typing import Any

import pytest

from procedures.models import Incident
from procedures.reports.telling import Teller
from procedures.screens.deciding import decision_dialog
from procedures.screens.open_cases import open_cases as screened
from table.rules.profile import Role
from table.rules.refusal import Code
from table.rules.regola import Side
from table.words.numbers import Numbers
from tests.croupier.cases import attest, inverted, newest, report
from tests.croupier.coups import back, deal, hand_at
from tests.croupier.dealer import Croupier
from tests.croupier.staff import open_cases
from tests.procedures.aftermath import befalls
from tests.procedures.chosen import REPORTED
from tests.procedures.moments import BATTUTA, Mishap, closed
from tests.rig.proofs import value
from tests.rig.tables import AtTable

REBUILT = list({it.kind: it for it in REPORTED if it.status == "ratified"}.values())

CONTRADICTIONS: dict[str, dict[str, Any]] = {
    "each before the other": {"before": [[1, 2], [2, 1]]},
    "before itself": {"before": [[3, 3]]},
    "all the way round": {"before": [[1, 2], [2, 3], [3, 1]]},
    "two at one place": {"places": {"1": [2], "2": [2]}},
    "against its place": {"places": {"1": [1], "2": [2]}, "before": [[2, 1]]},
}
NO_ORDER = {"verdict": "not_clear", "orders": 0, "proposal": None, "contradict": []}
"""What comes of it, whichever statements are named."""


# --- what it may be about


@pytest.mark.one_in(3)
@pytest.mark.parametrize("number", [-1, 0, 5, 99, 10**12])
def test_evidence_names_cards_of_this_coup_and_places_that_it_has(table: AtTable, number: int) -> None:
    closed(Croupier(table, BATTUTA))
    table.does("deal")
    case = report(table, "undue_third")
    for wrong in ({"places": {"1": [number]}}, {"places": {str(number): [1]}}, {"before": [[number, 1]]}):
        table.refuses(Code.EVIDENCE, "add_evidence", incident=case.number, **wrong)
    assert Incident.objects.get().evidence == {"lost": [], "items": []}


@pytest.mark.parametrize("wrong", [{"places": {"9": [1]}}, {"places": {"1": [0]}}, {"places": {"1": []}}])
def test_evidence_is_about_the_cards_that_are_there(table: AtTable, wrong: dict[str, Any]) -> None:
    inverted(table)
    table.refuses(Code.EVIDENCE, "add_evidence", incident=newest().number, **wrong)
    table.refuses(Code.EVIDENCE, "add_evidence", incident=newest().number, before=[[1, 9]])
    table.refuses(Code.EVIDENCE, "add_evidence", incident=newest().number, before=[[1]])


@pytest.mark.parametrize("nothing", [{}, {"source": "video"}, {"places": {}, "before": [], "lost": []}])
def test_evidence_that_says_nothing_of_any_card_is_not_entered(table: AtTable, nothing: dict[str, Any]) -> None:
    inverted(table)
    table.refuses(Code.NOTHING_REPORTED, "add_evidence", incident=newest().number, **nothing)


def test_where_the_cards_lie_can_be_told_anew(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    table.does("add_evidence", incident=case.number, laid=["punto", "banco", "punto", "punto"], source="layout")
    assert len(hand_at(table, Side.PUNTO)) == 3
    table.does("withdraw_incident", incident=case.number)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]


@pytest.mark.parametrize("said", [{"before": [[4, 1]]}, {"places": {"4": [4]}}], ids=["a pair", "a place"])
def test_a_card_that_a_later_report_has_struck_is_named_by_its_number_and_as_not_out(
    table: AtTable, said: dict[str, Any], in_english: None
) -> None:
    deal(table, "P100@1")
    first = report(table, "inverted", lost=[1, 2])
    table.does("add_evidence", incident=first.number, **said)
    report(table, "wrong_number", laid=["punto", "banco", "punto"])
    [case] = [it for it in screened(table.snapshot) if it.number == first.number]
    dialog, written = decision_dialog(table.snapshot, Role.ISPETTORE_GIOCO, case), value(first)
    assert dialog.evidence is not None
    teller = Teller(written, Numbers("en"))
    for words in (dialog.evidence.said[-1].words, teller.order_of_cards(written.evidence[-1])):
        assert words.startswith("card 4 (not out, by a report)")


# --- what contradicts itself


def test_evidence_that_contradicts_itself_makes_nothing_clear(table: AtTable) -> None:
    inverted(table)
    case = newest()
    table.does("add_evidence", incident=case.number, before=[[1, 2], [2, 1]], source="video")
    assert newest().answer | {"contradict": []} == NO_ORDER


@pytest.mark.one_in(3)
@pytest.mark.parametrize("said", CONTRADICTIONS.values(), ids=list(CONTRADICTIONS))
def test_whatever_contradicts_itself_makes_nothing_clear(table: AtTable, said: dict[str, Any]) -> None:
    closed(Croupier(table, BATTUTA))
    table.does("deal")
    case = report(table, "undue_third")
    assert case.answer["verdict"] == "clear"
    table.does("add_evidence", incident=case.number, **said)
    assert Incident.objects.get().answer | {"contradict": []} == NO_ORDER


def test_two_reports_that_contradict_each_other_of_a_card_make_nothing_clear(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    one, two = report(table, "inverted", lost=[1, 2]), report(table, "inverted", lost=[1, 2])
    table.does("add_evidence", incident=one.number, places={"1": [1], "2": [2]}, source="video")
    table.does("add_evidence", incident=two.number, places={"1": [2], "2": [1]}, source="statement")
    assert newest().answer | {"contradict": []} == NO_ORDER
    attest(table, one)
    table.cast.ispettore.is_refused(Code.NOT_CLEAR, "ratify", incident=one.number)
    table.does("withdraw_incident", incident=two.number)
    one.refresh_from_db()
    assert one.answer["verdict"] == "clear"


def test_where_a_part_of_what_is_said_is_too_much_to_be_tried_the_whole_still_makes_nothing_clear(
    table: AtTable,
) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "wrong_number", laid=["punto", "banco"] * 6, told_apart=False)
    table.does("add_evidence", incident=case.number, lost=[*range(1, 13)])
    table.does("add_evidence", incident=case.number, places={"1": [11, 12], "2": [11, 12], "3": [11, 12]})
    assert newest().answer == {"verdict": "", "why": Code.TOO_MANY_ORDERS.value}
    table.does("add_evidence", incident=case.number, before=[[4, 5], [5, 4]])
    assert newest().answer == NO_ORDER


@pytest.mark.one_in(3)
@pytest.mark.parametrize("mishap", REBUILT, ids=lambda it: it.kind)
def test_evidence_that_contradicts_itself_leaves_no_order_and_the_coup_is_annulled_or_referred(
    table: AtTable, mishap: Mishap
) -> None:
    dealer = befalls(table, mishap)
    dealer.turns_what_is_covered()
    [case] = open_cases(table.row)
    table.does("add_evidence", incident=case.number, **CONTRADICTIONS["each before the other"], source="video")
    case.refresh_from_db()
    assert (case.answer["verdict"], case.answer["orders"]) == ("not_clear", 0)
    attest(table, case)
    table.cast.ispettore.is_refused(Code.NOT_CLEAR, "ratify", incident=case.number)
    dealer.to_the_burn()
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    assert (table.state.held, table.state.blank_due, table.row.button) == ([], False, "2")
    assert table.row.shoes.get().cards.exclude(location="burned").count() == 0
