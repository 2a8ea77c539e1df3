"""While an incident holds a coup something else happens: facts come in, nothing is lost, a way leads to the end."""

from collections.abc import Callable

import pytest

from procedures.models import Incident
from table.models import Money, Stake, Table
from table.play.next_act import next_act
from table.rules.payout import HANDED_BACK
from tests.procedures.cases import OPENED, end, put_right, report, standing
from tests.procedures.conftest import MakeReady
from tests.rig.tables import AtTable

LIMITS = {"main": [2000, 50_000], "egalite": [1000, 10_000]}
Happens = Callable[[AtTable], object]


def _evidence(table: AtTable) -> None:
    """The video shows which card came first, where anybody asks for it."""
    first = min(card.number for card in table.state.cards)
    for case in standing(table):
        if case.status == "open" and case.kind != "unforeseen":
            table.does("add_evidence", incident=case.number, places={str(first): [1]}, source="video")


def _withdraw(table: AtTable) -> None:
    """It was not so, and then it was."""
    for case in standing(table):
        if not case.noticed and case.status == "open":
            table.does("withdraw_incident", incident=case.number)
            assert not table.state.coup or not table.state.coup.held
            facts = {"lost": [1]} if case.kind != "unforeseen" else {"what": "other"}
            report(table, case.kind if case.kind != "fallen_card" else "inverted", **facts)


def _refer(table: AtTable) -> None:
    for case in standing(table):
        if case.status == "open":
            table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")


def _goes_on(table: AtTable) -> None:
    """Beside the case the evening goes on: new limits, a tip, another dealer for a moment, a seat that is marked."""
    table.cast.ispettore.does("set_limits", limits=LIMITS)
    table.does("tip", amount=500)
    table.cast.relief.does("sign_on")
    table.does("sign_on")
    table.does("mark", position="1")


HAPPENS: dict[str, Happens] = {
    "a card too many, unseen": lambda table: table.does("card_out", extra=True),
    "a card too many, seen": lambda table: report(table, "overlooked_card", seen=True, card="8D"),
    "the cut card": lambda table: table.does("cut_card_out"),
    "the next card visible": lambda table: table.does("report_visible"),
    "a suspension": lambda table: table.cast.ispettore.does("suspend"),
    "the reader leaves for good": lambda table: table.does("report_unmarked_absence", position="1"),
    "the evening": _goes_on,
    "a fall": lambda table: report(table, "fallen_card", places=[2], seen=True),
    "a worn card": lambda table: report(table, "worn_card", card="7D"),
    "a lost order": lambda table: report(table, "inverted", lost=[1]),
    "a foreign card": lambda table: report(table, "unforeseen", what="foreign_card"),
    "a video": _evidence,
    "a withdrawal": _withdraw,
    "a referral": _refer,
}


@pytest.mark.parametrize("first", OPENED)
def test_whatever_happens_while_an_incident_stands_the_coup_comes_to_its_end(first: str, made_ready: MakeReady) -> None:
    ready = made_ready(seats=2)
    with ready.evening() as table:
        OPENED[first](table)
        assert _held(table)
        assert next_act(table.state) is None
        with ready.further() as here:
            for second, happens in HAPPENS.items():
                with here.evening():
                    happens(table)
                    _check_it_comes_to_its_end(table, second)


def _held(table: AtTable) -> bool:
    return table.state.coup is not None and table.state.coup.held


def _check_it_comes_to_its_end(table: AtTable, second: str) -> None:
    assert _held(table), second
    assert standing(table), second
    put_right(table)
    assert not _held(table), second
    end(table)
    _check_the_end(table, second)


def _check_the_end(table: AtTable, second: str) -> None:
    coup = table.row.coups.get()
    assert coup.ended
    assert Incident.objects.filter(coup=coup, blocking=True, decided=None).count() == 0
    assert table.row.status == (Table.Status.SUSPENDED if second == "a suspension" else Table.Status.OPEN)
    for stake in Stake.objects.filter(coup=coup):
        lines = Money.objects.filter(stake=stake)
        assert sum(line.amount for line in lines if line.kind not in HANDED_BACK) == 0
        assert sum(line.amount for line in lines if line.kind in HANDED_BACK) == stake.laid
    assert table.state.held == []
