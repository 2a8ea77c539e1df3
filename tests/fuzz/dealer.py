"""Somebody who deals on while the house is sent anything: what they wait for their answers."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import monotonic

from django.db import connections
from websockets.exceptions import WebSocketException

from tests.bench.visitors import PAUSE, pressed
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.sockets import session_of, watching

FEWEST = 2


def deals_alone(address: str, presses: int) -> list[float]:
    """How long so many answers take while nobody else is there, in seconds."""
    took = list[float]()
    asyncio.run(_deals(address, lambda: len(took) < presses, took))
    return took


@contextmanager
def dealing(address: str) -> Iterator[list[float]]:
    """The dealer presses meanwhile, twice at least; how long each answer took, in seconds."""
    took, ends = list[float](), list[float]()

    def goes_on() -> bool:
        return not ends or (len(took) < FEWEST and monotonic() < ends[0])

    thread = Thread(target=lambda: asyncio.run(_deals(address, goes_on, took)))
    thread.start()
    try:
        yield took
    finally:
        ends.append(monotonic() + PATIENCE_SECONDS)
        thread.join()


async def _deals(address: str, goes_on: Callable[[], bool], took: list[float]) -> None:
    """Chance acts in the dealer's name too: whoever is let go by it signs in anew, and goes on."""
    while goes_on():
        session = await asyncio.to_thread(_signed_in)
        with suppress(AssertionError, WebSocketException):
            async with watching(address, "/live/dealer/T3/", session=session) as console:
                await console.shown()
                await pressed(console, goes_on, took)
        await asyncio.sleep(PAUSE)


def _signed_in() -> str:
    try:
        return session_of("dario")
    finally:
        connections.close_all()
