"""The servers of the bench. Each is started anew for every load, on a copy of what was prepared for it once."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from tests.bank.at_bank import WITH_BANK, bank_table
from tests.bench.floor import javascript
from tests.bench.floor.house import INSPECTOR, SEATS, House, acts_of
from tests.bench.floor.loads import Casino, Load
from tests.bench.floor.meters import Meter
from tests.rig.daphne import APPLICATION, SLOW_DISK, served
from tests.rig.engines import NUMBERS, Engine, Postgres, Sqlite, at_home_in
from tests.rig.postgres import postgres
from tests.rig.redis import own_redis
from tests.rig.sockets import paired, session_of
from tests.rig.tables import GUESTS, Somebody, dealer_of, relieved, seat, with_own_dealer

TITLES = {
    "sqlite": "house, SQLite FULL",
    "banks": "house, SQLite, banks",
    "postgres": "house, PostgreSQL",
    "postgres-2": "house, two processes",
    "postgres-4": "house, four processes",
    "slow": "house, SQLite, slow disk",
    "boardgame": "boardgame.io, SQLite",
    "plain": "plain socket.io, SQLite",
}
NEED_NODE = ("boardgame", "plain")
"""Those that are not the house, and need Node."""
PACKAGES = Path("var/bench-floor")
SPREAD = 30
"""Acts over which the tables are spread before anything is measured: two coups."""


class Served(NamedTuple):
    """A server that is ready, and the processes that it consists of."""

    casino: Casino
    meter: Meter


class Prepared(NamedTuple):
    """A database with tables that stand at different places of a coup; nobody is connected to it."""

    engine: Engine
    url: str
    displays: dict[tuple[str, str], str]
    played: dict[str, int]


def prepare(engine: Engine, tables: int, *, banks: bool = False) -> Prepared:
    """So many tables, opened once, with displays for all their seats and signs, and some acts played at each.

    Every second one keeps a bank where there are ``banks``.
    """
    url = engine.copy(engine.template)
    with at_home_in(url):
        codes = [f"T{place}" for place in range(1, tables + 1)]
        dealers = {
            code: with_bank(code) if banks and place % 2 else with_own_dealer(code) for place, code in enumerate(codes)
        }
        displays = {(code, seat): paired(code, seat) for code in codes for seat in ("", *SEATS)}
        played = {code: SPREAD * place // tables for place, code in enumerate(codes)}
        for code, acts in played.items():
            for act in acts_of(code)[:acts]:
                dealers[code].presses(act)
    return Prepared(engine, url, displays, played)


def with_bank(code: str) -> Somebody:
    """A table with a bank and seven guests that is ready to play, and has a dealer of its own; gives the dealer."""
    at = bank_table(code=code)
    at.opens()
    for position, guest in zip(WITH_BANK.positions, GUESTS[:7], strict=False):
        seat(at.table, guest, position)
    return relieved(at.table)


class Servers:
    """What every server of a run stands on: folders, databases and Redis are brought when they are first asked for."""

    def __init__(self, folder: Path, tables: int, stack: ExitStack) -> None:
        self.folder, self.tables, self._stack = folder, tables, stack

    def serving(self, name: str, load: Load) -> AbstractContextManager[Served]:
        """The server of this name, ready for this load."""
        match name:
            case "sqlite":
                return self._house(self._on_sqlite, load)
            case "banks":
                return self._house(self._with_banks, load)
            case "postgres":
                return self._house(self._on_postgres, load, redis=self._redis[0])
            case "slow":
                return self._house(self._on_sqlite, load, application=SLOW_DISK)
            case "postgres-2" | "postgres-4":
                return self._house(self._on_postgres, load, redis=self._redis[0], processes=int(name[-1]))
            case _:
                return self._node(name)

    @contextmanager
    def _house(
        self,
        prepared: Prepared,
        load: Load,
        *,
        processes: int = 1,
        redis: str = "",
        application: str = APPLICATION,
    ) -> Iterator[Served]:
        url = prepared.engine.copy(prepared.url)
        settings = {"DATABASE_URL": url, "DATABASE_POOL": "8", "REDIS_URL": redis}
        if load.closed:
            settings["DJANGO_SETTINGS_MODULE"] = "tests.bench.floor.settings"
        with at_home_in(url):
            sessions = {badge: session_of(badge) for badge in (INSPECTOR, *map(dealer_of, prepared.played))}
            stores = self._stores if redis else ()
        try:
            with ExitStack() as stack:
                houses = [stack.enter_context(served(settings, application=application)) for _ in range(processes)]
                ports = [int(house.address.rpartition(":")[2]) for house in houses]
                meter = Meter(tuple(house.said.pid for house in houses), stores)
                yield Served(House(ports, sessions, prepared.displays, prepared.played), meter)
        finally:
            prepared.engine.drop(url)

    @contextmanager
    def _node(self, name: str) -> Iterator[Served]:
        file = self.folder / f"{name}-{next(NUMBERS)}.sqlite3"
        with javascript.started(f"{name}.js", file, self.tables, packages=PACKAGES) as (port, pid):
            codes = [f"T{place}" for place in range(1, self.tables + 1)]
            yield Served(javascript.NodeFloor(port, name == "boardgame", codes), Meter((pid,)))

    @cached_property
    def _on_sqlite(self) -> Prepared:
        return prepare(Sqlite(self.folder), self.tables)

    @cached_property
    def _with_banks(self) -> Prepared:
        return prepare(Sqlite(self.folder), self.tables, banks=True)

    @cached_property
    def _on_postgres(self) -> Prepared:
        return prepare(Postgres(self._cluster), self.tables)

    @cached_property
    def _cluster(self) -> str:
        return self._stack.enter_context(postgres(durable=True))

    @cached_property
    def _redis(self) -> tuple[str, int]:
        return self._stack.enter_context(own_redis())

    @cached_property
    def _stores(self) -> tuple[int, ...]:
        """Redis, and PostgreSQL where it runs on this machine and says where."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT setting FROM pg_settings WHERE name = 'data_directory'")
            folder = cursor.fetchone()
        file = Path(folder[0], "postmaster.pid") if folder else Path()
        found = [int(file.read_text().split()[0])] if file.is_file() else []
        return self._redis[1], *found
