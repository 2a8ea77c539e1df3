"""What happens to the casino: a calamity a month, each declared once.

One that can be borne happens while the tables are played, and is over where its function ends; one that takes the whole
house is done between two evenings.
"""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from random import Random

from tests.faults.served.places import POSTGRESQL, REDIS
from tests.rig.engines import other_database
from tests.year.casino import BADGE, Casino, at_server
from tests.year.looks import Looks

GONE_SECONDS, BLOCKED_SECONDS, SLOW_SECONDS = 5.0, 8.0, 10.0
STANDS, GOES = 0.1, 0.4
"""Seconds: of each half of a second a slow PostgreSQL does nothing in the first fifth."""
HOUR = 3600.0
During = Callable[[Casino, Looks, Random], None]
Between = Callable[[Casino], str]
SQLITE, POSTGRES = BOTH = ("sqlite", "postgresql")
PROXY, PROXY_RESTARTED = "proxy", "proxy restarted"
UPGRADE, DISK, UNREAD = "upgrade, and the way back", "disk at 95 %", "a shoe with 0.5 % unread cards"


@dataclass(frozen=True)
class Calamity:
    """What it is called, on which engines it can be, and how it is done: ``during`` an evening, or ``between`` two.

    What is neither is so all the month.
    ``word`` is what `/readyz` says of it. Where the ``database_gone`` no page is promised, only that this is said.
    """

    name: str
    engines: tuple[str, ...]
    during: During | None = None
    between: Between | None = None
    word: str = ""
    database_gone: bool = False


CALAMITIES: list[Calamity] = [Calamity(UNREAD, (POSTGRES,))]


def during(
    name: str, *, engines: tuple[str, ...] = BOTH, word: str = "", database_gone: bool = False
) -> Callable[[During], During]:
    """Declare one that happens while the tables are played."""

    def declare(do: During) -> During:
        CALAMITIES.append(Calamity(name, engines, during=do, word=word, database_gone=database_gone))
        return do

    return declare


def between(name: str, *, engines: tuple[str, ...] = BOTH) -> Callable[[Between], Between]:
    """Declare one for which the house is closed; what it gives is said beside it."""

    def declare(do: Between) -> Between:
        CALAMITIES.append(Calamity(name, engines, between=do))
        return do

    return declare


# --- while the tables are played


@during("Redis gone", word="channel layer", engines=(POSTGRES,))
def redis_gone(house: Casino, _looks: Looks, _chance: Random) -> None:
    """Killed, and started anew after a while with nothing in it."""
    house.stores[REDIS].kill()
    time.sleep(GONE_SECONDS)
    house.stores[REDIS].start()


@during("PostgreSQL gone", word="database", engines=(POSTGRES,), database_gone=True)
def postgresql_gone(house: Casino, _looks: Looks, _chance: Random) -> None:
    """All its processes killed, and started anew after a while."""
    house.stores[POSTGRESQL].kill()
    time.sleep(GONE_SECONDS)
    house.stores[POSTGRESQL].start()


@during("PostgreSQL slow", engines=(POSTGRES,))
def postgresql_slow(house: Casino, _looks: Looks, _chance: Random) -> None:
    """It stands still for a tenth of a second, twice a second."""
    until = time.monotonic() + SLOW_SECONDS
    try:
        while time.monotonic() < until:
            house.stores[POSTGRESQL].freeze()
            time.sleep(STANDS)
            house.stores[POSTGRESQL].go_on()
            time.sleep(GOES)
    finally:
        house.stores[POSTGRESQL].go_on()


@during(PROXY_RESTARTED, engines=(POSTGRES,))
def proxy_restarted(house: Casino, _looks: Looks, _chance: Random) -> None:
    """The proxy is stopped and started anew, as its package does it when it is brought up to date."""
    house.stores[PROXY].stop()
    house.stores[PROXY].start()
    time.sleep(GONE_SECONDS)


@during("process killed")
def process_killed(house: Casino, _looks: Looks, chance: Random) -> None:
    """One of its processes, as the kernel does it that runs out of memory; its keeper starts it anew after a second."""
    one = chance.choice(house.processes)
    one.kill()
    time.sleep(1.0)
    one.start()


@during("clock jumps")
def clock_jumps(house: Casino, _looks: Looks, chance: Random) -> None:
    """The clock of the machine is put an hour on or back, and right again."""
    by = chance.choice((HOUR, -HOUR))
    house.put_wrong(by)
    time.sleep(GONE_SECONDS)
    house.put_wrong(-by)


@during("second program at the database", word="another program", engines=(SQLITE,))
def second_program_sqlite(house: Casino, _looks: Looks, _chance: Random) -> None:
    """A shell that has begun to write and goes to lunch."""
    with closing(sqlite3.connect(house.url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(BLOCKED_SECONDS)
        other.execute("ROLLBACK")


@during("second program at the database", engines=(POSTGRES,))
def second_program_postgresql(house: Casino, _looks: Looks, _chance: Random) -> None:
    """A shell that has locked the tables of the house and goes to lunch; who presses is told so after four seconds."""
    with at_server(house.url) as other, other.transaction():
        other.execute("LOCK TABLE table_table IN EXCLUSIVE MODE")
        time.sleep(BLOCKED_SECONDS)


@during(DISK, word="disk space")
def disk_at_95(house: Casino, _looks: Looks, _chance: Random) -> None:
    """Only a twentieth of the disk on which the house writes is free."""
    stat = os.statvfs(house.var)
    ballast, taken = house.var / "ballast", stat.f_bavail - stat.f_blocks // 20
    with ballast.open("wb") as heavy:
        os.posix_fallocate(heavy.fileno(), 0, taken * stat.f_frsize)
    try:
        time.sleep(GONE_SECONDS)
    finally:
        ballast.unlink()


@during("typo in .env", word="TIME_ZONE", engines=(POSTGRES,))
def typo(house: Casino, looks: Looks, _chance: Random) -> None:
    """A process is started anew by a setting that cannot be, and says which one; the other one serves meanwhile."""
    one, right = house.processes[-1], dict(house.given)
    one.stop()
    house.write(TIME_ZONE="Europe/Roma")
    since = time.perf_counter()
    said = house.refuses_to_start(house.ports[-1])
    looks.said.append((time.perf_counter() - since, said))
    assert "TIME_ZONE" in said, said
    house.given = {}
    house.write(**right)
    one.start()


# --- while the house is closed


@between("PostgreSQL restored from the night", engines=(POSTGRES,))
def restored_from_the_night(house: Casino) -> str:
    """The database of the house is gone; it is made anew, and the backup of the last night is restored into it."""
    name = house.url.rpartition("/")[2]
    with at_server(other_database(house.url, "postgres")) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name}")
    return house.manage("restore", str(house.backups[-1]), "--by", BADGE, *house.passphrase)


@between(UPGRADE, engines=(SQLITE,))
def upgrade(house: Casino) -> str:
    """As UPGRADING says: from the version before to this one, back by the backup, and to this one again."""
    house.manage("seal", "--all")
    before, copy = house.code, house.copy_of_seals()
    backup = str(house.folder / "before.sabot")
    house.manage("verify", "--all", "--against", str(copy))
    house.manage("backup", backup, *house.passphrase)
    house.upgrade(copy)
    house.begin()
    house.stop()
    house.code = before
    name = house.url.rpartition("/")[2]
    said = house.manage("restore", backup, "--by", BADGE, *house.passphrase, "--replace", name)
    house.manage("verify", "--all", "--against", str(copy))
    house.begin()
    house.stop()
    house.upgrade(copy)
    return said
