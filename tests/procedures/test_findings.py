"""What is found out of a coup: evidence that contradicts itself, errors found after the payment, entries keyed wrong.

Super Punto Banco, Premessa, Art. 6 to 10.
"""

from typing import Any

import pytest

from procedures.models import Incident
from table.play.next_act import next_act
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from tests.house.coups import back, deal, effects, net, play, shoe_of
from tests.procedures.aftermath import befalls, noted
from tests.procedures.cases import attest, put_right, report, standing
from tests.procedures.conftest import SitDown
from tests.procedures.dealer import TrueDealer
from tests.procedures.mishaps import REPORTED
from tests.procedures.moments import BATTUTA, STAKES, THIRD_DUE, Mishap, closed, complete, dealt
from tests.rig.tables import AtTable

REBUILT = list({it.kind: it for it in REPORTED if it.status == "ratified"}.values())
CONTRADICTIONS: dict[str, dict[str, Any]] = {
    "each before the other": {"before": [[1, 2], [2, 1]]},
    "before itself": {"before": [[3, 3]]},
    "all the way round": {"before": [[1, 2], [2, 3], [3, 1]]},
    "two at one place": {"places": {"1": [2], "2": [2]}},
    "against its place": {"places": {"1": [1], "2": [2]}, "before": [[2, 1]]},
}


@pytest.fixture
def table(sit_down: SitDown) -> AtTable:
    """Two guests sit at a table of Venezia."""
    return sit_down(seats=2)


# --- evidence


@pytest.mark.parametrize("mishap", REBUILT, ids=lambda it: it.kind)
def test_evidence_that_contradicts_itself_leaves_no_order_and_the_coup_is_annulled_or_referred(
    table: AtTable, mishap: Mishap
) -> None:
    dealer = befalls(table, mishap)
    dealer.turn_what_is_covered()
    [case] = standing(table)
    table.does("add_evidence", incident=case.number, **CONTRADICTIONS["each before the other"], source="video")
    case.refresh_from_db()
    assert (case.answer["verdict"], case.answer["orders"]) == ("not_clear", 0)
    attest(table, case)
    table.cast.ispettore.is_refused(Code.NOT_CLEAR, "ratify", incident=case.number)
    dealer.to_the_burn()
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    assert (table.state.held, table.state.blank_due, table.row.button) == ([], False, "2")
    assert table.row.shoes.get().cards.exclude(location="burned").count() == 0


@pytest.mark.parametrize("said", CONTRADICTIONS.values(), ids=list(CONTRADICTIONS))
def test_whatever_contradicts_itself_makes_nothing_clear(table: AtTable, said: dict[str, Any]) -> None:
    closed(TrueDealer(table, BATTUTA))
    table.does("deal")
    case = report(table, "inverted")
    assert case.answer["verdict"] == "clear"
    table.does("add_evidence", incident=case.number, **said)
    assert Incident.objects.get().answer == {"verdict": "not_clear", "orders": 0, "proposal": None}


@pytest.mark.parametrize("number", [-1, 0, 5, 99, 10**12])
def test_evidence_names_cards_of_this_coup_and_places_that_it_has(table: AtTable, number: int) -> None:
    closed(TrueDealer(table, BATTUTA))
    table.does("deal")
    case = report(table, "inverted")
    for wrong in ({"places": {"1": [number]}}, {"places": {str(number): [1]}}, {"before": [[number, 1]]}):
        table.refuses(Code.EVIDENCE, "add_evidence", incident=case.number, **wrong)
    assert Incident.objects.get().evidence == {"places": {}, "before": []}


def test_a_seventh_card_of_one_face_is_nowhere_told(table: AtTable) -> None:
    for _ in range(2):
        play(table, "P100@1", punto="9S 9S", banco="9S KD")
    impossible = {"seen": True, "card": "9S"}
    table.refuses(Code.CARD_IMPOSSIBLE, "report_incident", kind="overlooked_card", facts=impossible)
    table.refuses(Code.CARD_IMPOSSIBLE, "card_out", card="9S", exposed=True)
    report(table, "overlooked_card", seen=True, card="9H")
    assert [str(it.card) for it in table.state.held] == ["9H"]


# --- the end of the shoe


