"""The game is suspended over a case. Super Punto Banco, Art. 14."""

from collections.abc import Callable

import pytest

from procedures.models import Incident
from table.models import Table
from table.play.next_act import next_act
from table.rules.refusal import Code
from tests.croupier.cases import newest, report
from tests.croupier.coups import back, close, lay
from tests.procedures.aftermath import befalls, check, played_to_its_end, relieved
from tests.procedures.chosen import TELLING, each
from tests.procedures.conftest import SitDown
from tests.procedures.moments import Mishap
from tests.rig.page import words
from tests.rig.pressing import drawn
from tests.rig.tables import AtTable


@each(TELLING, one_in=9)
def test_a_coup_that_is_held_is_put_right_and_finished_before_the_game_is_suspended_and_what_is_due_outlasts_it(
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
    assert Incident.objects.get(kind=mishap.kind).caused_by == ""


# --- in the betting


def test_a_betting_that_is_stopped_leaves_its_case_to_the_direzione_and_no_coup_begins_before(table: AtTable) -> None:
    lay(table, "P100@1")
    case = report(table, "unforeseen", what="disturbance")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    table.refuses(Code.INCIDENT_OPEN, "open_bets")
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    table.does("open_bets")


def test_of_a_coup_that_was_given_up_nothing_is_left_to_be_rebuilt(table: AtTable) -> None:
    table.does("card_out")
    close(table, "P100@1")
    case = report(table, "inverted", laid=["banco"])
    table.cast.ispettore.does("suspend")
    assert newest().status == "settled_by_law"
    table.cast.ispettore.is_refused(Code.FINAL, "annul_incident", incident=case.number, reason="too late")
    table.cast.ispettore.does("resume")
    table.does("open_bets")


def test_a_case_outlives_the_coup_that_was_cancelled_over_it_and_what_was_to_be_rebuilt_does_not(
    table: AtTable,
) -> None:
    table.does("card_out", card="7S", exposed=True)
    table.does("play_blank", said=True)
    report(table, "unforeseen", what="disturbance")
    table.cast.ispettore.does("suspend")
    assert (table.row.status, table.row.awaits) == (Table.Status.SUSPENDED, "ispettore_gioco")
    table.cast.ispettore.does("resume")
    assert next_act(table.state) is None
    table.refuses(Code.INCIDENT_OPEN, "play_blank", said=True)


# --- over a coup that counts for nothing


@pytest.mark.parametrize("stage", [lay, close])
def test_a_coup_that_is_annulled_stays_so_and_the_game_is_suspended_once_it_is_burned(
    table: AtTable, stage: Callable[..., object]
) -> None:
    """Its stakes went back by the ruling, and the Button passes by it."""
    table.does("card_out")
    stage(table, "P100@1")
    case = report(table, "unforeseen", what="disturbance")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    dialog = words(drawn(table, "desk_sheets:ispettore_gioco", "en"))
    assert "The coup on the table is played to its end first." in dialog
    answer = table.cast.ispettore.does("suspend")
    assert [name for name, _ in answer.outcomes[0]["effects"]] == ["suspend_pending"]
    table.does("burn")
    last = table.row.coups.get()
    assert (last.outcome, table.row.button, table.state.held) == ("annulled", "2", [])
    assert (table.row.status, back(table, "1")) == (Table.Status.SUSPENDED, {"refund": 10_000})
