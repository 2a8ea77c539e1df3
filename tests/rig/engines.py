"""Databases of a test's own on both engines: freshly migrated, with real connections, threads and commits.

Each engine migrates one database, or is given one, and hands out copies of it; a copy costs some milliseconds. Nothing
is emptied, so the triggers that keep the register append-only stand in every one of them.
"""

import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

from config.settings import database
from tests.rig.daphne import manage
from tests.rig.postgres import keep_cluster
from tests.rig.together import made_once

NUMBERS = count(1)
MIGRATED = "migrated"
"""How the migrated database of a kept cluster is called."""


def migrated(url: str) -> str:
    """This database, with every migration done."""
    manage("migrate", "--verbosity", "0", settings={"DATABASE_URL": url, "DATABASE_POOL": "0"})
    return url


class Engine(ABC):
    """Where databases are made, copied and dropped; each is named by its URL. Nobody may be connected to it then."""

    name: str
    template: str
    """A migrated, empty database, of which all others are copies."""

    @abstractmethod
    def copy(self, source: str) -> str:
        """A new database with everything that this one holds."""

    @abstractmethod
    def make(self) -> str:
        """A new database with nothing in it, not even a table."""

    @abstractmethod
    def drop(self, url: str) -> None:
        """The database is needed no more."""

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """A migrated, empty database."""
        with self.like(self.template) as url:
            yield url

    @contextmanager
    def like(self, source: str) -> Iterator[str]:
        """A copy of this database, which nobody has open."""
        with self._until_dropped(self.copy(source)) as url:
            yield url

    @contextmanager
    def bare(self) -> Iterator[str]:
        """A database before any migration."""
        with self._until_dropped(self.make()) as url:
            yield url

    @contextmanager
    def _until_dropped(self, url: str) -> Iterator[str]:
        try:
            yield url
        finally:
            self.drop(url)


class Sqlite(Engine):
    """SQLite in files of one folder."""

    name = "sqlite"

    def __init__(self, folder: Path, *, template: str = "") -> None:
        self.folder = folder
        self.template = template or migrated(f"sqlite:///{folder}/template-{os.getpid()}.sqlite3")

    def copy(self, source: str) -> str:
        # The last connection to close has brought the write-ahead log into the file: it is all there is.
        url = self.make()
        shutil.copyfile(source.removeprefix("sqlite:///"), url.removeprefix("sqlite:///"))
        return url

    def make(self) -> str:
        # An empty file is an empty database.
        file = self.folder / f"copy-{os.getpid()}-{next(NUMBERS)}.sqlite3"
        file.touch()
        return f"sqlite:///{file}"

    def drop(self, url: str) -> None:
        file = Path(url.removeprefix("sqlite:///"))
        for part in (file, *file.parent.glob(f"{file.name}-*")):
            part.unlink()


class Postgres(Engine):
    """Databases of a PostgreSQL server, beside the one that is named."""

    name = "postgresql"

    def __init__(self, server: str, *, template: str = "") -> None:
        self.server = server
        self.template = template or migrated(self._create(f"template_{os.getpid()}", like="template0"))

    def copy(self, source: str) -> str:
        return self._create(f"copy_{os.getpid()}_{next(NUMBERS)}", like=source.rpartition("/")[2])

    def make(self) -> str:
        return self._create(f"copy_{os.getpid()}_{next(NUMBERS)}", like="template0")

    def drop(self, url: str) -> None:
        self._do(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def _create(self, name: str, *, like: str) -> str:
        self._do(f"CREATE DATABASE {name} TEMPLATE {like}")
        return other_database(self.server, name)

    def _do(self, statement: str) -> None:
        settings = database(self.server, pool=0)
        there = {"host": settings["HOST"], "port": settings["PORT"], "dbname": settings["NAME"]}
        who = {"user": settings["USER"], "password": settings["PASSWORD"]}
        with psycopg.connect(**{key: value for key, value in (there | who).items() if value}, autocommit=True) as to:
            to.execute(statement)


def migrated_file() -> Path:
    """An SQLite file that every process of the run may copy: its migrations are done, and nobody opens it again."""
    return made_once("template.sqlite3", _migrate_file)


def _migrate_file(file: Path) -> None:
    migrated(f"sqlite:///{file}")


def migrated_cluster() -> Path:
    """The files of a PostgreSQL that every process of the run may copy: beside our database lies a migrated one."""
    return made_once("cluster", lambda at: keep_cluster(at, _migrate_other))


def _migrate_other(url: str) -> None:
    migrated(Postgres(url, template=url)._create(MIGRATED, like="template0"))


def other_database(url: str, name: str) -> str:
    """Another database of the same server."""
    return f"{url.rpartition('/')[0]}/{name}"


@contextmanager
def at_home_in(url: str, *, pool: int = 0) -> Iterator[None]:
    """Every default connection of this process goes to that database, whichever thread opens it."""
    outside, here = connections.settings[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS]
    connections.settings[DEFAULT_DB_ALIAS] = _configured(url, pool=pool)
    del connections[DEFAULT_DB_ALIAS]
    try:
        yield
    finally:
        leaving: Any = connections[DEFAULT_DB_ALIAS]
        leaving.close()
        if pool and leaving.vendor == "postgresql":
            leaving.close_pool()
        connections.settings[DEFAULT_DB_ALIAS] = outside
        connections[DEFAULT_DB_ALIAS] = here


def _configured(url: str, *, pool: int) -> dict[str, Any]:
    configured: dict[str, dict[str, Any]]
    configured = connections.configure_settings({DEFAULT_DB_ALIAS: database(url, pool=pool)})
    return configured[DEFAULT_DB_ALIAS]
