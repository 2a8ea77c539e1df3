"""Copying and replacing a house on PostgreSQL, by means of `pg_dump`, `pg_restore` and `psql`."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.db import DatabaseError, connection, transaction
from django.db.backends.postgresql.client import DatabaseClient
from django.utils.translation import gettext as _

from table.backup import last
from table.backup.facts import HouseFacts, asking, facts
from table.backup.pack import Failed
from table.record.machine.database_lock import SERVING_NUMBER
from table.verifier.shown import in_one_line

# Schemas of replaced houses, of broken off restores, and sessions are no part of the house.
COPY = [
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    "--exclude-schema=before_*",
    "--exclude-schema=restored_*",
    "--exclude-table-data=table_staffsession",
    "--exclude-table-data=table_onlinesession",
    "--exclude-table-data=django_session",
]
# Connections to this house: those of its database user, and any with the application name of its processes.
OTHERS = """
SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()
AND backend_type = 'client backend' AND (usename = current_user OR application_name LIKE 'sabot-%%')
AND application_name IS DISTINCT FROM current_setting('application_name') AND pid <> pg_backend_pid() ORDER BY 1
"""

# By membership: the first such schema was PostgreSQL's own "public", which belongs to the owner of the database.
ASIDE = """
SELECT nspname FROM pg_namespace WHERE pg_has_role(nspowner, 'MEMBER') AND nspname ~ '^(before|restored)_' ORDER BY 1
"""
PUT_ASIDE = re.compile(r"(before|restored)_\d{8}t\d{12}z")
"""Names that a restore gives to replaced schemas, and to those that it lays; other schemas are not touched."""
LAID = "restored_"
SEARCH = " -c search_path="
"""Option by which a session begins with another default schema."""


def copy(into: Path) -> HouseFacts:
    """Dump the default database to `into` by `pg_dump`, and return its facts as of the same snapshot.

    Sessions, and schemas of replaced houses and of broken off restores, are left out. Raises Failed where the program
    fails or is missing, DatabaseError where a query fails.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        # The house's transactions are ended soon when idle; this one waits for a program.
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        [snapshot] = cursor.fetchone()
        command, env = called("pg_dump", *COPY, f"--snapshot={snapshot}", f"--file={into}")
        run(command, env)
        return facts(asking())


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs. Raises Failed if it is not on PATH."""
    found = shutil.which(name)
    if found is None:
        raise Failed(
            _("“%(program)s” is not on PATH; it belongs to the client programs of PostgreSQL.") % {"program": name}
        )
    return found


def called(name: str, *options: str) -> tuple[list[str], Mapping[str, str]]:
    """Return the command line and the environment for one of PostgreSQL's programs on the default database.

    The password is passed in the environment, which other users cannot read. Raises Failed as :func:`program` does.
    """
    args, env = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, list(options))
    return [program(name), *args[1:]], os.environ | (env or {})


def run(command: list[str], env: Mapping[str, str]) -> None:
    """Run one of PostgreSQL's programs, and wait for it; its output is dropped.

    Raises Failed with the end of its error output if it fails, and OSError if it cannot be started.
    """
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 - a program of PostgreSQL
    if done.returncode:
        raise _failed(Path(command[0]).name, done.stderr)


@contextmanager
def unserved() -> Iterator[None]:
    """Hold the advisory lock that serving processes take while the block runs, on the default connection (PostgreSQL).

    After the block all advisory locks of that connection are released. Raises Failed at once if another process holds
    it, or if the database is used by another session of the same user, or by any whose application name begins with
    “sabot-”; sessions with this one's own application name do not count.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [SERVING_NUMBER])
        [alone] = cursor.fetchone()
        cursor.execute(OTHERS)
        others = [in_one_line(name) for (name,) in cursor.fetchall()]
    try:
        if others or not alone:
            facts = {"file": connection.settings_dict["NAME"], "who": ", ".join(others) or "–"}
            raise Failed(_("Another program has this database open; stop the house first: %(file)s (%(who)s)") % facts)
        yield
    finally:
        if alone:
            # A lost connection has released the lock already.
            with suppress(DatabaseError):
                _do("SELECT pg_advisory_unlock_all()")


class OldSchema(NamedTuple):
    """Schema of a house that a restore has replaced, or has laid and was broken off."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def is_rest(self) -> bool:
        """Whether it is not a replaced house, but laid by a restore that was broken off; told by its name."""
        return self.name.startswith(LAID)

    @property
    def since(self) -> datetime:
        """Time at which it was replaced or laid (UTC, to the second), parsed from the name."""
        stamp = self.name.partition("_")[2][: len("20261126t023832")].upper()
        return datetime.strptime(stamp, "%Y%m%dT%H%M%S").replace(tzinfo=UTC)

    def drop(self) -> None:
        """Drop the schema and everything in it."""
        _do(f"DROP SCHEMA {self.name} CASCADE")


def put_aside() -> list[OldSchema]:
    """List the schemas of replaced houses and then of restores without an end, oldest first, that this user may drop.

    The latter are broken off or still running, which is not told apart here. Raises DatabaseError on SQLite.
    """
    with connection.cursor() as cursor:
        cursor.execute(ASIDE)
        return [OldSchema(name) for (name,) in cursor.fetchall() if PUT_ASIDE.fullmatch(name)]


def _do(statements: str) -> None:
    """Execute SQL, one statement or several with semicolons between, in a transaction on the default connection.

    Results are dropped. Inside an atomic block it is a savepoint. Raises DatabaseError.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statements)


