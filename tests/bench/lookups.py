"""A register that has grown for years, and what it costs to look something up in it, to prove it and to seal it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils.timezone import localtime

from table.models import Entry, Table
from table.record import chain, seals
from table.record.proof import audit
from table.rules.profile import Role
from tests.bench.acts import BETTORS, Statements, server, taglia, timed
from tests.bench.years import grow
from tests.rig.engines import Engine, at_home_in
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table

TIMES = 5
DEEP = 10_000
"""The page that is as quick as the first, or costs more with the length of the record."""
OLDER = re.compile(r'rel="next" href="\?(\w+)=(\d+)"')


class Looked(NamedTuple):
    """Something that was looked up, in the median of some times; without ``milliseconds`` there is no such page."""

    what: str
    milliseconds: float | None = None
    statements: int = 0


class Measured(NamedTuple):
    """A register on an engine: how long it is, how large its database, and what it costs to look things up."""

    server: str
    entries: int
    megabytes: float
    seconds_to_make: float
    looked: list[Looked]


def measure(engine: Engine, *, entries: int) -> Measured:
    """Play a taglia with an incident before it, write it over and over, and look things up behind it."""
    with engine.fresh() as url, at_home_in(url):
        start = perf_counter()
        code, incident = _grown(entries)
        made, count = perf_counter() - start, Table.real.get(code=code).number
        return Measured(server(), count, _megabytes(url), made, [*_looked_up(code, incident), *_proven(code, count)])


def _grown(entries: int) -> tuple[str, int]:
    """The table, and the number of its incident."""
    table = ready_table(seats=BETTORS)
    table.does("report_incident", kind="worn_card", facts={"card": "7D"})
    incident = table.number
    table.cast.ispettore.does("authorise_replacement", incident=incident, card="7D", serial="S-spare")
    for _ in taglia(table, 1):
        pass
    table.cast.direzione.does("void_shoe")
    grow(table.code, entries=entries)
    return table.code, incident


# --- pages


def _looked_up(code: str, incident: int) -> Iterator[Looked]:
    """The pages of the record, each as an auditor opens it."""
    client, last = signed_in(Role.AUDITOR, language="en"), Entry.objects.filter(register=code).latest("number")
    yield from _register(client, code, last.number)
    yield _page(client, "an old coup again", "coup", code, 1, 24)
    yield _page(client, "the latest coup again", "coup", code, *_latest(code))
    yield _page(client, "an incident report", "incident_report", code, incident)
    yield _page(client, "a day of all tables", "day", query=f"?on={localtime(last.at):%Y-%m-%d}")


def _latest(code: str) -> tuple[int, int]:
    shoe = Table.real.get(code=code).shoes.order_by("taglia").last()
    assert shoe is not None
    return shoe.taglia, 24


def _register(client: Client, code: str, newest: int) -> Iterator[Looked]:
    """Its first page, and the one that lies ten thousand pages back, or as many as there are."""
    first = _page(client, "the register, page 1", "register", code)
    yield first
    older = OLDER.search(_text(client, reverse("register", args=[code]))) if first.milliseconds is not None else None
    if older is None:
        yield Looked(f"the register, page {DEEP:,}")
        return
    size = max(newest - int(older[2]) + 1, 1)
    page = min(DEEP, newest // size)
    before = int(older[2]) - (page - 2) * size
    yield _page(client, f"the register, page {page:,}", "register", code, query=f"?{older[1]}={before}")


def _page(client: Client, what: str, name: str, *args: object, query: str = "") -> Looked:
    try:
        address = reverse(name, args=args) + query
    except NoReverseMatch:
        return Looked(what)
    return _often(what, lambda: _text(client, address))


def _text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


# --- proof


def _proven(code: str, entries: int) -> Iterator[Looked]:
    """What 100,000 entries cost to verify; and a seal."""
    share = 1000 * 100_000 / entries
    yield Looked("the chain alone, each 100,000", share * timed(lambda: chain.faults(chain.rows(code))))
    yield Looked("verified, each 100,000", share * timed(lambda: audit.faults(code)))
    yield _often("a seal", lambda: seals.keep(code))


def _often(what: str, work: Callable[[], object]) -> Looked:
    """The median of some times, after once that does not count."""
    work()
    seconds, statements = [], Statements()
    for _ in range(TIMES):
        start = perf_counter()
        with connection.execute_wrapper(statements):
            work()
        seconds.append(perf_counter() - start)
    return Looked(what, 1000 * median(seconds), statements.count // TIMES)


def _megabytes(url: str) -> float:
    """The whole database on disk."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Path(url.removeprefix("sqlite:///")).stat().st_size / 1e6
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return float(cursor.fetchone()[0]) / 1e6
