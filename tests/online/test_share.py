"""While tables play, whoever plays for play money waits their turn."""

from contextlib import suppress

import pytest

from table.memory import threads
from table.online.doorway import MOST_WAITING, PLAYS_SECONDS, RESTS, Share
from table.rules.refusal import Code, Refused


class Clock:
    """A clock that the test holds; whoever sleeps sets it on."""

    def __init__(self) -> None:
        self.now, self.slept = 1000.0, list[float]()

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """As long as it is said, in no time."""
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Somebody presses at a table at this moment."""
    clock = Clock()
    monkeypatch.setattr(threads.tables, "pressed", clock.now)
    return clock


def test_online_the_game_rests_after_each_answer_while_tables_play(clock: Clock) -> None:
    share = Share(clock, clock.sleep)
    for worked in (0.02, 0.5):
        with share.turn():
            clock.now += worked
        with share.turn():
            pass
        assert clock.slept[-1] == pytest.approx(RESTS * worked)


def test_online_the_game_rests_also_after_what_failed(clock: Clock) -> None:
    share = Share(clock, clock.sleep)
    with suppress(ZeroDivisionError), share.turn():
        clock.now += 0.1
        raise ZeroDivisionError
    with share.turn():
        pass
    assert clock.slept[-1] == pytest.approx(RESTS * 0.1)


def test_online_nobody_waits_where_no_table_plays(clock: Clock) -> None:
    clock.now += PLAYS_SECONDS + 1
    share = Share(clock, clock.sleep)
    with share.turn(), share.turn():
        clock.now += 5
    assert clock.slept == []


def test_online_where_too_many_wait_somebody_is_told_so_and_nobody_is_forgotten(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = Share(clock, clock.sleep)
    with monkeypatch.context() as crowd:
        crowd.setattr(share, "_waiting", MOST_WAITING)
        with pytest.raises(Refused) as refused, share.turn():
            pass
    assert refused.value.code == Code.RATE
    for _ in range(MOST_WAITING + 1):
        with share.turn():
            pass
