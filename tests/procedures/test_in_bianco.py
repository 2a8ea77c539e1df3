"""In a Colpo in Bianco nothing is at stake: the dealer puts right what is clear. Super Punto Banco, Art. 1."""

from dataclasses import replace

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
