"""Whatever goes wrong, in whatever situation: on the last coup, in a Colpo in Bianco, while the game is suspended.

Super Punto Banco, Art. 1, 5, 14 and 16.
"""

from dataclasses import replace

import pytest

from procedures.models import Incident
from table.models import Table
from table.play.next_act import next_act
from tests.procedures.aftermath import befalls, check, check_case, check_coup, noted, played_to_its_end, relieved
from tests.procedures.conftest import SitDown
from tests.procedures.dealer import LEFT
from tests.procedures.mishaps import TELLING
from tests.procedures.moments import After, Mishap
from tests.rig.tables import AtTable

# --- the game is to be suspended, and another dealer takes over


@pytest.mark.parametrize("mishap", TELLING, ids=lambda it: it.name)
def test_suspended_meanwhile_the_coup_is_put_right_and_finished_first_and_what_is_due_outlasts_it(
    sit_down: SitDown, mishap: Mishap
) -> None:
    dealer = befalls(sit_down(seats=2), mishap)
    table = dealer.table
    table.cast.ispettore.does("suspend")
    dealer.table = relieved(table)
    hands = played_to_its_end(dealer)
    assert table.row.status == Table.Status.SUSPENDED
    table.cast.ispettore.does("resume")
    check(table, hands, mishap, mishap.after)
    assert Incident.objects.get(kind=mishap.kind).caused_by == "dario"


# --- on the last coup


@pytest.mark.parametrize("mishap", TELLING, ids=lambda it: it.name)
def test_on_the_last_coup_it_is_put_right_and_what_waits_or_is_due_lapses(sit_down: SitDown, mishap: Mishap) -> None:
    dealer = befalls(sit_down(seats=2), mishap, before=lambda table: table.does("cut_card_out"))
    hands = played_to_its_end(dealer)
    check_coup(dealer.table, hands, mishap.after)
    check_case(dealer.table, mishap)
    check_taglia_is_over(dealer.table)
    assert noted(dealer.table, "remaining_extracted") == []


@pytest.mark.parametrize("mishap", TELLING, ids=lambda it: it.name)
def test_a_coup_that_began_with_the_cut_card_is_put_right_and_counted(sit_down: SitDown, mishap: Mishap) -> None:
    table = sit_down(seats=2)
    table.does("cut_card_out")
    dealer = befalls(table, mishap)
    hands = played_to_its_end(dealer)
    check_coup(table, hands, mishap.after)
    check_case(table, mishap)
    check_taglia_is_over(table)
    counted = [it["count"] for it in noted(table, "remaining_extracted")]
    assert counted == ([] if mishap.after.outcome == "annulled" else [on_the_table(mishap.after) + LEFT])


SEVEN = [it for it in TELLING if it.kind in ("extra_card", "stuck_cards", "undue_third")]


@pytest.mark.parametrize("mishap", SEVEN, ids=lambda it: it.name)
@pytest.mark.parametrize("seven", [True, False], ids=["seven", "six"])
def test_what_is_nobodys_counts_among_the_seven_and_what_was_burned_as_stuck_does_not(
    sit_down: SitDown, mishap: Mishap, *, seven: bool
) -> None:
    table = sit_down(seats=2)
    table.does("cut_card_out")
    dealer = befalls(table, mishap, left=6 + seven - on_the_table(mishap.after))
    hands = played_to_its_end(dealer)
    after = mishap.after if seven else mishap.after._replace(outcome="null_seven")
    check_coup(table, hands, after)
    check_taglia_is_over(table)
    assert Incident.objects.filter(kind="null_seven").exists() is not seven


def on_the_table(after: After) -> int:
    """The cards of the hands and those that are nobody's; burned ones do not count among the seven."""
    return len(f"{after.punto} {after.banco} {after.waits}".split())


def check_taglia_is_over(table: AtTable) -> None:
    """No coup follows in it, and no card waits for one."""
    assert table.state.shoe is None
    assert table.row.shoes.get().cards.exclude(location="burned").count() == 0
    assert not table.state.blank_due
    assert next_act(table.state) == ("load", "")


# --- in a Colpo in Bianco


@pytest.mark.parametrize("mishap", [it for it in TELLING if it.where != "reader"], ids=lambda it: it.name)
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
