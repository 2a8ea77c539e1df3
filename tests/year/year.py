"""Night after night: the tables are played, the timers do their work, and once a month a calamity comes."""

import argparse
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from tests.faults.served import apart
from tests.faults.served.places import POSTGRESQL, REDIS
from tests.faults.served.programs import Program
from tests.faults.served.runs import free_port
from tests.rig import redis
from tests.rig.daphne import ROOT
from tests.rig.postgres import make_cluster
from tests.rig.process import Said
from tests.service import by_proxies
from tests.service.by_programs import certificate
from tests.year.before import version_before
from tests.year.calamities import CALAMITIES, DISK, POSTGRES, PROXY, PROXY_RESTARTED, SQLITE, UNREAD, UPGRADE, Calamity
from tests.year.casino import BADGE, Casino, Failed, at_server, size_of
from tests.year.doors import Door
from tests.year.evenings import Evenings
from tests.year.looks import Looks
from tests.year.month import COLUMNS, Month
from tests.year.sizes import Sizes

MONTHS = 12
PAGE_SECONDS, NAMED_SECONDS = 2.0, 3.0
AMID_SECONDS = 1.5
DISK_MEGABYTES = 3072
"""Of which a twentieth is less than the house wants to have free."""


Before = Callable[..., AbstractContextManager[Said]]


