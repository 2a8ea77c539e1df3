"""One thread does what is most urgent next, and a failure costs nobody else anything."""

import asyncio
import threading
from contextlib import suppress

import pytest

from table.threads import Thread, Urgency


async def test_what_is_most_urgent_comes_next_whatever_waited_longer() -> None:
    thread, held, done = Thread("test"), threading.Event(), list[Urgency]()
    first = thread.do(Urgency.PUBLIC, held.wait, 5)
    waiting = [thread.do(it, done.append, it) for it in (Urgency.PUBLIC, Urgency.DOOR, Urgency.STAFF, Urgency.PRESS)]
    held.set()
    await asyncio.gather(first, *waiting)
    assert done == sorted(Urgency)


async def test_of_the_same_urgency_who_came_first_is_first() -> None:
    thread, done = Thread("test"), list[int]()
    await asyncio.gather(*(thread.do(Urgency.STAFF, done.append, place) for place in range(20)))
    assert done == list(range(20))


async def test_whoever_waits_is_told_of_a_failure_and_the_next_one_has_its_turn() -> None:
    def fails() -> None:
        raise OSError("no database")

    thread = Thread("test")
    with pytest.raises(OSError, match="no database"):
        await thread.do(Urgency.PRESS, fails)
    assert await thread.do(Urgency.PRESS, lambda: 7) == 7


async def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    thread, held, done = Thread("test"), threading.Event(), list[str]()
    first = thread.do(Urgency.PRESS, held.wait, 5)
    given_up = thread.do(Urgency.PRESS, done.append, "given up")
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)  # the thread knows of it
    held.set()
    await first
    await thread.do(Urgency.PUBLIC, done.append, "after it")
    assert done == ["after it"]
