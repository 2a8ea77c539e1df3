"""What visitors cost a house whom nobody has let in: how long a dealer waits beside them, and the memory they leave.

``make bench-online`` tells both beside players, ``make fuzz`` beside whatever chance sends.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple, Self

from tests.bench.floor.meters import resident
from tests.rig.daphne import House
from tests.rig.sockets import Watcher

TIP: tuple[str, dict[str, int]] = ("tip", {"amount": 500})
PAUSE = 0.2
SIGN_INS, AT_ONCE = 500, 20
WRONG = "918273"
MOST_LEFT, MOST_LATER = 60_000_000, 10_000_000
"""Bytes that the first sign-ins may leave, and as many again after them."""


class Waits(NamedTuple):
    """How long the answers to a dealer took, in seconds."""

    p50: float
    p99: float

    @classmethod
    def of(cls, took: Sequence[float]) -> Self:
        """The middle one of several, and the one that one of a hundred is longer than."""
        cuts = quantiles(took, n=100, method="inclusive")
        return cls(cuts[49], cuts[98])

    def __str__(self) -> str:
        return f"p50 {1000 * self.p50:.1f} ms, p99 {1000 * self.p99:.1f} ms"


class Memory(NamedTuple):
    """Bytes of a process before some sign-ins, after them, and after as many again."""

    before: int
    after: int
    later: int

    @property
    def beyond(self) -> bool:
        """Whether they leave more than is borne, or it does not end."""
        return self.after - self.before > MOST_LEFT or self.later - self.after > MOST_LATER

    def __str__(self) -> str:
        before, more, later = self.before / 1e6, (self.after - self.before) / 1e6, (self.later - self.after) / 1e6
        return f"{before:.0f} MB, {more:+.0f} MB afterwards, {later:+.0f} MB after as many again"


async def pressed(console: Watcher, goes_on: Callable[[], bool], took: list[float]) -> Counter[str]:
    """Press five times a second while it goes on, with the time of each answer in ``took``, and return their kinds."""
    kinds = Counter[str]()
    while goes_on():
        sent = perf_counter()
        kinds[str((await console.press("T3", TIP))["kind"])] += 1
        took.append(perf_counter() - sent)
        await asyncio.sleep(PAUSE)
    return kinds


def memory_of_sign_ins(house: House, badge: str, pin: str = WRONG) -> Memory:
    """What the process keeps where somebody signs in five hundred times, twenty at once, and then again as often."""
    found = [resident(house.said.pid)]
    for _ in range(2):
        asyncio.run(_sign_in(house.address, f"csrfmiddlewaretoken={'c' * 32}&badge={badge}&pin={pin}"))
        found.append(resident(house.said.pid))
    return Memory(*found)


async def _sign_in(address: str, body: str) -> None:
    waiting = asyncio.Semaphore(AT_ONCE)

    async def once() -> None:
        async with waiting:
            await _posted(address, body)

    await asyncio.gather(*(once() for _ in range(SIGN_INS)))


async def _posted(address: str, body: str) -> None:
    port = int(address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: csrftoken={'c' * 32}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    status = int((await reader.readline()).split()[1])
    assert status < 500, status
    await reader.read()
    writer.close()
