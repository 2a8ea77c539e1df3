"""Copying and replacing a house in an SQLite file."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

from django.db import connection
from django.utils.translation import gettext as _

from table.backup.facts import HouseFacts, facts
from table.backup.pack import Failed
from table.record.machine import database_lock, owner
from table.record.machine.files import drop_rests, name_twice, sync

SIGNED_IN = ("table_staffsession", "table_onlinesession", "django_session")
"""Tables of sessions, whose rows no backup contains; the last one is from earlier versions."""
BUSY_SECONDS = 0.5


def copy(into: Path) -> HouseFacts:
    """Copy the database to `into` by SQLite's online backup, without holding up the tables; return the copy's facts.

    Sessions are left out. The pages would still contain erased data, so the copy is written anew by VACUUM.
    """
    connection.ensure_connection()
    pages = into.with_name(f"{into.name}.pages")
    with closing(sqlite3.connect(pages)) as copied:
        connection.connection.backup(copied)
        _forget(copied)
        copied.execute("VACUUM INTO ?", [str(into)])
        found = facts(lambda query: copied.execute(query).fetchall())
    pages.unlink()
    return found


def _forget(copied: sqlite3.Connection) -> None:
    """Delete the sessions of staff and online players from a copy."""
    copied.execute("PRAGMA journal_mode=DELETE")
    there = {name for (name,) in copied.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for name in there.intersection(SIGNED_IN):
        copied.execute(f"DELETE FROM {name}")  # noqa: S608 - one of these names
    copied.commit()


def alone(path: Path) -> sqlite3.Connection:
    """Return a connection that locks this file exclusively until it is closed.

    A file that is missing is made. One that can only be read is locked for reading, without an error. Raises Failed if
    another connection has it open; sqlite3.OperationalError if it cannot be opened, as in a folder that is missing;
    sqlite3.DatabaseError, and then stays open, if it is no database.
    """
    found = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        found.execute("PRAGMA locking_mode=EXCLUSIVE")
        found.execute("BEGIN EXCLUSIVE")
        found.execute("COMMIT")
    except sqlite3.OperationalError:
        found.close()
        raise Failed(
            _("Another program has this database open; stop the house first: %(file)s") % {"file": path}
        ) from None
    return found


def unserved(path: Path) -> IO[str]:
    """Take the lock of whoever serves the house in the database file `path`, until the returned file is closed.

    Raises Failed while one has it. A house that is served but idle may have no connection by which :func:`alone` would
    notice it.
    """
    if (lock := database_lock.lock_served(path)) is None:
        raise Failed(_("This house is served; stop it first: %(file)s") % {"file": path})
    return lock


class FilePlace:
    """File of the house during a restore: the restored file is laid beside it, and renamed to its name at the end."""

    def __init__(self) -> None:
        """Take note of the file, its folder, and the name of the restored file beside it."""
        self.path = Path(connection.settings_dict["NAME"])
        self.name, self.folder = self.path.name, self.path.parent
        self.restored = self.path.with_name(f".{self.name}.restored")
        self.house: sqlite3.Connection | None = None
        self.lock: IO[str] | None = None

    def lay(self, database: Path, *, aside: str) -> None:
        """Lock the house, move the restored file `database` beside it, and make that the process's default database.

        The house's own file is left in its place; `aside` is what :meth:`put` will add to its name, after a dot. Raises
        Failed if the house is served or open elsewhere.
        """
        self.aside = self.path.with_name(f"{self.name}.{aside}")
        self.lock = unserved(self.path)
        connection.close()
        self.house = alone(self.path)
        # SQLite would play the journal of a restore that was killed into this one.
        self._drop_restored()
        # On a file system without links: half of the house, as it was being put aside.
        drop_rests(self.path)
        owner.give_path(database, self.path)
        database.replace(self.restored)
        self._ask(self.restored)

    def put(self) -> None:
        """Put the restored file in the place of the house's database, which stays beside it under the name `aside`.

        The process's default connection names the house's file again. :meth:`leave` undoes it until :meth:`finish`.
        """
        assert self.house is not None
        self._ask(self.path)
        sync(self.restored)
        self.house.execute("PRAGMA journal_mode=DELETE")
        # Reading the file for a copy would lift the locks on it as well.
        self.house.close()
        name_twice(self.path, self.aside)
        self.restored.replace(self.path)
        with suppress(OSError):
            sync(self.folder)

    def finish(self, *, keep: bool) -> None:
        """Delete the file of the replaced house unless `keep`, ignoring an OSError; then release the locks."""
        if not keep:
            with suppress(OSError):
                self.aside.unlink()
        self._let_go()

    def leave(self) -> None:
        """Undo the restore: put the old file in its place, delete the new one, release the locks.

        The old file is the process's default database again. Until :meth:`lay` has locked the house nothing is deleted.
        """
        self._ask(self.path)
        if self.house is not None:
            self.house.close()
            if self.aside.exists():
                self.aside.rename(self.path)
                # The two names are of one file still where the other database was not in its place yet.
                self.aside.unlink(missing_ok=True)
            self._drop_restored()
        self._let_go()

    def _drop_restored(self) -> None:
        """Delete the restored file and its journals, where there are any."""
        for part in ("", "-wal", "-shm", "-journal"):
            self.restored.with_name(f"{self.restored.name}{part}").unlink(missing_ok=True)

    def _let_go(self) -> None:
        """Release the lock of a serving process, if this restore has taken it."""
        if self.lock is not None:
            self.lock.close()

    def _ask(self, path: Path) -> None:
        """Make the file at `path` the default database of this process; it is opened at the next query."""
        connection.close()
        connection.settings_dict["NAME"] = str(path)
