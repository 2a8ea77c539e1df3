"""In a Colpo in Bianco nothing is at stake: the dealer puts right what is clear. Super Punto Banco, Art. 1."""

from dataclasses import replace

import pytest

from procedures.models import Incident
from table.play.declaration import VERBS
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import knows_the_order, newest, report
from tests.croupier.coups import card, coup, hand_at, turn
from tests.procedures.aftermath import befalls, check, played_to_its_end
from tests.procedures.chosen import TELLING, each
from tests.procedures.conftest import SitDown
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable


@each([it for it in TELLING if it.where != "reader"], one_in=9)
def test_in_a_colpo_in_bianco_the_dealer_puts_right_what_is_clear_and_another_may_follow(
    sit_down: SitDown, mishap: Mishap
) -> None:
    table = sit_down(seats=2)
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    dealer = befalls(table, mishap)
    hands = played_to_its_end(dealer)
    after, clear = mishap.after._replace(outcome="blank"), mishap.status == "ratified"
    decided = replace(mishap, status="settled_by_law", present=()) if clear else mishap
    check(table, hands, decided, after)


def test_a_colpo_in_bianco_is_begun_once(table: AtTable) -> None:
    table.does("report_visible")
    table.does("play_blank", said=True)
    table.refuses(Code.PHASE, "play_blank", said=True)


def test_one_that_was_begun_twice_once_is_dealt_again_as_it_was(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.does("report_visible")
    table.does("play_blank", said=True)
    with monkeypatch.context() as before:
        before.setitem(VERBS, "play_blank", replace(VERBS["play_blank"], at_press=None))
        table.does("play_blank", said=True)
    table.check(dealt_again=True)


def test_in_a_colpo_in_bianco_what_is_clear_is_put_right_without_inspectors(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.does("deal")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    assert (case.status, coup(table).held) == ("settled_by_law", False)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]


def test_in_a_colpo_in_bianco_it_is_put_right_as_soon_as_it_is_clear(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.does("deal")
    case = report(table, "undue_third", laid=["punto", "banco", "punto", "banco", "punto"])
    assert (case.status, coup(table).held) == ("open", True)
    turn(table, punto="9S KD", banco="2C KH")
    knows_the_order(table, newest())
    assert (newest().status, coup(table).held) == ("settled_by_law", False)
    assert (len(hand_at(table, Side.PUNTO)), card(table, 5).undue) == (2, True)


def test_in_a_colpo_in_bianco_too_what_the_direzione_lets_stand_nobody_else_lays_anew(table: AtTable) -> None:
    mixed = order_lost_in_bianco(table)
    turn(table, punto="9D KS", banco="QH 8C")
    table.cast.direzione.does("rule", incident=mixed.number, text="it stands", effects=["validate"])
    again = report(table, "inverted", laid=["punto", "banco", "banco", "punto"], told_apart=False)
    knows_the_order(table, again)
    assert (again.answer["verdict"], again.status, coup(table).held) == ("clear", "open", True)
    table.cast.ispettore.does("refer", incident=again.number, reason="it is clear")
    table.cast.direzione.does("rule", incident=again.number, text="after all", effects=["continue"])
    report(table, "inverted", laid=["punto", "banco", "banco", "punto"], told_apart=False)
    knows_the_order(table, newest())
    assert (newest().status, coup(table).held) == ("settled_by_law", False)


def test_in_a_colpo_in_bianco_no_report_alone_lays_cards_of_which_another_says_that_nobody_knows_the_order(
    table: AtTable,
) -> None:
    """The open cases of a coup are one reconstruction."""
    fallen = order_lost_in_bianco(table)
    moved = report(table, "inverted", laid=["banco", "punto", "punto", "banco"], told_apart=False)
    assert (moved.status, coup(table).held) == ("open", True)
    assert [it.location for it in table.state.cards] == ["banco", "punto", "punto", "banco"], "as they are reported"
    knows_the_order(table, fallen)
    moved.refresh_from_db()
    assert (fallen.status, moved.status, coup(table).held) == ("settled_by_law", "settled_by_law", False)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]


def test_in_a_colpo_in_bianco_a_report_that_tells_the_lost_order_settles_both_cases(table: AtTable) -> None:
    fallen = order_lost_in_bianco(table)
    moved = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    fallen.refresh_from_db()
    assert (fallen.status, moved.status, coup(table).held) == ("settled_by_law", "settled_by_law", False)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]


def order_lost_in_bianco(table: AtTable) -> Incident:
    """Two cards of a Colpo in Bianco fell, and nobody knows which is which: the coup is held."""
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.does("deal")
    return report(table, "fallen_card", places=[1, 2], order_lost=True)
