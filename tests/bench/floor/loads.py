"""The loads of the bench: how many tables, how they are played, who looks at them; and how each is carried out."""

import asyncio
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import NamedTuple, Protocol

from tests.bench.floor.crowd import Screen, Table, Tally, look_all
from tests.bench.floor.meters import Meter, Used
from tests.bench.floor.playing import Timings, one, played, timed

VIEWERS = 2000
SETTLE_SECONDS = 2.0
"""After the last screen was opened, before anything is measured."""
BACK_SECONDS = 120.0
"""So long it may take until all screens are back."""


class Load(NamedTuple):
    """A load: its name on the command line, its title, its tables and acts a second at each (0: as many as may be)."""

    name: str
    title: str
    tables: int = 1
    rate: float = 0.0
    kind: str = "open"

    @property
    def closed(self) -> bool:
        """Whether each table presses as soon as the act before is shown."""
        return self.kind == "closed"

    @property
    def wanted(self) -> float:
        """Acts a second, where somebody presses at a rate."""
        return self.tables * self.rate if self.kind in ("open", "wall") else self.rate


OPEN = [
    Load(f"{tables}x{rate:g}", f"{tables} tables, {rate:g} acts/s each", tables, rate)
    for tables, rate in ((100, 0.3), (30, 0.3), (10, 1.0), (100, 1.0), (300, 0.3))
]
CLOSED = [
    Load(f"closed-{tables}", f"{tables} table{'s' * (tables > 1)}, closed loop", tables, kind="closed")
    for tables in (1, 10, 100)
]
WALLS = [
    Load(f"wall-{tables}x{rate:g}", f"a wall of {tables} tables, {rate:g} acts/s each", tables, rate, kind="wall")
    for tables, rate in ((20, 1.0), (100, 0.3))
]
CROWDS = [
    Load("idle", "100 tables, 1,200 screens, nobody plays", 100, kind="idle"),
    Load("viewers", f"1 sign, {VIEWERS:,} viewers, 1 act/s", rate=1.0, kind="viewers"),
    Load("return", f"{VIEWERS:,} screens come back at once, 2 acts/s elsewhere", 2, rate=2.0, kind="return"),
]
LOADS = {load.name: load for load in [*OPEN, *WALLS, *CLOSED, *CROWDS]}


class Casino(Protocol):
    """What a load wants of a server: its tables, with screens that are not open yet."""

    @property
    def codes(self) -> Sequence[str]:
        """The names of its tables."""
        ...

    def twelve(self, code: str, tally: Tally) -> Table:
        """A table with its twelve screens."""
        ...

    def walled(self, codes: Sequence[str], tally: Tally) -> Sequence[Table]:
        """Tables with their twelve screens, and one screen that shows all of them."""
        ...

    def viewed(self, code: str, viewers: int, tally: Tally) -> Table:
        """A table with its dealer, and so many who only look."""
        ...

    def neighbour(self, code: str) -> str:
        """Another table of the same process."""
        ...


class Measured(NamedTuple):
    """What came of a load: acts, what they took of the machine, and bytes over all sockets."""

    timings: Timings
    used: Used
    screens: int
    bytes: int
    idle_bytes: int
    memory: int
    a_screen: float
    lost: Mapping[int, int]
    back: float = 0.0
    """Seconds until all screens were back; 0 where none was lost, or not all came back."""


async def carry_out(
    load: Load, casino: Casino, meter: Meter, *, seconds: float, settle: float = SETTLE_SECONDS
) -> Measured:
    """Open all screens, play after ``settle`` seconds, and close them."""
    tally, empty = Tally(), meter.memory()
    tables = _seated(load, casino, tally)
    screens = [screen for table in tables for screen in table.screens]
    try:
        await look_all(screens)
        await asyncio.sleep(settle)
        tally.bytes = tally.idle_bytes = 0
        tally.lost.clear()
        if load.kind == "return":
            timings, used, back = await _return(tables, load.rate, meter)
        else:
            playing = [] if load.kind == "idle" else tables
            (timings, used), back = await played(playing, rate=load.rate, seconds=seconds, meter=meter), 0.0
        memory = meter.memory()
        each = (memory - empty) / len(screens)
        return Measured(timings, used, len(screens), tally.bytes, tally.idle_bytes, memory, each, tally.lost, back)
    finally:
        for screen in screens:
            screen.put_away()
        await asyncio.sleep(0)


def _seated(load: Load, casino: Casino, tally: Tally) -> list[Table]:
    """The tables of a load with their screens; who presses comes last where some only look."""
    first = casino.codes[0]
    match load.kind:
        case "viewers":
            return [casino.viewed(first, VIEWERS, tally)]
        case "return":
            return [casino.viewed(first, VIEWERS, tally), casino.twelve(casino.neighbour(first), tally)]
        case "wall":
            return [*casino.walled(casino.codes[: load.tables], tally)]
        case _:
            return [casino.twelve(code, tally) for code in casino.codes[: load.tables]]


async def _return(tables: Sequence[Table], rate: float, meter: Meter) -> tuple[Timings, Used, float]:
    """All screens of the first table lose their sockets at once; at the second somebody presses until all are back."""
    timings, crowd = Timings(), tables[0].screens
    start = perf_counter()
    back: list[float] = []
    playing = [_until_over(tables[1], timings, rate), _come_back(crowd, timings, back)]
    timings, used = await timed(playing, timings, seconds=BACK_SECONDS, meter=meter)
    return timings, used, back[0] - start if back else 0.0


async def _until_over(table: Table, timings: Timings, rate: float) -> None:
    while not timings.over.is_set():
        due = perf_counter() + 1 / rate
        await one(table, timings)
        await asyncio.sleep(max(0.0, due - perf_counter()))


async def _come_back(crowd: Sequence[Screen], timings: Timings, back: list[float]) -> None:
    for screen in crowd:
        screen.drop()
    await asyncio.gather(*(screen.looks for screen in crowd))
    back.append(perf_counter())
    timings.over.set()
