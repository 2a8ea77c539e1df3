"""The hours of the dealers follow from the register: at which table, for how long without a break, and who has one."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from table.reports.evenings.hours import hours_of
from table.reports.registers.days import day_of
from table.rules.profile import Role
from tests.rig.cast import Somebody
from tests.rig.staff import signed_in
from tests.rig.tables import new_table

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DAY = day_of(EVENING)


def after(minutes: int) -> datetime:
    return EVENING + timedelta(minutes=minutes)


def does(who: Somebody, verb: str, minutes: int) -> None:
    with time_machine.travel(after(minutes), tick=False):
        who.does(verb)


@pytest.fixture(autouse=True)
def _an_evening() -> None:
    """Dario deals at T1, goes to T2 within three minutes, and is relieved there by Dora."""
    with time_machine.travel(after(-60), tick=False):
        one, other = new_table(code="T1"), new_table(code="T2")
    does(one.cast.dealer, "sign_on", 0)
    does(one.cast.dealer, "sign_off", 45)
    does(other.cast.dealer, "sign_on", 48)
    does(other.cast.relief, "take_over", 90)


def test_who_has_dealt_longest_comes_first_and_who_is_free_after_him() -> None:
    dora, dario = hours_of(DAY, after(110))
    assert (dora.badge, dora.stretch, dora.free) == ("dora", timedelta(minutes=20), None)
    assert [turn.table for turn in dario.turns] == ["T1", "T2"]
    assert (dario.stretch, dario.free) == (None, after(90))


def test_the_way_between_two_tables_is_no_break_and_is_not_dealt() -> None:
    _, dario = hours_of(DAY, after(110))
    assert (dario.dealt, dario.longest) == (timedelta(minutes=87), timedelta(minutes=90))


def test_after_a_break_it_begins_anew() -> None:
    with time_machine.travel(after(100), tick=False):
        new_table(code="T3").cast.dealer.does("sign_on")
    [dario] = [it for it in hours_of(DAY, after(130)) if it.badge == "dario"]
    assert (dario.stretch, dario.longest) == (timedelta(minutes=30), timedelta(minutes=90))


def test_whoever_comes_back_to_the_table_that_they_left_deals_there_now() -> None:
    with time_machine.travel(after(90), tick=False):
        back = new_table(code="T0")
    for minutes, table, verb in ((95, "T0", "sign_on"), (110, "T0", "sign_off"), (112, "T1", "sign_on")):
        does(Somebody(back.cast.dealer.person, table), verb, minutes)
    [dario] = [it for it in hours_of(DAY, after(130)) if it.badge == "dario"]
    assert [turn.table for turn in dario.turns] == ["T1", "T2", "T0", "T1"]
    assert (dario.stretch, dario.free) == (timedelta(minutes=35), None)
    assert dario.longest == timedelta(minutes=90)


def test_of_a_day_that_is_over_nobody_is_at_a_table_now_and_of_another_nobody_dealt() -> None:
    assert {(it.stretch, it.free) for it in hours_of(DAY, EVENING + timedelta(days=2))} == {(None, None)}
    assert hours_of(DAY - timedelta(days=1), after(110)) == []


def test_who_deals_on_when_a_day_begins_has_had_no_break() -> None:
    early = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
    with time_machine.travel(early, tick=False):
        new_table(code="T3").cast.dealer.does("sign_on")
    later = early + timedelta(minutes=61)
    assert day_of(later) != day_of(early)
    [dario] = [it for it in hours_of(day_of(later), later) if it.badge == "dario"]
    assert (dario.turns[-1].table, dario.stretch) == ("T3", timedelta(minutes=61))


def test_the_page_is_for_who_supervises() -> None:
    with time_machine.travel(after(110), tick=False):
        page = signed_in(Role.ISPETTORE_GIOCO).get("/records/dealers/?on=2026-11-20").content.decode()
        assert signed_in(Role.DEALER).get("/records/dealers/").status_code == 403
    assert [text in page for text in ("dora", "T2", "0:20", "1:27", "1:30", "21:30")] == [True] * 6
