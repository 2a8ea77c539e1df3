"""What is reported: twice, by two people, against the facts, taken back, and when the stakes are paid already.

Super Punto Banco, Premessa, Art. 6 to 10 and 16.
"""

from typing import Any

import pytest

from procedures.models import Incident
from table.rules.refusal import Code
from tests.house.coups import deal
from tests.procedures.aftermath import befalls, relieved
from tests.procedures.cases import report, standing
from tests.procedures.conftest import MakeReady, SitDown
from tests.procedures.dealer import TrueDealer
from tests.procedures.mishaps import REPORTED
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable

ONE_A_KIND = list({it.kind: it for it in REPORTED}.values())
HOLDS = [it for it in ONE_A_KIND if it.status in ("ratified", "annulled", "ruled")]
WITHDRAWN = [it for it in ONE_A_KIND if it.status != "settled_by_law" and it.kind != "fallen_card"]
"""What somebody may take back: it holds the coup, or waits for a new card, and nobody has decided it."""


@pytest.fixture
def table(sit_down: SitDown) -> AtTable:
    """Two guests sit at a table of Venezia."""
    return sit_down(seats=2)


# --- reported twice


@pytest.mark.parametrize("mishap", ONE_A_KIND, ids=lambda it: it.name)
def test_a_report_that_arrives_twice_is_one_report(table: AtTable, mishap: Mishap) -> None:
    dealer = TrueDealer(table, mishap.cards, lie=mishap.lie)
    mishap.at(dealer)
    seen = table.number
    given: dict[str, Any] = {"kind": mishap.kind, "facts": dict(mishap.facts or {})}
    first = table.does("report_incident", nonce="one report", seen=seen, **given)
    assert table.does("report_incident", nonce="one report", seen=seen, **given) == first
    assert table.number == first.number == seen + 1
    assert Incident.objects.filter(kind=mishap.kind).count() == 1


@pytest.mark.parametrize("mishap", HOLDS, ids=lambda it: it.name)
def test_what_is_reported_again_by_an_inspector_is_decided_together(table: AtTable, mishap: Mishap) -> None:
    dealer = befalls(table, mishap)
    table.cast.ispettore.does("report_incident", kind=mishap.kind, facts=dict(mishap.facts or {}))
    assert len(standing(table)) == 2
    dealer.to_the_burn()
    assert list(Incident.objects.values_list("status", flat=True)) == [mishap.status] * 2
    assert [str(card.card) for card in table.state.held] == mishap.after.waits.split()


# --- taken back


@pytest.mark.parametrize("mishap", WITHDRAWN, ids=lambda it: it.name)
def test_what_was_not_so_is_taken_back_by_who_told_it_and_the_hand_is_played_as_the_record_had_it(
    table: AtTable, mishap: Mishap
) -> None:
    dealer = TrueDealer(table, mishap.cards)
    mishap.at(dealer)
    lay_before = as_they_lie(table)
    case = report(table, mishap.kind, **(mishap.facts or {}))
    for other in (relieved(table).cast.dealer, table.cast.comunale, table.cast.direzione):
        other.is_refused(Code.ROLE, "withdraw_incident", incident=case.number)
    table.does("sign_on")
    table.does("withdraw_incident", incident=case.number)
    table.cast.ispettore.is_refused(Code.FINAL, "withdraw_incident", incident=case.number)
    assert as_they_lie(table)[: len(lay_before)] == lay_before
    dealer.to_the_burn()
    assert Incident.objects.get().status == "withdrawn"
    assert table.row.coups.get().outcome == "settled"


def as_they_lie(table: AtTable) -> list[tuple[int, str, str]]:
    """The cards of the coup: number, face, where."""
    return [(card.number, card.face, card.location) for card in table.state.cards]


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
        (*_of("fallen_card", places=[5]), Code.COUNT),
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
