"""The hours of the dealers follow from the register: at which table, for how long without a break, and who has one."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from table.record.days import day_of
from table.reports.evenings.hours import DealerHours, hours_of
from table.rules.houses import VENEZIA
from table.rules.profile import Role
from tests.rig.cast import Somebody
from tests.rig.staff import signed_in, with_pin
from tests.rig.tables import AtTable, new_table, prepare_shoe

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


def test_who_has_dealt_longest_comes_first_and_who_is_free_after_them() -> None:
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


def test_on_a_day_to_come_nobody_has_dealt_though_somebody_deals_now() -> None:
    assert [it.badge for it in hours_of(DAY, after(110)) if it.stretch is not None] == ["dora"]
    assert hours_of(DAY + timedelta(days=1), after(110)) == []


def test_who_deals_on_when_a_day_begins_has_had_no_break() -> None:
    early = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
    with time_machine.travel(early, tick=False):
        new_table(code="T3").cast.dealer.does("sign_on")
    later = early + timedelta(minutes=61)
    assert day_of(later) != day_of(early)
    [dario] = [it for it in hours_of(day_of(later), later) if it.badge == "dario"]
    assert (dario.turns[-1].table, dario.stretch) == ("T3", timedelta(minutes=61))


def _opened(minutes: int) -> AtTable:
    """A table of its own dealer, who signed on and opened it so long after the evening began."""
    with time_machine.travel(after(minutes), tick=False):
        table = new_table(code="T4")
        own = with_pin(Role.DEALER, badge="dino")
        table = replace(table, cast=replace(table.cast, dealer=Somebody(own, "T4")))
        table.cast.ispettore.does("sign_on")
        table.does("sign_on")
        prepare_shoe(table, VENEZIA)
        table.cast.ispettore.does("open_table")
    return table


def _dino(day: date, now: datetime) -> DealerHours:
    [found] = [it for it in hours_of(day, now) if it.badge == "dino"]
    return found


def test_nobody_deals_at_a_closed_table_and_who_is_still_there_deals_again_when_it_opens() -> None:
    table = _opened(0)
    does(table.cast.ispettore, "close_table", 30)
    dino = _dino(DAY, after(100))
    assert [(it.since, it.until) for it in dino.turns] == [(after(0), after(30))]
    assert (dino.dealt, dino.stretch, dino.free) == (timedelta(minutes=30), None, after(30))
    does(table.cast.ispettore, "open_table", 60)
    dino = _dino(DAY, after(100))
    assert [(it.since, it.until) for it in dino.turns] == [(after(0), after(30)), (after(60), None)]
    assert (dino.dealt, dino.longest, dino.stretch) == (
        timedelta(minutes=70),
        timedelta(minutes=40),
        timedelta(minutes=40),
    )
    does(table.cast.ispettore, "close_table", 110)
    does(table.cast.dealer, "sign_off", 120)
    assert [it.until for it in _dino(DAY, after(130)).turns] == [after(30), after(110)]


def test_who_stays_signed_on_at_a_closed_table_dealt_on_no_later_day() -> None:
    table = _opened(0)
    does(table.cast.ispettore, "close_table", 30)
    later = after(24 * 60)
    assert [it.badge for it in hours_of(day_of(later), later)] == ["dora"]


def test_no_time_is_dealt_where_the_clock_was_put_back_and_who_deals_now_is_not_free() -> None:
    with time_machine.travel(after(-60), tick=False):
        own = Somebody(with_pin(Role.DEALER, badge="dino"), new_table(code="T4").code)
    for minutes, verb in ((60, "sign_on"), (30, "sign_off"), (31, "sign_on")):
        does(own, verb, minutes)
    dino = _dino(DAY, after(50))
    assert [(it.since, it.until) for it in dino.turns] == [(after(60), after(30)), (after(31), None)]
    assert (dino.dealt, dino.free) == (timedelta(minutes=19), None)


def test_the_page_is_for_who_supervises() -> None:
    with time_machine.travel(after(110), tick=False):
        page = signed_in(Role.ISPETTORE_GIOCO).get("/records/dealers/?on=2026-11-20").content.decode()
        assert signed_in(Role.DEALER).get("/records/dealers/").status_code == 403
    assert [text in page for text in ("dora", "T2", "0:20", "1:27", "1:30", "21:30")] == [True] * 6
