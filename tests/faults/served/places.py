"""Where runs take place: an engine with tables that are ready to play, and the house that is served on a copy of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from django.conf import settings
from django.db import connection, connections

from table.access import pairing
from table.models import Entry
from tests.bench.floor.crowd import Tally
from tests.bench.floor.house import acts_of
from tests.faults.served import programs
from tests.faults.served.programs import Program
from tests.faults.served.tablets import PUBLIC_LOST, STAFF_LOST, Floor, Hand, TableOfFloor, Tablet
from tests.rig import redis
from tests.rig.engines import Engine, Postgres, Sqlite, at_home_in
from tests.rig.postgres import database, make_cluster
from tests.rig.sockets import paired, session_of
from tests.rig.tables import dealer_of, with_own_dealer

POSTGRESQL, REDIS = "PostgreSQL", "Redis"
NO_STORES: Mapping[str, Program] = {}
INSPECTORS = ("ivo", "irma")
SEATS = ("", "1", "5")
"""The displays of a table: its sign, and those of two seats."""
SPREAD = 7
"""Acts by which each table is further on than the one before it."""


@dataclass(frozen=True)
class Place:
    """An engine with tables ready to play; ``stores`` by name are what the house stands on and can be ill-treated.

    ``displays`` are the cookies of those that are paired, by table; ``disk`` is where everything lies.
    """

    engine: Engine
    disk: Path
    url: str
    displays: Mapping[str, Sequence[str]]
    stores: Mapping[str, Program]
    redis_url: str = ""

    @contextmanager
    def copied(self) -> Iterator[str]:
        """A database of its own with these tables, at which this process is at home."""
        url = self.engine.copy(self.url)
        try:
            with at_home_in(url):
                _on_disk()
                yield url
        finally:
            self.engine.drop(url)

    def serves(self, url: str, port: int, *, more: Mapping[str, str], module: str) -> Program:
        """The house on this database, not started yet."""
        given = {"DATABASE_URL": url, "DATABASE_POOL": "8", "REDIS_URL": self.redis_url, **more}
        return programs.house(given, port=port, module=module)

    def signed_in(self) -> dict[str, str]:
        """Everybody at their tablets: the cookie of each by badge."""
        return {badge: signed_in(badge) for badge in (*INSPECTORS, *map(dealer_of, self.displays))}

    def floor(self, port: int, cookies: Mapping[str, str], *, pause: float, chance: Random) -> Floor:
        """The tables with their screens and hands; nothing of it is open yet."""
        tally = Tally()

        def hand(badge: str, code: str, kind: str) -> Hand:
            tablet = Tablet(f"/live/{kind}/{code}/", cookies[badge], port=port, tally=tally, lost=STAFF_LOST)
            known = partial(recorded, code, badge, before=_played(self.displays, code))
            return Hand(badge, code, tablet, [], partial(signed_in, badge), known)

        def table(code: str) -> TableOfFloor:
            dealer, inspectors = hand(dealer_of(code), code, "dealer"), [hand(it, code, "table") for it in INSPECTORS]
            shown = [
                Tablet("/live/display/", cookie, port=port, tally=tally, lost=PUBLIC_LOST)
                for cookie in self.displays[code]
            ]
            tablets = [dealer.tablet, *(it.tablet for it in inspectors), *shown]
            return TableOfFloor(code, tablets, dealer, inspectors, acts_of(code)[_played(self.displays, code) :])

        return Floor([table(code) for code in self.displays], pause, chance)


def _on_disk() -> None:
    """What was copied is on disk before anything is killed: PostgreSQL brings a sequence that was copied half used, and
    not yet written, back to where the copy began."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CHECKPOINT")


def signed_in(badge: str) -> str:
    """The cookie of somebody who has just signed in. It may be asked for in a thread, which is left as it was."""
    try:
        return f"{settings.SESSION_COOKIE_NAME}={session_of(badge)}"
    finally:
        connections.close_all()


def recorded(code: str, badge: str, *, before: int) -> int:
    """How many acts of a dealer at this table are on record, beside those of ``before``; asked in a thread."""
    try:
        acts = Entry.objects.filter(register=code, actor=badge).exclude(verb="sign_on")
        return acts.count() - before
    finally:
        connections.close_all()


def _played(codes: Mapping[str, object], code: str) -> int:
    return SPREAD * list(codes).index(code)


# --- furnished


@contextmanager
def ready(engine: str, folder: Path, *, tables: int, small: bool = False) -> Iterator[Place]:
    """The place on the engine of this name, in this folder; ``small`` where the disk is."""
    if engine == "sqlite":
        yield furnished(Sqlite(folder), folder, tables)
        return
    there = folder / "postgresql"
    there.mkdir()
    # Journals of a megabyte each, so that also what was promised to them comes to an end with the disk.
    cluster = make_cluster(there, *(["--wal-segsize=1"] if small else []))
    options = ["-c", "min_wal_size=2MB", "-c", "max_wal_size=8MB"] if small else []
    with (
        Program(lambda: cluster.serves(*options)) as postgresql,
        Program(lambda: redis.redis_in(folder)) as pings,
    ):
        engine_there, stores = Postgres(database(there)), {POSTGRESQL: postgresql, REDIS: pings}
        yield furnished(engine_there, folder, tables, stores=stores, redis_url=redis.url_in(folder))


def furnished(
    engine: Engine, disk: Path, tables: int, *, stores: Mapping[str, Program] = NO_STORES, redis_url: str = ""
) -> Place:
    """So many tables with a dealer each, their displays paired, some acts played; nobody is connected to it then."""
    url = engine.copy(engine.template)
    codes = [f"T{place}" for place in range(1, tables + 1)]
    with at_home_in(url):
        dealers = {code: with_own_dealer(code) for code in codes}
        displays = {code: [f"{pairing.COOKIE}={paired(code, seat)}" for seat in SEATS] for code in codes}
        for code, dealer in dealers.items():
            for act in acts_of(code)[: _played(displays, code)]:
                dealer.presses(act)
    return Place(engine, disk, url, displays, stores, redis_url)
