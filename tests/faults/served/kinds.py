"""What is done to a house that is served: each fault declared once, with the engines on which there is such a thing.

A fault is over, or stands as it will stand, where its function yields: from there on the seconds are counted until
every screen is right. What has to be taken away afterwards is taken away behind it.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.served import apart, older, strangers
from tests.faults.served.clock import put_wrong
from tests.faults.served.history import Rewound
from tests.faults.served.places import POSTGRESQL, REDIS, Place
from tests.faults.served.programs import CLOCKED, HOUSE, Program

SQLITE, SERVER = "sqlite", "postgresql"
BOTH = (SQLITE, SERVER)
FROZEN_SECONDS, CUT_SECONDS, FULL_SECONDS, DOWN_SECONDS = 7.0, 8.0, 5.0, 1.5
"""Longer than a screen of the staff bears silence: it has to notice, and to find its way back."""
LOCKED_SECONDS = 15.0
STRANGERS, READERS = 300, 60
HOUR = 3600.0


@dataclass(frozen=True)
class Served:
    """A served house as it can be ill-treated; ``settings`` are those that are given to its programs.

    ``rewinds`` are filled in by what puts an older state in its place.
    """

    place: Place
    house: Program
    port: int
    url: str
    clock: Path
    settings: Mapping[str, str]
    rewinds: list[Rewound] = field(default_factory=list)


Ill = Callable[[Served], AbstractAsyncContextManager[None]]


@dataclass(frozen=True)
class Kind:
    """A fault: what it is called, what is done, on which engines, how often in a run, and what it needs."""

    name: str
    done: Ill
    engines: tuple[str, ...] = BOTH
    times: int = 3
    apart: bool = False
    small: bool = False
    module: str = HOUSE


KINDS: dict[str, Kind] = {}


def fault(
    name: str,
    *,
    engines: tuple[str, ...] = BOTH,
    times: int = 3,
    apart: bool = False,
    small: bool = False,
    module: str = HOUSE,
) -> Callable[[Callable[[Served], AsyncIterator[None]]], Ill]:
    """Declare a fault; what follows is how it is done."""

    def declare(do: Callable[[Served], AsyncIterator[None]]) -> Ill:
        done = asynccontextmanager(do)
        KINDS[name] = Kind(name, done, engines, times, apart, small, module)
        return done

    return declare


# --- the house


@fault("house killed", times=5)
async def house_killed(on: Served) -> AsyncIterator[None]:
    """kill -9, and started anew at once; counted from where it takes connections again."""
    await asyncio.to_thread(on.house.kill)
    await asyncio.to_thread(on.house.start)
    yield


@fault("house frozen")
async def house_frozen(on: Served) -> AsyncIterator[None]:
    """SIGSTOP, and SIGCONT after a while."""
    async with on.house.frozen(FROZEN_SECONDS):
        yield


@fault("older backup restored", times=2)
async def older_backup_restored(on: Served) -> AsyncIterator[None]:
    """Stopped after it has played on, restored from a backup taken before that, and started anew."""
    await older.rewind(on)
    yield


# --- what it stands on


@fault("PostgreSQL killed", engines=(SERVER,))
async def postgresql_killed(on: Served) -> AsyncIterator[None]:
    """kill -9 of all its processes; started anew after a while, and counted from when it takes connections."""
    await _down(on.place.stores[POSTGRESQL], Program.kill)
    yield


@fault("PostgreSQL frozen", engines=(SERVER,))
async def postgresql_frozen(on: Served) -> AsyncIterator[None]:
    """SIGSTOP of all its processes, in the midst of what they do."""
    async with on.place.stores[POSTGRESQL].frozen(FROZEN_SECONDS):
        yield


@fault("PostgreSQL restarted", engines=(SERVER,))
async def postgresql_restarted(on: Served) -> AsyncIterator[None]:
    """Stopped as its keeper does who waits for no client, and started anew."""
    await _down(on.place.stores[POSTGRESQL], Program.stop)
    yield


@fault("Redis killed", engines=(SERVER,))
async def redis_killed(on: Served) -> AsyncIterator[None]:
    """kill -9, and started anew after a while, with nothing in it."""
    await _down(on.place.stores[REDIS], Program.kill)
    yield


@fault("Redis frozen", engines=(SERVER,))
async def redis_frozen(on: Served) -> AsyncIterator[None]:
    """SIGSTOP; counted while it lasts, as the house stands without it."""
    redis = on.place.stores[REDIS]
    redis.freeze()
    try:
        yield
        await asyncio.sleep(FROZEN_SECONDS)
    finally:
        redis.go_on()


@fault("Redis restarted", engines=(SERVER,))
async def redis_restarted(on: Served) -> AsyncIterator[None]:
    """Stopped in order, and started anew."""
    await _down(on.place.stores[REDIS], Program.stop)
    yield


async def _down(store: Program, down: Callable[[Program], None]) -> None:
    await asyncio.to_thread(down, store)
    await asyncio.sleep(DOWN_SECONDS)
    await asyncio.to_thread(store.start)


@fault("database locked", engines=(SQLITE,), times=1)
async def database_locked(on: Served) -> AsyncIterator[None]:
    """Another program holds the lock of all that write, and lets it go after a while."""
    with closing(sqlite3.connect(on.url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(LOCKED_SECONDS)
        other.execute("ROLLBACK")
    yield


@fault("disk full", times=2, apart=True, small=True)
async def disk_full(on: Served) -> AsyncIterator[None]:
    """Nothing more can be written for a while; what died of it is started anew when there is room."""
    with apart.filled(on.place.disk):
        await asyncio.sleep(FULL_SECONDS)
    for program in (*on.place.stores.values(), on.house):
        if not program.pids:
            await _anew(program)
    yield


async def _anew(program: Program) -> None:
    await asyncio.to_thread(program.stop)
    await asyncio.to_thread(program.start)


# --- who comes


@fault("half-open clients", times=1)
async def half_open(on: Served) -> AsyncIterator[None]:
    """Connections that were begun and are not gone on with; counted while they stand."""
    async with strangers.half_open(on.port, STRANGERS):
        yield
        await asyncio.sleep(CUT_SECONDS)


@fault("never-reading clients", times=1)
async def never_reading(on: Served) -> AsyncIterator[None]:
    """Displays that take nothing of what they are shown; counted while they stand."""
    sign = next(iter(on.place.displays.values()))[0]
    async with strangers.never_reading(on.port, sign, READERS):
        yield
        await asyncio.sleep(CUT_SECONDS)


@fault("network cut", apart=True)
async def network_cut(on: Served) -> AsyncIterator[None]:
    """The link between the house and all its screens is down for a while, and nobody is told."""
    async with apart.cut_off(CUT_SECONDS):
        yield


# --- the clock


@fault("clock an hour on", times=1, module=CLOCKED)
async def clock_an_hour_on(on: Served) -> AsyncIterator[None]:
    """The wall clock of the machine is put an hour on, and stays so."""
    put_wrong(on.clock, HOUR)
    yield


@fault("clock an hour back", times=1, module=CLOCKED)
async def clock_an_hour_back(on: Served) -> AsyncIterator[None]:
    """The wall clock of the machine is put an hour back, and stays so."""
    put_wrong(on.clock, -HOUR)
    yield
