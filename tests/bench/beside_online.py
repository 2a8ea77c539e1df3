"""What the online game costs a table beside it, and sign-ins the house: the second half of ``make bench-online``.

A dealer presses five times a second while nobody plays online, and then while so many players ask as fast as their pace
allows: five times a second each. Then somebody signs in five hundred times, twenty at once, and what the process keeps
of it is read from the system. It fails where the dealer's p50 is more than doubled, his p99 more than trebled, or more
than 60 MB are kept.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple

PLAYERS, PAUSE = 20, 0.2
SECONDS, WARM = 20.0, 3.0
SIGN_INS, AT_ONCE = 500, 20
MOST = {"p50": 2.0, "p99": 3.0}
MOST_KEPT = 60_000_000


class Waits(NamedTuple):
    """How long the answers to a dealer took, in seconds."""

    p50: float
    p99: float

    def __str__(self) -> str:
        return f"p50 {1000 * self.p50:.1f} ms, p99 {1000 * self.p99:.1f} ms"


def main(folder: Path) -> bool:
    """Print both; whether one of them is beyond what is borne."""
    from tests.bench.online import sit_down
    from tests.rig.daphne import served
    from tests.rig.engines import Sqlite, at_home_in
    from tests.rig.sockets import session_of
    from tests.rig.tables import ready_table

    with Sqlite(folder).fresh() as url:
        with at_home_in(url):
            ready_table()
            session, tokens, badge, pin = session_of("dario"), sit_down(PLAYERS), *_somebody()
        with served({"DATABASE_URL": url}) as house:
            alone, beside = asyncio.run(_dealt(house.address, session, tokens))
            before = _kept(house.said.pid)
            asyncio.run(_sign_in(house.address, badge, pin))
            kept = _kept(house.said.pid) - before
    print(f"a dealer alone: {alone}; beside {PLAYERS} players at their pace: {beside}")
    print(f"{SIGN_INS} sign-ins, {AT_ONCE} at once: {before / 1e6:.0f} MB, and {kept / 1e6:+.0f} MB afterwards")
    beyond = [name for name, most in MOST.items() if getattr(beside, name) > most * getattr(alone, name)]
    return bool(beyond) or kept > MOST_KEPT


def _somebody() -> tuple[str, str]:
    from table.rules.profile import Role
    from tests.rig.staff import PIN, with_pin

    return with_pin(Role.DIREZIONE).badge, PIN


async def _dealt(address: str, session: str, tokens: Sequence[str]) -> tuple[Waits, Waits]:
    from tests.bench.online import Hall
    from tests.rig.sockets import watching

    async with watching(address, "/live/dealer/T3/", session=session) as console:
        await console.shown()
        alone = await _presses(console)
        hall = Hall(int(address.rpartition(":")[2]), pause=PAUSE, seconds=SECONDS)
        players = asyncio.create_task(hall.play(tokens))
        beside = await _presses(console)
        await players
    return alone, beside


async def _presses(console: Any) -> Waits:
    took, begun = list[float](), perf_counter()
    while (sent := perf_counter()) - begun < WARM + SECONDS:
        answer = await console.press("T3", ("tip", {"amount": 500}))
        assert answer["kind"] == "done", answer
        if sent - begun > WARM:
            took.append(perf_counter() - sent)
        await asyncio.sleep(0.2)
    return Waits(median(took), quantiles(took, n=100)[98])


async def _sign_in(address: str, badge: str, pin: str) -> None:
    waiting = asyncio.Semaphore(AT_ONCE)

    async def once() -> None:
        async with waiting:
            await _posted(address, f"csrfmiddlewaretoken={'c' * 32}&badge={badge}&pin={pin}")

    await asyncio.gather(*(once() for _ in range(SIGN_INS)))


async def _posted(address: str, body: str) -> None:
    port = int(address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: csrftoken={'c' * 32}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    status = (await reader.readline()).split()[1]
    assert status == b"302", status
    await reader.read()
    writer.close()


def _kept(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
