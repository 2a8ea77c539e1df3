"""Who reports what: once, by two people, about what can be. Super Punto Banco, Premessa, Art. 6 to 8 and 16."""

from typing import Any

import pytest

from procedures.models import Incident
from procedures.rebuild.places import OrderPlace, origins
from table.rules.refusal import Code
from tests.croupier.cases import inverted, newest, report
from tests.croupier.coups import deal, lay, play
from tests.croupier.dealer import Croupier
from tests.croupier.staff import open_cases
from tests.procedures.aftermath import befalls
from tests.procedures.chosen import ONE_A_KIND, each
from tests.procedures.conftest import MakeReady
from tests.procedures.moments import STAKES, Mishap
from tests.rig.tables import AtTable, ready_table

HOLDS = [it for it in ONE_A_KIND if it.status in ("ratified", "annulled", "ruled")]


# --- what is kept of it


def test_a_report_keeps_who_made_it_when_and_what_was_told(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    assert (case.article, case.kind, case.phase, case.reported_by) == (6, "inverted", "reading", "dario")
    assert (case.noticed, case.caused_by, case.status, case.blocking) == (False, "", "open", True)
    assert case.facts == {"laid": ["banco", "punto", "punto", "banco"], "lost": [], "told_apart": True}
    [stored] = case.evidence["reports"]
    assert (stored["number"], stored["boxes"]) == (case.number, ["banco", "punto", "punto", "banco"])
    assert case.answer["verdict"] == "clear"


def test_nobody_is_the_cause_of_a_noticed_case_as_long_as_nobody_is_named(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["9S"])
    table.cast.ispettore.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "banco"]})
    assert newest().caused_by == ""


def test_cards_beyond_the_record_are_placed_in_several_ways_only_where_one_came_by_itself() -> None:
    dealt, laid = [OrderPlace("punto"), OrderPlace("banco")] * 2, ["punto", "banco"] * 3
    assert origins(dealt, laid, range(4)) == [[0, 1, 2, 3, None, None]] * 3
    third = OrderPlace("punto", alone=True)
    behind, between = [0, 1, 2, 3, 4, None], [0, 1, 2, 3, None, 4]
    assert origins([*dealt, third], laid, range(5)) == [behind, behind, between]
    assert origins([*dealt, third], laid, between) == [behind, between, between]


# --- reported twice


@each(ONE_A_KIND)
def test_a_report_that_arrives_twice_is_one_report(table: AtTable, mishap: Mishap) -> None:
    dealer = Croupier(table, mishap.cards, unnoticed=mishap.unnoticed)
    mishap.at(dealer)
    seen = table.number
    given: dict[str, Any] = {"kind": mishap.kind, "facts": dict(mishap.facts or {}), "text": "as seen"}
    first = table.does("report_incident", nonce="one report", seen=seen, **given)
    assert table.does("report_incident", nonce="one report", seen=seen, **given) == first
    assert table.number == first.number == seen + 1
    assert Incident.objects.filter(kind=mishap.kind).count() == 1


@pytest.mark.one_in(3)
@each(HOLDS)
def test_what_is_reported_again_by_an_inspector_is_decided_together(table: AtTable, mishap: Mishap) -> None:
    dealer = befalls(table, mishap)
    table.cast.ispettore.does("report_incident", kind=mishap.kind, facts=dict(mishap.facts or {}), text="as seen")
    assert len(open_cases(table.row)) == 2
    dealer.to_the_burn()
    assert list(Incident.objects.values_list("status", flat=True)) == [mishap.status] * 2
    assert [str(card.card) for card in table.state.held] == mishap.after.waits.split()


# --- what is no report


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("nothing", {}),
        ("extra_card", {}),
        ("inverted", {"surprise": 1}),
        ("inverted", {"laid": ["left"]}),
        ("inverted", {"laid": "punto"}),
        ("inverted", {"lost": [1.0]}),
        ("stuck_cards", {}),
        ("stuck_cards", {"before": -1, "packet": 2, "restored": True}),
        ("fallen_card", {"places": []}),
        ("unforeseen", {"what": "the weather"}),
    ],
)
def test_a_report_that_answers_other_questions_is_refused(table: AtTable, kind: str, facts: dict[str, Any]) -> None:
    deal(table, "P100@1")
    table.refuses(Code.ARGUMENTS, "report_incident", kind=kind, facts=facts)