class Stores(NamedTuple):
    """A PostgreSQL and a Redis, and where they lie."""

    folder: Path
    programs: dict[str, Program]

    def database(self, name: str) -> str:
        """A new, empty database, as a URL."""
        self._does(f"CREATE DATABASE {name}")
        return f"postgres://sabot@/{self.folder}/postgresql/{name}"

    def drop(self, name: str) -> None:
        """It is needed no more, if it was there."""
        self._does(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def _does(self, statement: str) -> None:
        with at_server(f"postgres://sabot@/{self.folder}/postgresql/postgres") as server:
            server.execute(statement)


def played(options: argparse.Namespace, folder: Path, say: Callable[..., None]) -> list[str]:
    """All of it; says a line for each month, and gives what was wrong."""
    chance, began, found = Random(options.seed), perf_counter(), list[Month]()
    say(f"seed {options.seed}: {options.nights} nights of {options.coups} coups at {options.tables} tables")
    with version_before(folder) as before, stores(folder) as programs, casino(folder, before) as house:
        without = dict(not_here(before))
        for name, why in without.items():
            say(f"not on this machine: {name}: {why}")
        say(COLUMNS)
        codes = [f"T{it}" for it in range(1, options.tables + 1)]
        evenings = Evenings(house, codes, options.coups, options.seed, bank=codes[-1])
        months = min(MONTHS, options.nights)
        for number, calamity in enumerate(order(chance, months=months, without=[*without]), start=1):
            nights = range((number - 1) * options.nights // months + 1, number * options.nights // months + 1)
            if number == 2:
                moved(house, programs)
            month = Month(number, house.engine, calamity.name)
            try:
                month_of(evenings, month, nights, calamity, chance)
                proven(house, folder / f"elsewhere-{number}", programs)
            except (Failed, AssertionError) as failed:
                month.wrong.append(str(failed))
            say(month.row(), *month.notes, sep="\n")
            found.append(month)
        sizes = Sizes.of(house)
    wrong = [*(it for month in found for it in month.wrong), *sizes.wrong]
    say(*sizes.sentences(nights=options.nights, coups=options.coups, tables=options.tables), sep="\n")
    say(f"in {perf_counter() - began:.0f} s; wrong: {len(wrong)}", *sizes.wrong, sep="\n")
    return wrong


def not_here(before: Path) -> Iterator[tuple[str, str]]:
    """What cannot happen on this machine, and why."""
    if not apart.is_apart():
        yield DISK, apart.why_not()
    if not proxies():
        yield PROXY_RESTARTED, "neither nginx nor Caddy is there"
    if before == ROOT:
        yield UPGRADE, "no history with the version before"


def order(chance: Random, *, months: int, without: Sequence[str] = ()) -> list[Calamity]:
    """The calamities of the months. The first one, on SQLite, has the upgrade, so that all others are of this version.

    Where there is no version before, it has what else there can be on SQLite.
    """
    there = [it for it in CALAMITIES if it.name not in without]
    on_sqlite = [it for it in there if SQLITE in it.engines]
    first = chance.choice([it for it in there if it.name == UPGRADE] or on_sqlite)
    others = [it for it in there if POSTGRES in it.engines and it.name != first.name]
    chance.shuffle(others)
    return [first, *(others * months)][:months]


# --- the house


@contextmanager
def stores(folder: Path) -> Iterator[Stores]:
    """While they run, with the durability of a casino."""
    there = folder / "postgresql"
    there.mkdir()
    cluster = make_cluster(there)
    with Program(cluster.serves) as postgresql, Program(lambda: redis.redis_in(folder)) as pings:
        found = Stores(folder, {POSTGRESQL: postgresql, REDIS: pings})
        try:
            yield found
        finally:
            if PROXY in found.programs:
                found.programs[PROXY].stop()


@contextmanager
def casino(folder: Path, before: Path) -> Iterator[Casino]:
    """A new house of the version before, in one process on SQLite; closed in the end."""
    var = folder / "house" / "var"
    var.parent.mkdir()
    with apart.small_disk(var, megabytes=DISK_MEGABYTES) if apart.is_apart() else nullcontext():
        house = Casino(folder / "house", code=before)
        house.opens_at(free_port())
        house.runs("config.keys")
        house.manage("collectstatic", "--no-input", "--verbosity", "0")
        house.manage("migrate", "--verbosity", "0")
        house.empty = size_of(house.url)
        house.begin()
        try:
            yield house
        finally:
            for it in house.processes:
                it.go_on()
            house.stop()


def moved(house: Casino, to: Stores) -> None:
    """To PostgreSQL, Redis and two processes."""
    house.stop()
    house.stores |= to.programs
    url = to.database("sabot")
    house.move(url, REDIS_URL=redis.url_in(to.folder))
    house.opens_at(free_port(), free_port())
    house.begin()
    if proxies():
        behind(house, to)


def proxies() -> list[Before]:
    """The proxies that are here, by the files of deploy/."""
    return [it for it in (by_proxies.nginx, by_proxies.caddy) if shutil.which(it.__name__)]


def behind(house: Casino, there: Stores) -> None:
    """A proxy with TLS before its processes; screens and browsers come through it from now on."""
    certificate(there.folder, by_proxies.NAME)
    port, houses = by_proxies.free_port(), [f"127.0.0.1:{port}" for port in house.ports]
    there.programs[PROXY] = house.stores[PROXY] = Program(lambda: proxies()[0](there.folder, port, *houses))
    house.stores[PROXY].start()
    house.stop()
    house.write(ALLOWED_HOSTS=f"{by_proxies.NAME},127.0.0.1,localhost")
    house.proxy = Door(port, by_proxies.NAME, str(there.folder / "house.pem"))
    house.begin()


def proven(house: Casino, folder: Path, to: Stores) -> None:
    """The last backup is restored elsewhere, into a database of its own, and verified by the seals of the house."""
    elsewhere = Casino(folder, code=house.code)
    elsewhere.put_wrong(house.wrong_by)
    if house.engine == POSTGRES:
        elsewhere.write(DATABASE_URL=to.database("elsewhere"))
    elsewhere.runs("config.keys")
    elsewhere.manage("restore", str(house.backups[-1]), "--by", BADGE, *house.passphrase)
    elsewhere.manage("verify", "--all", "--against", str(house.copy_of_seals()))
    to.drop("elsewhere")
    shutil.rmtree(folder)


# --- its nights


def month_of(evenings: Evenings, month: Month, nights: range, calamity: Calamity, chance: Random) -> None:
    """Its nights one after the other; on one of them the calamity comes."""
    worst = chance.choice(nights)
    evenings.shoe = evenings.shoe or (evenings.codes[0] if calamity.name == UNREAD else "")
    for night in nights:
        if night == worst and calamity.name != UNREAD:
            suffers(month, evenings, night, calamity, chance)
        else:
            evenings.plays(night, month)
        since = perf_counter()
        evenings.house.night()
        month.night = perf_counter() - since
        evenings.house.passes()


def suffers(month: Month, evenings: Evenings, night: int, calamity: Calamity, chance: Random) -> None:
    """The evening of this night, with the calamity in it or behind it."""
    if calamity.between is not None:
        evenings.plays(night, month)
        evenings.house.stop()
        month.said.append(" ".join(calamity.between(evenings.house).split()))
        evenings.house.begin()
        return
    do, house = calamity.during, evenings.house
    assert do is not None
    seen = list[Looks]()

    def amid(session: str) -> None:
        with Looks(house.doors, house.at_processes, session) as looks:
            time.sleep(chance.uniform(0, AMID_SECONDS))
            looks.begin()
            do(house, looks, chance)
        seen.append(looks)

    evenings.plays(night, month, amid=amid)
    for looks in seen:
        month.slowest, month.named = looks.slowest, looks.named(calamity.word) if calamity.word else None
        judge(month, calamity, looks)


def judge(month: Month, calamity: Calamity, looks: Looks) -> None:
    """What the calamity did to whoever only looked on."""
    if not calamity.database_gone and month.slowest > PAGE_SECONDS:
        month.wrong.append(f"a page took {month.slowest:.1f} s")
    if not calamity.database_gone and looks.failed:
        month.wrong.append(f"{looks.failed} looks found no page")
    if calamity.word and (month.named is None or month.named > NAMED_SECONDS):
        month.wrong.append(f"“{calamity.word}” was said after {month.named} s")
