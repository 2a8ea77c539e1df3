"""One run: the tables are played over real sockets, something is done to the house again and again, and it is judged.

Everybody presses on while it happens. After each time it is counted how long it takes until every table has a new act
on record that all its screens show; in the end nobody presses any more, every screen has to show the last number of its
table, and the registers have to explain the history, with their chains whole and the same shoe dealt again.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from random import Random
from socket import create_server
from time import perf_counter
from typing import NamedTuple

from django.db import connections

from table.models import Entry
from table.record import chain
from table.record.epoch import epoch
from table.record.proof import audit
from tests.bench.floor.crowd import look_all
from tests.faults.served import clock
from tests.faults.served.history import Entered, Fate, Press, Rewound, Verdict, judged
from tests.faults.served.kinds import Kind, Served
from tests.faults.served.places import Place
from tests.faults.served.reading import aside, last_numbers
from tests.faults.served.tablets import Floor
from tests.rig.dealt_before import deal_again
from tests.rig.patience import PATIENCE_SECONDS

TABLES = 3
PAUSE_SECONDS = 0.25
"""Between two acts of a dealer, on the average; inspectors take four times as long."""
CALM_SECONDS = (0.5, 2.0)
"""Between two faults, by chance: no two find the house at the same moment of an act."""
"""After which a screen that is not right is given up."""


@dataclass(frozen=True)
class Played:
    """What came of a run: the history, the seconds after each fault, and everything that is wrong."""

    presses: Sequence[Press]
    seconds: Sequence[float]
    signed_in_again: int
    verdict: Verdict = field(default_factory=Verdict)
    others: Sequence[str] = ()
    rewinds: Sequence[Rewound] = ()

    def count(self, fate: Fate) -> int:
        """How many presses had this fate."""
        return sum(press.fate is fate for press in self.presses)

    @property
    def unanswered(self) -> int:
        """How many presses lost their answer."""
        return sum(press.queried for press in self.presses)

    @property
    def gone(self) -> int:
        """How many acknowledged acts an older backup took, as is to be expected of it."""
        return sum(rewound.took(press) for rewound in self.rewinds for press in self.presses)

    @property
    def wrong(self) -> list[str]:
        """What the register does not explain, and what else is not as it should be, in sentences."""
        late = ["a screen was not right again"] if inf in self.seconds else []
        return [*self.verdict.faults, *late, *self.others]


class Pace(NamedTuple):
    """How fast the tables are played, and when what is done to them."""

    chance: Random
    pause: float = PAUSE_SECONDS
    calm: tuple[float, float] = CALM_SECONDS


def play(place: Place, kinds: Sequence[Kind], *, pace: Pace) -> Played:
    """Serve the house on a copy of the tables, and do all this to it, one fault after the other."""
    with place.copied() as url, _served(place, kinds, url) as on:
        before, cookies = set(_names()), place.signed_in()
        connections.close_all()
        played = asyncio.run(_play(on, kinds, cookies, pace))
        on.house.stop()
        entries = [it for it in entered() if (it.table, it.nonce) not in before]
        verdict = judged(played.presses, entries, on.rewinds)
        return replace(played, rewinds=on.rewinds, verdict=verdict, others=[*played.others, *_broken(on.place)])


@contextmanager
def _served(place: Place, kinds: Sequence[Kind], url: str) -> Iterator[Served]:
    """The house while it is served; whatever was done to it, its stores run on for the next one."""
    port, time = free_port(), place.disk / "clock"
    clock.put_wrong(time, 0)
    (module,) = {kind.module for kind in kinds}
    # The machine has one clock: who signs in here goes by it too.
    # Seals of the run's own: another run has other entries under the same numbers.
    more = {clock.NAME: str(time), "SEALS_FILE": str(place.disk / f"seals-{port}")}
    with clock.gone_by(time), place.serves(url, port, more=more, module=module) as house:
        yield Served(place, house, port, url, time, {"DATABASE_URL": url, **more})


async def _play(on: Served, kinds: Sequence[Kind], cookies: Mapping[str, str], pace: Pace) -> Played:
    floor = on.place.floor(on.port, cookies, pause=pace.pause, chance=pace.chance)
    try:
        await look_all(floor.tablets)
        floor.begin()
        seconds = [await _ill_treated(on, kind, floor, pace) for kind in kinds]
        await floor.rest()
        behind = await floor.all_know(await aside(epoch), patience=PATIENCE_SECONDS)
        blind = await floor.all_show(partial(aside, last_numbers), patience=PATIENCE_SECONDS)
        went_back = [it for tablet in floor.tablets for it in tablet.went_back]
        others = [*blind, *behind, *map(repr, floor.failures()), *went_back]
        return Played(floor.presses, seconds, floor.signed_in_again, others=others)
    finally:
        await floor.put_away()


async def _ill_treated(on: Served, kind: Kind, floor: Floor, pace: Pace) -> float:
    """After a calm of chance it is done; the seconds until every screen is right."""
    await asyncio.sleep(pace.chance.uniform(*pace.calm))
    async with kind.done(on):
        return await floor.right_since(perf_counter(), patience=PATIENCE_SECONDS)


# --- what is read in the end


def entered() -> list[Entered]:
    """The registers of the tables."""
    rows = Entry.objects.exclude(register="house").order_by("register", "number")
    return [
        Entered(it.register, it.number, it.nonce, it.actor, it.verb, chain.read(it.arguments)) for it in rows.iterator()
    ]


def _names() -> list[tuple[str, str]]:
    return list(Entry.objects.values_list("register", "nonce"))


def _broken(place: Place) -> list[str]:
    """What the house itself finds wrong with its registers."""
    return [it for code in place.displays for it in (*audit.faults(code), *deal_again(code))]


def free_port() -> int:
    """A port at which nothing listens now: the house itself takes it, and takes it again."""
    with closing(create_server(("127.0.0.1", 0))) as found:
        return int(found.getsockname()[1])
