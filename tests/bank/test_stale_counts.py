"""A count whose chips have moved since its last try is made again before it is accepted."""

from collections.abc import Callable

import pytest

from table.rules.refusal import Code
from tests.bank.at_bank import FLOAT, AtBank, bank_table
from tests.croupier import coups
from tests.rig.tables import seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> AtBank:
    """A table with a bank in play at which Anna has lost a coup."""
    opened = bank_table()
    opened.opens()
    seat(opened.table, "anna", "1")
    coups.play(opened.table, "P100@1", punto="2S 3S", banco="4S 5S")
    opened.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    opened.cassa.does("issue", movement=2, pieces={"10000": 10})
    return opened


def _receives(at: AtBank) -> None:
    """The fill that was on its way is received."""
    cast = at.table.cast
    cast.dealer.does("receive", movement=2, pieces={"10000": 10})
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)


def _decides(at: AtBank) -> None:
    """A dispute about the coup gives Anna a hundred."""
    at.table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    gets = [{"bettor": "anna", "amount": 10_000}]
    incident = at.table.number
    at.table.cast.ispettore.does("decide_dispute", incident=incident, text="as decided", corrections=gets)


@pytest.mark.parametrize(("moves", "later"), [(_receives, 10), (_decides, -1)])
def test_a_rack_that_has_moved_since_it_was_counted_is_counted_again_and_does_not_differ(
    at: AtBank, moves: Callable[[AtBank], None], later: int
) -> None:
    ispettore = at.table.cast.ispettore
    ispettore.does("close_table")
    there = FLOAT | {"10000": FLOAT["10000"] + 1}
    at.counts("closer", there)
    at.attests("closer")
    moves(at)
    said = ispettore.is_refused(Code.COUNT, "accept_count", what="closer", reason="as counted")
    assert "counted again" in str(said)
    ispettore.does("recount", what="closer", reason="it has moved")
    at.counts("closer", there | {"10000": there["10000"] + later})
    at.attests("closer")
    at.accepts("closer")
    at.table.check()


def test_a_change_that_nobody_keyed_came_before_the_count_which_stands(at: AtBank) -> None:
    cast = at.table.cast
    _receives(at)
    cast.ispettore.does("close_table")
    at.counts("closer", FLOAT | {"10000": FLOAT["10000"] + 6})
    cast.ispettore.does("note_change", amount=50_000, reason="seen by the camera", guest="anna")
    cast.second_ispettore.does("agree", what="note_change")
    at.attests("closer")
    at.accepts("closer")
    at.table.check()


def test_tips_to_which_one_came_since_they_were_counted_are_counted_again(at: AtBank) -> None:
    cast = at.table.cast
    at.table.does("tip", amount=500)
    cast.ispettore.does("close_table")
    at.cassa.does("count", what="tips", pieces={"500": 1})
    at.table.does("tip", amount=1_000)
    cast.dealer.does("attest_count", what="tips")
    cast.dealer.is_refused(Code.COUNT, "accept_count", what="tips", reason="as counted")
    cast.dealer.does("recount", what="tips", reason="one more")
    at.cassa.does("count", what="tips", pieces={"500": 3})
    cast.dealer.does("attest_count", what="tips")
    cast.dealer.does("accept_count", what="tips")
    at.table.check()


def test_custody_from_which_something_was_disposed_of_since_is_counted_again(at: AtBank) -> None:
    cast, console = at.table.cast, at.table.cast.dealer.person.badge
    cast.ispettore.does("close_table")
    _decides(at)
    at.counts("custody", {"10000": 1})
    cast.ispettore.does("attest_count", what="custody", device=console)
    cast.direzione.does("dispose_of", slip=1, to="guests", text="she came back")
    cast.ispettore.is_refused(Code.COUNT, "accept_count", what="custody", reason="as counted")
    cast.ispettore.does("recount", what="custody", reason="it was fetched")
    at.counts("custody", {})
    cast.ispettore.does("attest_count", what="custody", device=console)
    at.accepts("custody")
    at.table.check()