def test_while_stakes_are_laid_nothing_lies_that_could_be_rebuilt(table: AtTable) -> None:
    lay(table, "P100@1")
    table.refuses(Code.PHASE, "report_incident", kind="inverted", facts={})


def test_an_incident_of_another_table_is_not_known_here(table: AtTable) -> None:
    other = ready_table(code="another")
    inverted(other)
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "attest", incident=newest().number)


def test_a_seventh_card_of_one_face_is_nowhere_told(table: AtTable) -> None:
    for _ in range(2):
        play(table, "P100@1", punto="9S 9S", banco="9S KD")
    impossible = {"seen": True, "card": "9S"}
    table.refuses(Code.CARD_IMPOSSIBLE, "report_incident", kind="overlooked_card", facts=impossible)
    table.refuses(Code.CARD_IMPOSSIBLE, "card_out", card="9S", exposed=True)
    report(table, "overlooked_card", seen=True, card="9H")
    assert [str(it.card) for it in table.state.held] == ["9H"]


def test_no_card_is_found_that_the_shoe_did_not_hold(short: AtTable) -> None:
    deal(short, *STAKES)
    for laid in (["punto", "banco"] * 3, ["punto", "banco"] * 5):
        short.refuses(Code.CARD_IMPOSSIBLE, "report_incident", kind="wrong_number", facts={"laid": laid})
    packet = {"before": 4, "packet": 2, "restored": False}
    short.refuses(Code.CARD_IMPOSSIBLE, "report_incident", kind="stuck_cards", facts=packet)
    assert short.row.shoes.get().out == 4


# --- against the facts

OUT_OF_RANGE = (-1, 0, 99, 10**12)


@pytest.fixture(scope="module")
def covered(made_ready: MakeReady) -> AtTable:
    """Four cards lie covered on the table, and stay so: whatever is said of it is refused."""
    table = made_ready(seats=3).table
    deal(table, "P100@1", "B50@2")
    return table


def _of(kind: str, **facts: Any) -> tuple[str, dict[str, Any]]:
    return kind, facts


@pytest.mark.parametrize(
    ("kind", "facts", "code"),
    [
        *[(*_of("waiting_card_seen", number=number), Code.CARD) for number in (*OUT_OF_RANGE, 1)],
        *[(*_of("turned_by_dealer", number=number, card="9S"), Code.CARD) for number in OUT_OF_RANGE],
        *[(*_of("worn_card", number=number), Code.CARD) for number in OUT_OF_RANGE],
        (*_of("turned_by_dealer", number=1, card="??"), Code.CARD_COVERED),
        (*_of("turned_by_dealer", number=1, card="1S"), Code.CARD),
        (*_of("overlooked_card", seen=False, card="9S"), Code.CARD_COVERED),
        (*_of("stuck_cards", before=5, packet=2, restored=False), Code.COUNT),
        (*_of("stuck_cards", before=7, packet=2, restored=False), Code.ARGUMENTS),
        (*_of("stuck_cards", before=0, packet=21, restored=False), Code.ARGUMENTS),
        (*_of("fallen_card", places=[7]), Code.COUNT),
        (*_of("fallen_card", places=[0]), Code.ARGUMENTS),
        (*_of("fallen_card", places=[21]), Code.ARGUMENTS),
        (*_of("inverted", laid=[]), Code.COUNT),
        (*_of("inverted", lost=[5]), Code.EVIDENCE),
        (*_of("inverted", lost=[0]), Code.EVIDENCE),
        (*_of("undue_third", laid=["punto"] * 21), Code.ARGUMENTS),
        (*_of("wrong_number", laid=["punto", "bench"]), Code.ARGUMENTS),
        (*_of("worn_card"), Code.CARD),
        (*_of("worn_card", card="??"), Code.CARD_COVERED),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_has_changed(
    covered: AtTable, kind: str, facts: dict[str, Any], code: Code
) -> None:
    before = covered.number
    covered.refuses(code, "report_incident", kind=kind, facts=facts)
    assert covered.number == before
    assert not Incident.objects.filter(table=covered.row).exists()
    assert [card.number for card in covered.state.cards] == [1, 2, 3, 4]
