"""When everything is looked through for waste: while nobody plays, and after an hour of play all the same."""

import asyncio
import gc
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.typing import ASGI3Application
from django.core.asgi import get_asgi_application
from django.core.exceptions import RequestAborted
from django.core.signals import request_finished

from config.doors.leaving import unsaid
from table.memory import gc_pacing
from table.memory.gc_pacing import LONGEST_SECONDS, OFTEN_SECONDS, QUIET_SECONDS, Collector, Pages
from tests.bench.floor.playing import no_pauses


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the house, which passes when the test says so; the looks themselves take none."""
    it = SimpleNamespace(now=1000.0, looked=[], threads=SimpleNamespace(pressed=0.0))
    monkeypatch.setattr(gc_pacing, "tables", it.threads)
    monkeypatch.setattr(gc_pacing, "time", SimpleNamespace(monotonic=lambda: it.now))
    monkeypatch.setattr(gc_pacing, "gc", SimpleNamespace(collect=it.looked.append))
    return it


def test_while_somebody_presses_nothing_stalls_the_screens(clock: SimpleNamespace) -> None:
    looks = Collector()
    for _ in range(100):
        clock.now += 10
        assert not looks.look(pressed=clock.now - QUIET_SECONDS + 0.1)


def test_when_nobody_has_pressed_for_a_while_it_is_time(clock: SimpleNamespace) -> None:
    looks, pressed = Collector(), clock.now
    clock.now += OFTEN_SECONDS
    assert looks.look(pressed=pressed)
    assert not looks.look(pressed=pressed), "once is enough for now"
    clock.now += OFTEN_SECONDS
    assert looks.look(pressed=pressed)


def test_an_evening_without_a_pause_is_looked_through_once_an_hour(clock: SimpleNamespace) -> None:
    looks = Collector()
    clock.now += LONGEST_SECONDS
    assert looks.look(pressed=clock.now)
    assert not looks.look(pressed=clock.now)


def test_what_is_there_at_the_start_is_never_looked_at_again() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        gc_pacing.begin()
        assert gc.get_threshold() == (gc_pacing.YOUNG, gc_pacing.MIDDLE, gc_pacing.NEVER)
        assert gc.get_freeze_count() >= frozen
    finally:
        gc.set_threshold(*before)
        assert request_finished.disconnect(gc_pacing.pages.answered), "it hears of every page"


def test_whatever_pages_leave_is_looked_for_among_the_young_also_while_somebody_plays(clock: SimpleNamespace) -> None:
    pages, clock.threads.pressed = Pages(), clock.now
    for _ in range(Pages.MANY):
        pages.answered()
    assert clock.looked == [0] * (Pages.MANY // Pages.SOME - 1) + [1]


def test_and_everywhere_while_nobody_does(clock: SimpleNamespace) -> None:
    pages, clock.threads.pressed = Pages(), clock.now
    clock.now += OFTEN_SECONDS
    for _ in range(2 * Pages.SOME):
        pages.answered()
    assert clock.looked == [2, 0], "once is enough for now"


# --- what a page leaves


async def answered(application: ASGI3Application) -> list[str]:
    """A page is asked for, and its connection is closed once the whole answer has come; what was sent, by its kind."""
    received, sent = asyncio.Queue[Any](), list[str]()
    received.put_nowait({"type": "http.request"})

    async def send(event: Any) -> None:
        sent.append(event["type"])
        if event["type"] == "http.response.body" and not event.get("more_body"):
            received.put_nowait({"type": "http.disconnect"})

    scope: Any = {"type": "http", "method": "GET", "path": "/healthz", "query_string": b"", "headers": []}
    await application(scope, received.get, send)
    return sent


def test_of_a_page_that_was_answered_no_exception_is_kept() -> None:
    pages: Any = get_asgi_application()
    with no_pauses():
        assert asyncio.run(answered(unsaid(pages))) == ["http.response.start", "http.response.body"]
        assert sum(type(it) is RequestAborted for it in gc.get_objects()) == 0


def test_whoever_leaves_before_they_have_the_whole_of_it_is_said_to_have_left() -> None:
    async def streams(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        heard.append(await receive())

    async def leaves() -> None:
        received = asyncio.Queue[Any]()
        received.put_nowait({"type": "http.disconnect"})
        await unsaid(streams)({"type": "http"}, received.get, said)  # type: ignore[arg-type]

    async def said(_event: Any) -> None:
        pass

    heard = list[Any]()
    asyncio.run(leaves())
    assert heard == [{"type": "http.disconnect"}]
