"""Tables that are played: in open loop at a rate, in closed loop as fast as the server answers; and what came of it."""

import asyncio
import gc
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from tests.bench.floor.crowd import Table
from tests.bench.floor.meters import Meter, Used

GRACE_SECONDS = 10.0
"""So long after the end an act that was pressed before it may still be shown."""
REFUSED_PAUSE = 0.5
"""Seconds before what was refused is pressed again."""


@dataclass
class Timings:
    """What was seen of the acts of a run: seconds from each press to its answer and to the last screen."""

    answered: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    through: int = 0
    refused: list[str] = field(default_factory=list)
    unfinished: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)


async def played(tables: Sequence[Table], *, rate: float, seconds: float, meter: Meter) -> tuple[Timings, Used]:
    """Play at all these tables, ``rate`` acts a second at each; 0 for as many as the server answers.

    A closed loop ends before its time when a table has played out its shoe. An act that is pressed late because the
    one before was not shown yet is timed from its press: that it was late is seen in how many get through.
    """
    timings = Timings()
    playing = [
        _at_a_rate(it, timings, rate=rate, pause=place / len(tables) / rate) if rate else _without_pause(it, timings)
        for place, it in enumerate(tables)
    ]
    return await timed(playing, timings, seconds=seconds, meter=meter)


async def timed(
    playing: Sequence[Coroutine[Any, Any, None]], timings: Timings, *, seconds: float, meter: Meter
) -> tuple[Timings, Used]:
    """What comes of playing until it is over, and what is used until then; acts that hang are left."""
    with no_pauses():
        before = meter.read()
        tasks = [asyncio.create_task(work) for work in playing]
        with suppress(TimeoutError):
            await asyncio.wait_for(timings.over.wait(), seconds)
        used = meter.since(before)
    timings.over.set()
    if tasks:
        done, hanging = await asyncio.wait(tasks, timeout=GRACE_SECONDS)
        timings.unfinished = len(hanging)
        for task in hanging:
            task.cancel()
        for task in done:
            task.result()
    return timings, used


@contextmanager
def no_pauses() -> Iterator[None]:
    """Python does not look for waste in this process meanwhile: its pauses would be taken for the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _at_a_rate(table: Table, timings: Timings, *, rate: float, pause: float) -> None:
    due = perf_counter() + pause
    while True:
        await asyncio.sleep(max(0.0, due - perf_counter()))
        if timings.over.is_set() or not await one(table, timings):
            return
        due += 1 / rate


async def _without_pause(table: Table, timings: Timings) -> None:
    while not timings.over.is_set():
        if not await one(table, timings):
            timings.over.set()


async def one(table: Table, timings: Timings) -> bool:
    """One act, from the press to the last screen; False if none is left to play."""
    start = perf_counter()
    answer = await table.press()
    if answer is None:
        return False
    if answer.refused:
        timings.refused.append(answer.refused)
        await asyncio.sleep(REFUSED_PAUSE)
        return True
    shown = await table.all_see(answer.number)
    timings.answered.append(answer.at - start)
    timings.shown.append(shown - start)
    timings.through += not timings.over.is_set()
    return True
