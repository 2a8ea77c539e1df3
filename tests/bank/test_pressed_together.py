"""Two who press at the same time: the second one's screen is of before, and nothing happens twice or unseen."""

from dataclasses import replace
from typing import Any

import pytest

from bank.models import Movement
from bank.play.pressed import STEPS
from table.play.declaration import VERBS
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.bank.at_bank import AtBank, bank_table
from tests.rig.cast import Somebody
from tests.rig.staff import with_pin

pytestmark = pytest.mark.django_db
FILL, SHORT = {"10000": 80}, {"10000": 79}
PLAQUES = {"500000": 2}


@pytest.fixture
def at() -> AtBank:
    """A table with a bank in play."""
    opened = bank_table()
    opened.opens()
    return opened


@pytest.fixture
def other(at: AtBank) -> Somebody:
    """A second cashier."""
    return replace(at.cassa, person=with_pin(Role.CASSA, badge="clara"))


def test_what_two_cashiers_count_of_one_credit_at_the_same_time_came_once(at: AtBank, other: Somebody) -> None:
    cast = at.table.cast
    cast.ispettore.does("request_credit", pieces=PLAQUES)
    cast.dealer.does("hand_over", movement=2, pieces=PLAQUES)
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
    seen, came = at.table.number, {"500000": 1}
    at.cassa.does("confirm_credit", movement=2, pieces=came)
    other.is_refused(Code.STALE, "confirm_credit", movement=2, pieces=came, seen=seen)
    assert Movement.objects.get(number=2).received == came
    other.does("confirm_credit", movement=2, pieces=came)
    assert Movement.objects.get(number=2).received == PLAQUES
    at.table.check()


@pytest.mark.parametrize(("first", "second"), [(FILL, SHORT), (SHORT, FILL), (FILL, FILL)])
def test_what_two_cashiers_issue_at_the_same_time_is_what_the_first_one_keyed(
    at: AtBank, other: Somebody, first: dict[str, int], second: dict[str, int]
) -> None:
    at.table.cast.ispettore.does("request_fill", pieces=FILL)
    seen = at.table.number
    at.cassa.does("issue", movement=2, pieces=first)
    other.is_refused(Code.STALE, "issue", movement=2, pieces=second, seen=seen)
    row = Movement.objects.get(number=2)
    assert (row.issued, row.corrected) == (first, [])
    if first != second:
        other.does("issue", movement=2, pieces=second)
    at.table.check()


@pytest.mark.parametrize("keyed", ["receive", "void_movement"])
def test_nothing_is_issued_over_what_was_keyed_of_a_movement_since_the_screen(
    at: AtBank, other: Somebody, keyed: str
) -> None:
    at.table.cast.ispettore.does("request_fill", pieces=FILL)
    at.cassa.does("issue", movement=2, pieces=FILL)
    seen = at.table.number
    if keyed == "receive":
        at.table.does("receive", movement=2, pieces=FILL)
    else:
        at.cassa.does("void_movement", movement=2, reason="the table is closed")
    other.is_refused(Code.STALE, "issue", movement=2, pieces=SHORT, seen=seen)
    assert Movement.objects.get(number=2).waiting
    at.table.check()


def test_a_credit_that_one_cashier_makes_void_is_not_received_by_another_on_the_screen_of_before(
    at: AtBank, other: Somebody
) -> None:
    cast = at.table.cast
    cast.ispettore.does("request_credit", pieces=PLAQUES)
    cast.dealer.does("hand_over", movement=2, pieces=PLAQUES)
    cast.ispettore.does("attest_movement", movement=2, device=cast.dealer.person.badge)
    seen = at.table.number
    at.cassa.does("void_movement", movement=2, reason="it went back to the table")
    other.is_refused(Code.STALE, "confirm_credit", movement=2, pieces={"500000": 1}, seen=seen)
    cast.direzione.does("attest_movement", movement=2)
    assert Movement.objects.get(number=2).status == "void"
    at.table.check()


def test_nothing_is_issued_over_a_step_that_was_withdrawn_since_the_screen(at: AtBank, other: Somebody) -> None:
    at.table.cast.ispettore.does("request_fill", pieces=FILL)
    at.cassa.does("issue", movement=2, pieces=FILL)
    at.cassa.does("void_movement", movement=2, reason="the table is closed")
    seen = at.table.number
    at.cassa.does("withdraw_step", movement=2, reason="the table is open")
    other.is_refused(Code.STALE, "issue", movement=2, pieces=SHORT, seen=seen)
    assert Movement.objects.get(number=2).issued == FILL
    at.table.check()


def test_every_act_that_names_a_movement_is_a_step_of_it() -> None:
    """A screen that does not show such a step is of before: who presses there would undo it unseen."""
    naming = {name for name, verb in VERBS.items() if "movement" in verb.arguments.__struct_fields__}
    assert naming == set(STEPS)


def test_what_is_withdrawn_is_what_the_screen_showed(at: AtBank) -> None:
    cast = at.table.cast
    withdraws: dict[str, Any] = {"what": "note_change", "reason": "it was keyed"}
    change: dict[str, Any] = {"reason": "not keyed", "guest": "anna"}
    cast.ispettore.does("note_change", amount=50_000, **change)
    seen = at.table.number
    cast.ispettore.does("note_change", amount=60_000, **change)
    cast.second_ispettore.is_refused(Code.STALE, "withdraw_waiting", seen=seen, **withdraws)
    cast.second_ispettore.does("withdraw_waiting", **withdraws)
    at.table.check()
