"""A house with its backups, made once on an engine, and copies of both for whatever is tried."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import msgspec
from django.db import connection

from table.backup import pack
from table.backup.take import keys_of
from table.models import HOUSE, Table
from tests.backup.houses import Home, back_up, home, restored, said
from tests.croupier import coups
from tests.rig import triggers
from tests.rig.cast import everybody_is_taken_on
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import ready_table
from tests.rig.tampering import by_somebody, write_anew

OF_ITSELF = {"django_migrations", "django_session", "table_onlinesession", "table_staffsession"}
"""Tables that are no part of what was backed up."""
BY_RESTORING = {"digest", "epoch", "number", "refused"}
"""Columns of the house's row that change because it is restored."""


class Backup(NamedTuple):
    """A backup as its two files have it, the members of the first, and what its house was once it is restored."""

    file: bytes
    keys: bytes
    members: Mapping[str, bytes]
    holds: str = ""

    @classmethod
    def at(cls, path: Path) -> "Backup":
        """What lies there."""
        with ZipFile(path) as packed:
            members = {name: packed.read(name) for name in packed.namelist()}
        return cls(path.read_bytes(), keys_of(path).read_bytes(), members)

    def lay(self, path: Path) -> None:
        """It lies there."""
        path.write_bytes(self.file)
        keys_of(path).write_bytes(self.keys)


class Houses(NamedTuple):
    """A house that went on after its backup, and its backups: an older one, one of a register that was written anew.

    ``another`` is the backup of another house.
    """

    engine: Engine
    folder: Path
    url: str
    own: Backup
    older: Backup
    rewritten: Backup
    another: Backup

    @contextmanager
    def copied(self) -> Iterator[Home]:
        """This house once more, with all that lies beside it; whatever is done to it is forgotten."""
        place = self.folder / "tried"
        shutil.copytree(self.folder / "house", place / "house")
        try:
            with self.engine.like(self.url) as url, at_home_in(url), home(place / "house") as at:
                yield at
        finally:
            shutil.rmtree(place)


@contextmanager
def houses(engine: Engine, folder: Path) -> Iterator[Houses]:
    """The house and its backups, made on this engine in this folder."""
    with engine.fresh() as url:
        with at_home_in(url), home(folder / "house") as at:
            everybody_is_taken_on()
            table = ready_table(seats=1)
            older = _backed_up(at)
            coups.play(table, "P100@1")
            table.cast.comunale.does("annotate", text="Un ospite chiede")
            own = _backed_up(at)
            table.does("tip", amount=500)
            said("seal", "--all")
        rewritten, another = _rewritten(engine, folder, url), _another(engine, folder)
        own.lay(at.backup)
        found = Houses(engine, folder, url, own, older, rewritten, another)
        yield found._replace(own=_restored(found, own), older=_restored(found, older))


def _backed_up(at: Home) -> Backup:
    said("seal", "--all")
    back_up(at)
    found = Backup.at(at.backup)
    for path in (at.backup, keys_of(at.backup)):
        path.unlink()
    return found


def _rewritten(engine: Engine, folder: Path, url: str) -> Backup:
    """The nightly backup of a house in whose database somebody has written the register of the table anew."""
    with engine.like(url) as copy, at_home_in(copy), home(folder / "house") as at:
        seals_before = at.seals.read_bytes()
        triggers.drop_triggers(connection)
        last = write_anew("T3", by_somebody)
        triggers.create_triggers(connection)
        Table.real.filter(code="T3").update(digest=last)
        at.seals.unlink()
        found = _backed_up(at)
        at.seals.write_bytes(seals_before)
        return found


def _another(engine: Engine, folder: Path) -> Backup:
    with engine.fresh() as url, at_home_in(url), home(folder / "another") as at:
        everybody_is_taken_on()
        ready_table(seats=1)
        return _backed_up(at)


def _restored(found: Houses, backup: Backup) -> Backup:
    """The same, with what its house is once it is restored from it unchanged."""
    with found.copied() as at:
        backup.lay(at.backup)
        restored(at, "--replace", name_here())
        return backup._replace(holds=holds(backup))


def name_here() -> str:
    """The name of the database of this house."""
    return Path(str(connection.settings_dict["NAME"])).name


def holds(backup: Backup) -> str:
    """A digest of every row of this database, but for what its restoring from this backup has entered itself."""
    number = msgspec.json.decode(backup.members[pack.MANIFEST], type=pack.Manifest).registers[HOUSE].number
    found = sha256()
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        for table in sorted(set(connection.introspection.table_names(cursor)) - OF_ITSELF):
            columns = [it.name for it in connection.introspection.get_table_description(cursor, table)]
            read = map(quoted, sorted(set(columns) - (BY_RESTORING if table == "table_house" else set())))
            among = f"WHERE register <> '{HOUSE}' OR number <= {number}" if table == "table_entry" else ""
            cursor.execute(f"SELECT {', '.join(read)} FROM {quoted(table)} {among}")
            found.update(f"{table} {sorted(map(repr, cursor.fetchall()))}\n".encode())
    return found.hexdigest()
