"""Corners of Art. 1, 3 and 4, where the next card of the sequence, the first of a hand or the taglia makes the law."""

from collections.abc import Iterator
from typing import Any

import pytest

from procedures.models import Incident
from table.rules.refusal import Code
from tests.house.coups import card, close, deal, lay, pay, play, turn
from tests.procedures.cases import attest, report
from tests.rig.tables import AtTable, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Seven guests sit at a table of Venezia."""
    ready = ready_table()
    yield ready
    ready.check()


def newest() -> Incident:
    return Incident.objects.latest("pk")


# --- Art. 1


def test_an_overlooked_card_that_nobody_saw_is_the_first_of_a_hand_of_which_no_card_is_out_yet(table: AtTable) -> None:
    close(table, "P100@1")
    report(table, "overlooked_card", seen=False)
    table.does("deal")
    assert [(it.number, it.location, it.waited) for it in table.state.cards] == [
        (1, "punto", True),
        (2, "banco", False),
        (3, "punto", False),
        (4, "banco", False),
    ]


def test_an_overlooked_card_that_was_seen_makes_such_a_hand_a_colpo_in_bianco(table: AtTable) -> None:
    close(table, "P100@1")
    report(table, "overlooked_card", seen=True, card="7S")
    assert card(table, 1).location == "held_seen"
    table.does("play_blank", said=True)
    assert (card(table, 1).location, table.state.stakes) == ("punto", [])


def test_in_a_colpo_in_bianco_of_which_no_card_is_out_it_is_the_first_either_way(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    report(table, "overlooked_card", seen=True, card="7S")
    table.does("deal")
    assert card(table, 1).location == "punto"
    assert not table.state.held


def test_in_a_hand_of_which_a_card_is_out_it_is_the_first_of_the_following_one(table: AtTable) -> None:
    deal(table, "P100@1")
    report(table, "overlooked_card", seen=False)
    assert card(table, 5).location == "held_under"


def test_once_it_is_declared_no_card_is_turned_as_in_the_distribution(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("report_incident", kind="turned_by_dealer", facts={"number": 2, "card": "5D"})
    table.does("declare", claim="carta", means="voice")
    facts = {"number": 1, "card": "7S"}
    table.refuses(Code.PHASE, "report_incident", kind="turned_by_dealer", facts=facts)


def test_an_early_card_that_was_seen_while_it_waited_makes_the_next_coup_one_in_bianco_if_nobody_gets_it(
    table: AtTable,
) -> None:
    deal(table, "P100@1")
    table.does("card_out")
    table.does("report_incident", kind="waiting_card_seen", facts={"number": 5})
    turn(table)
    pay(table)
    table.does("burn")
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)


# --- Art. 3


def test_only_the_first_of_the_waiting_cards_makes_a_colpo_in_bianco_when_it_falls(table: AtTable) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    report(table, "fallen_card", places=[2])
    assert not table.state.blank_due
    report(table, "fallen_card", places=[1])
    assert table.state.blank_due


def test_a_waiting_card_that_falls_and_is_seen_lies_beside_the_sabot_from_then_on(table: AtTable) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    report(table, "fallen_card", places=[2], seen=True)
    assert (card(table, 2).location, table.state.blank_due) == ("held_seen", True)


def test_waiting_cards_whose_order_is_lost_are_a_case_for_the_direzione(table: AtTable) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    table.does("add_evidence", incident=case.number, places={"1": [1], "2": [2]})
    attest(table, newest())
    table.cast.ispettore.is_refused(Code.PHASE, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.PHASE, "annul_incident", incident=case.number, reason="lost")
    table.cast.ispettore.does("refer", incident=case.number, reason="the order is lost")
    table.cast.direzione.does("rule", incident=case.number, text="as they lie", effects=["continue"])
    lay(table, "P100@1")


# --- Art. 4


def test_a_worn_card_is_that_of_the_taglia_in_which_it_was_reported(table: AtTable) -> None:
    play(table, "P100@1", punto="9S KD", banco="2S 3S")
    case = report(table, "worn_card", number=1)
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile, serial="S-2")
    play(table, "P100@1", punto="9D KS", banco="2D 3D")
    worn: dict[str, Any] = {"incident": case.number, "serial": "S-spare"}
    table.cast.ispettore.is_refused(Code.CARD, "authorise_replacement", card="9D", **worn)
    table.cast.ispettore.does("authorise_replacement", card="9S", **worn)
