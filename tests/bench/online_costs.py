"""What the online game costs a table beside it, and sign-ins the house: the second half of ``make bench-online``.

A dealer presses five times a second while nobody plays online, and then while so many players ask as fast as their pace
allows: five times a second each. Then somebody signs in five hundred times, twenty at once, and as often again: with a
wrong PIN, and with the right one. It fails where the dealer's p50 is more than doubled, their p99 more than trebled, or
more is kept than is borne (:mod:`tests.bench.visitors`).
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.bench.visitors import Waits

PLAYERS = 20
SECONDS, WARM = 20.0, 3.0
MOST = {"p50": 2.0, "p99": 3.0}


def main(folder: Path) -> bool:
    """Print both; whether one of them is beyond what is borne."""
    from tests.bench.online import sit_down
    from tests.bench.visitors import AT_ONCE, SIGN_INS, WRONG, memory_of_sign_ins
    from tests.rig.daphne import served
    from tests.rig.engines import Sqlite, at_home_in
    from tests.rig.sockets import session_of
    from tests.rig.tables import ready_table

    with Sqlite(folder).fresh() as url:
        with at_home_in(url):
            ready_table()
            session, tokens, badge, pin = session_of("dario"), sit_down(PLAYERS), *_somebody()
        with served({"DATABASE_URL": url}) as house:
            alone, shared = asyncio.run(_dealt(house.address, session, tokens))
            memories = {name: memory_of_sign_ins(house, badge, it) for name, it in (("wrong", WRONG), ("right", pin))}
    print(f"a dealer alone: {alone}; beside {PLAYERS} players at their pace: {shared}")
    for name, memory in memories.items():
        print(f"{SIGN_INS} {name} sign-ins, {AT_ONCE} at once: {memory}")
    beyond = [name for name, most in MOST.items() if getattr(shared, name) > most * getattr(alone, name)]
    return bool(beyond) or any(it.beyond for it in memories.values())


def _somebody() -> tuple[str, str]:
    from table.rules.profile import Role
    from tests.rig.staff import PIN, with_pin

    return with_pin(Role.DIREZIONE).badge, PIN


async def _dealt(address: str, session: str, tokens: Sequence[str]) -> "tuple[Waits, Waits]":
    from tests.bench.online import Hall
    from tests.bench.visitors import PAUSE
    from tests.rig.sockets import watching

    async with watching(address, "/live/dealer/T3/", session=session) as console:
        await console.shown()
        alone = await _presses(console)
        hall = Hall(int(address.rpartition(":")[2]), pause=PAUSE, seconds=SECONDS)
        players = asyncio.create_task(hall.play(tokens))
        shared = await _presses(console)
        await players
    return alone, shared


async def _presses(console: Any) -> "Waits":
    from tests.bench.visitors import Waits, pressed

    took, begun = list[float](), perf_counter()
    await pressed(console, lambda: perf_counter() - begun < WARM, [])
    assert [*await pressed(console, lambda: perf_counter() - begun < WARM + SECONDS, took)] == ["done"]
    return Waits.of(took)