class SchemaPlace:
    """Schema of the house during a restore: the restored one is laid beside it, and renamed to `public` at the end."""

    def __init__(self) -> None:
        """Take note of the name of the default database and of the folder of the house's own backups.

        The folder is made if it is missing.
        """
        self.name, self.folder = str(connection.settings_dict["NAME"]), last.folder()
        self.laid = ""
        self.locks = ExitStack()

    def lay(self, database: Path, *, aside: str) -> None:
        """Load the dump into a schema beside the house's, and make that this process's default one. Raises Failed.

        The old schema keeps its name; :meth:`put` renames it to `aside`, with hyphens as underscores and letters small.
        Holds the lock of :func:`unserved` until :meth:`finish` or :meth:`leave`.
        """
        self.aside = aside.replace("-", "_").lower()
        self.locks.enter_context(unserved())
        laid = self.aside.replace("before", "restored")
        # A dump names its schema, so the house makes room for it; nobody sees that before all is committed.
        makes_room = f"ALTER SCHEMA public RENAME TO {self.aside};\nCREATE SCHEMA public;\n"
        _pour(database, makes_room, f"\n{_exchange(laid, self.aside)};\n")
        self.laid = laid
        self._ask(laid)

    def put(self) -> None:
        """Put the restored schema in the place of the house's, which stays under the name `aside`.

        In one transaction; `public` is the default schema of this process again. :meth:`leave` undoes it until
        :meth:`finish`. Raises DatabaseError, and then nothing is changed.
        """
        _do(_exchange(self.aside, self.laid))
        self._ask("public")

    def finish(self, *, keep: bool) -> None:
        """Drop the schema of the replaced house unless `keep`, ignoring database errors; then release the lock."""
        if not keep:
            with suppress(DatabaseError):
                OldSchema(self.aside).drop()
        self.locks.close()

    def leave(self) -> None:
        """Undo the restore: put the old schema in its place, drop the restored one, release the lock.

        The old schema is the default one of this process again. Where nothing was laid only the lock is released.
        Raises DatabaseError, and then holds the lock still. To be called once.
        """
        if self.laid:
            self._ask("public")
            if OldSchema(self.aside) in put_aside():
                _do(_exchange(self.laid, self.aside))
            _do(f"DROP SCHEMA {self.laid} CASCADE")
        self.locks.close()

    def _ask(self, schema: str) -> None:
        """Make a schema the default one of this process's connection, and of every later one that replaces it."""
        options = connection.settings_dict["OPTIONS"]
        before = options.get("options", "").partition(SEARCH)[0]
        options["options"] = before if schema == "public" else f"{before}{SEARCH}{schema}"
        _do(f"SET search_path TO {schema}")


def _exchange(away: str, into: str) -> str:
    """Statements that rename the schema `public` to `away`, and then `into` to `public`."""
    return f"ALTER SCHEMA public RENAME TO {away}; ALTER SCHEMA {into} RENAME TO public"


def _pour(dump: Path, first: str, afterwards: str) -> None:
    """Load a dump through `psql` between two pieces of SQL, all in one transaction.

    `pg_restore` reads the dump, without its owners and privileges; only if it succeeds come `afterwards` and the
    commit. Raises Failed if a program fails or is missing, and then nothing is changed.
    """
    reads = [program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(dump)]
    writes, env = called("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-")
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(reads, stdout=subprocess.PIPE, stderr=said) as source,  # noqa: S603 - a program of PostgreSQL
        # Without a buffer, so that no data is left in one when the program has failed.
        subprocess.Popen(  # noqa: S603 - a program of PostgreSQL
            writes, env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said, bufsize=0
        ) as into,
    ):
        assert source.stdout
        assert into.stdin
        with suppress(BrokenPipeError):
            into.stdin.write(f"BEGIN;\n{first}".encode())
            shutil.copyfileobj(source.stdout, into.stdin)
            if source.wait() == 0:
                into.stdin.write(f"{afterwards}COMMIT;\n".encode())
            into.stdin.close()
        source.stdout.close()
        if into.wait() or source.wait():
            raise _failed("pg_restore" if source.returncode and not into.returncode else "psql", _words(said))


def _words(said: IO[bytes]) -> str:
    """Return the last 16,000 bytes of a program's error output as text, not stripped; bytes not in UTF-8 are replaced.

    ``said`` is the temporary file to which it was written, whatever its position.
    """
    said.seek(max(0, said.seek(0, os.SEEK_END) - 16_000))
    return said.read().decode(errors="replace")


def _failed(name: str, said: str) -> Failed:
    """Return the error Failed, to be raised: that the program ``name`` failed and why, in the active language.

    Why is the end of its error output ``said``, where the error stands behind warnings: at most 600 characters, with
    single spaces for all white space, and at most 200 of each line, as the statement behind an error may be long.
    """
    lines = (" ".join(line.split())[:200] for line in said.splitlines())
    facts: dict[str, Any] = {"program": name, "why": " ".join(filter(None, lines))[-600:]}
    return Failed(_("“%(program)s” failed: %(why)s") % facts)