@pytest.fixture
def short(sit_down: SitDown, monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """The shoe holds five cards."""
    shoe_of(monkeypatch, 5)
    return sit_down(derive(VENEZIA, key="short"), seats=2, behind=1)


def test_no_card_is_found_that_the_shoe_did_not_hold(short: AtTable) -> None:
    deal(short, *STAKES)
    for laid in (["punto", "banco"] * 3, ["punto", "banco"] * 5):
        short.refuses(Code.CARD_IMPOSSIBLE, "report_incident", kind="wrong_number", facts={"laid": laid})
    packet = {"before": 4, "packet": 2, "restored": False}
    short.refuses(Code.CARD_IMPOSSIBLE, "report_incident", kind="stuck_cards", facts=packet)
    assert short.row.shoes.get().out == 4


def test_a_hand_put_right_that_the_empty_shoe_cannot_complete_is_annulled(short: AtTable) -> None:
    dealt(TrueDealer(short, THIRD_DUE))
    short.does("report_incident", kind="stuck_cards", facts={"before": 2, "packet": 2, "restored": False})
    assert next_act(short.state) == ("deal", "")
    short.does("card_out")
    assert short.state.stuck
    short.cast.ispettore.does("annul", reason="the shoe is empty")
    short.does("burn")
    assert (back(short, "1"), back(short, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    assert short.state.shoe is None


# --- paid already


def _paid(table: AtTable, *, lie: str) -> TrueDealer:
    """The first two cards lay at each other's box, nobody noticed it, and Banco was paid."""
    dealer = TrueDealer(table, "9S 4H KD 3C 8D 2S", lie=lie)
    closed(dealer)
    dealer.on("burn")
    return dealer


def test_found_after_the_payment_the_hands_are_laid_anew_and_the_differences_posted(table: AtTable) -> None:
    dealer = _paid(table, lie="BPPB")
    assert dealer.shown() == {"punto": "4H KD 8D", "banco": "9S 3C 2S"}
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)
    case = dealer.tells("inverted", laid=["banco", "punto", "punto", "banco", "punto", "banco"])
    assert case.answer["verdict"] == "not_clear"
    table.does("add_evidence", incident=case.number, places={str(it): [it] for it in range(1, 7)}, source="video")
    put_right(table)
    assert noted(table, "announcement_void") == [{"banco": 4, "punto": 2}]
    assert dealer.shown() == {"punto": "9S KD", "banco": "4H 3C"}
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)
    dealer.on("settle")
    answer = table.does("settle")
    assert len(effects(answer, "money_corrected")) == 1
    assert (net(table, "1"), net(table, "2", "banco")) == (10_000, -5000)
    assert [str(it.card) for it in table.state.held] == ["8D", "2S"]
    dealer.to_the_burn()
    assert (table.row.coups.get().result, table.state.blank_due, table.row.button) == ("punto", True, "2")


@pytest.mark.parametrize("by", ["ispettore", "direzione"])
def test_found_after_the_payment_what_cannot_be_rebuilt_is_annulled_and_what_was_paid_goes_back(
    table: AtTable, by: str
) -> None:
    dealer = _paid(table, lie="BPPB")
    case = dealer.tells("inverted", lost=[1, 2])
    if by == "ispettore":
        attest(table, case)
        answer = table.cast.ispettore.does("annul_incident", incident=case.number, reason="nobody knows")
    else:
        table.cast.ispettore.does("refer", incident=case.number, reason="nobody knows")
        answer = table.cast.direzione.does("rule", incident=case.number, text="annulled", effects=["annul"])
    assert len(effects(answer, "money_corrected")) == 1
    dealer.to_the_burn()
    assert (net(table, "1"), net(table, "2", "banco")) == (0, 0)
    assert (table.row.coups.get().outcome, table.state.blank_due, table.row.button) == ("annulled", False, "2")


def test_one_thing_after_the_other_goes_wrong_in_one_coup_and_each_is_put_right_in_its_turn(table: AtTable) -> None:
    dealer = TrueDealer(table, "2S 9C 2H KD 6C", lie="BPPB")
    dealt(dealer)
    dealer.tells("inverted", laid=["banco", "punto", "punto", "banco"])
    put_right(table)
    dealer.on("announce")
    dealer.tells("undue_third", laid=["punto", "banco", "punto", "banco", "punto"])
    put_right(table)
    assert dealer.shown() == {"punto": "2S 2H", "banco": "9C KD"}
    table.does("announce", banco=1, punto=1)
    dealer.on("burn")
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)
    assert table.state.blank_due
    dealer.tells("declaration", lost=[1, 2, 3, 4])
    dealer.to_the_burn()
    assert list(Incident.objects.values_list("article", "status")) == [
        (6, "ratified"),
        (8, "ratified"),
        (9, "settled_by_law"),
        (0, "annulled"),
    ]
    assert (net(table, "1"), net(table, "2", "banco")) == (0, 0)
    assert (table.state.held, table.state.blank_due, table.row.button) == ([], False, "2")


def test_once_the_cards_are_burned_nothing_is_found_any_more(table: AtTable) -> None:
    dealer = _paid(table, lie="BPPB")
    dealer.to_the_burn()
    for kind in ("inverted", "wrong_number", "undue_third", "declaration", "third_not_drawn"):
        refused = table.refuses(Code.FINAL, "report_incident", kind=kind, facts={})
        assert refused.source == "Super Punto Banco, Art. 10"
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)


# --- keyed wrong


AS_DEALT = {"punto": "9S KD", "banco": "4H 3C"}


def _fixed(what: str, new: dict[str, Any]) -> dict[str, Any]:
    return {"what": what, "new": new, "reason": "misread"}


@pytest.mark.parametrize(
    ("fix", "hands", "won"),
    [
        (_fixed("card", {"number": 2, "card": "5H"}), {"punto": "9S KD", "banco": "5H 3C"}, 10_000),
        (_fixed("card", {"number": 1, "card": "7S"}), {"punto": "7S KD", "banco": "4H 3C"}, 0),
        (_fixed("cut_card", {"hand_cards": None}), AS_DEALT, 10_000),
        (_fixed("stake", {"position": "1", "box": "punto", "amount": 20_000}), AS_DEALT, 20_000),
    ],
    ids=["a card", "a card by which nobody has a battuta", "the cut card", "a stake"],
)
def test_what_was_keyed_wrong_is_put_right_while_an_incident_stands_and_the_answer_follows(
    table: AtTable, fix: dict[str, Any], hands: dict[str, str], won: int
) -> None:
    dealer = TrueDealer(table, BATTUTA)
    complete(dealer)
    table.does("cut_card_out")
    dealer.tells("inverted", lost=[1, 3])
    table.cast.ispettore.does("correct_entry", **fix)
    assert table.state.coup is not None
    assert table.state.coup.held
    assert dealer.to_the_burn() == hands
    assert net(table, "1") == won
    assert Incident.objects.get().status == "ratified"
    assert (table.state.shoe is None) is (fix["what"] != "cut_card")
