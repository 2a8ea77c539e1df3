"""When everything is looked through for waste: while nobody plays, and after an hour of play all the same."""

import gc
from types import SimpleNamespace

import pytest

from table.live import waste
from table.live.waste import LONGEST_SECONDS, OFTEN_SECONDS, QUIET_SECONDS, Looks


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the house, which passes when the test says so; the looks themselves take none."""
    it = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(waste, "time", SimpleNamespace(monotonic=lambda: it.now))
    monkeypatch.setattr(waste, "gc", SimpleNamespace(collect=lambda: 0))
    return it


def test_while_somebody_presses_nothing_stalls_the_screens(clock: SimpleNamespace) -> None:
    looks = Looks()
    for _ in range(100):
        clock.now += 10
        assert not looks.look(pressed=clock.now - QUIET_SECONDS + 0.1)


def test_when_nobody_has_pressed_for_a_while_it_is_time(clock: SimpleNamespace) -> None:
    looks, pressed = Looks(), clock.now
    clock.now += OFTEN_SECONDS
    assert looks.look(pressed=pressed)
    assert not looks.look(pressed=pressed), "once is enough for now"
    clock.now += OFTEN_SECONDS
    assert looks.look(pressed=pressed)


def test_an_evening_without_a_pause_is_looked_through_once_an_hour(clock: SimpleNamespace) -> None:
    looks = Looks()
    clock.now += LONGEST_SECONDS
    assert looks.look(pressed=clock.now)
    assert not looks.look(pressed=clock.now)


def test_what_is_there_at_the_start_is_never_looked_at_again() -> None:
    before, kept = gc.get_threshold(), gc.get_freeze_count()
    try:
        waste.begin()
        assert gc.get_threshold() == (waste.YOUNG, waste.MIDDLE, waste.NEVER)
        assert gc.get_freeze_count() >= kept
    finally:
        gc.set_threshold(*before)
