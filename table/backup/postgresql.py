"""A house on PostgreSQL: copied and laid by PostgreSQL's own programs, in the form that is theirs."""

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
from table.backup.facts import Facts, facts
from table.backup.pack import Failed
from table.record.machine.served import NUMBER
from table.verifier.shown import in_one_line

# The latest schemas that a restored house has put aside are no part of the house. Nor is who is signed in.
COPY = [
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    "--exclude-schema=before_*",
    "--exclude-table-data=table_staffsession",
    "--exclude-table-data=django_session",
]
# Of this house are the sessions of its user, and whatever calls itself as its processes do, whoever it is.
OTHERS = """
SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()
AND backend_type = 'client backend' AND (usename = current_user OR application_name LIKE 'sabot-%%')
AND application_name IS DISTINCT FROM current_setting('application_name') AND pid <> pg_backend_pid() ORDER BY 1
"""

# The first one belongs to whoever owns the database, as the schema did that PostgreSQL had made.
ASIDE = "SELECT nspname FROM pg_namespace WHERE pg_has_role(nspowner, 'MEMBER') AND nspname LIKE 'before%' ORDER BY 1"
STAMP = "before_20261126t023832"
PUT_ASIDE = re.compile(r"before_\d{8}t\d{12}z")
"""How a restore names what it puts aside; whatever else begins so is somebody's own."""


def copy(into: Path) -> Facts:
    """The database as it stands now, by ``pg_dump``; what is said of it is said of the very same moment."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        # An act that nobody goes on with is ended soon; this one waits for a program.
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        [snapshot] = cursor.fetchone()
        command, env = called("pg_dump", *COPY, f"--snapshot={snapshot}", f"--file={into}")
        run(command, env)
        return facts(lambda query: (cursor.execute(query), cursor.fetchall())[1])


def program(name: str) -> str:
    """One of PostgreSQL's programs, as the machine has it."""
    found = shutil.which(name)
    if found is None:
        raise Failed(
            _("“%(program)s” is not on PATH; it belongs to the client programs of PostgreSQL.") % {"program": name}
        )
    return found


def called(name: str, *options: str) -> tuple[list[str], Mapping[str, str]]:
    """A program's command for the house; the password goes by its environment, which nobody else reads."""
    args, env = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, list(options))
    return [program(name), *args[1:]], os.environ | (env or {})


def run(command: list[str], env: Mapping[str, str]) -> None:
    """One of PostgreSQL's programs; Failed with its own words where it fails."""
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 - a program of PostgreSQL
    if done.returncode:
        raise _failed(Path(command[0]).name, done.stderr)


@contextmanager
def unserved() -> Iterator[None]:
    """While nobody else is at this database, and no process begins to serve it; Failed where somebody is."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [NUMBER])
        [alone] = cursor.fetchone()
        cursor.execute(OTHERS)
        others = [in_one_line(name) for (name,) in cursor.fetchall()]
    try:
        if others or not alone:
            told = {"file": connection.settings_dict["NAME"], "who": ", ".join(others) or "–"}
            raise Failed(_("Another program has this database open; stop the house first: %(file)s (%(who)s)") % told)
        yield
    finally:
        if alone:
            # With a connection that is gone the lock is too.
            with suppress(DatabaseError):
                _do("SELECT pg_advisory_unlock_all()")


class Aside(NamedTuple):
    """A schema in which a restore has put the house that was there before."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def since(self) -> datetime:
        """When it was put aside, as its name says."""
        return datetime.strptime(self.name[: len(STAMP)].upper(), "BEFORE_%Y%m%dT%H%M%S").replace(tzinfo=UTC)

    def drop(self) -> None:
        """It is gone, with all that is in it."""
        _do(f"DROP SCHEMA {self.name} CASCADE")


def put_aside() -> list[Aside]:
    """The houses that restores have put aside in this database, the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(ASIDE)
        return [Aside(name) for (name,) in cursor.fetchall() if PUT_ASIDE.fullmatch(name)]


def _do(statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statements)


class Place:
    """The schema of the house: it is put aside under another name, and what is restored is laid under its own."""

    def __init__(self) -> None:
        self.name, self.folder = str(connection.settings_dict["NAME"]), last.folder()
        self.laid = False
        self.held = ExitStack()

    def lay(self, database: Path, *, aside: str) -> None:
        """The restored database in the place of the house: all of it or, in one transaction, nothing."""
        self.aside = aside.replace("-", "_").lower()
        self.held.enter_context(unserved())
        _pour(database, f"ALTER SCHEMA public RENAME TO {self.aside};\nCREATE SCHEMA public;\n")
        self.laid = True

    def put(self, *, keep: bool) -> None:
        """What was there before goes, unless it was a house."""
        if not keep:
            _do(f"DROP SCHEMA {self.aside} CASCADE")
        self.held.close()

    def leave(self) -> None:
        """What was put aside comes back."""
        if self.laid:
            _do(f"DROP SCHEMA public CASCADE; ALTER SCHEMA {self.aside} RENAME TO public")
        self.held.close()


def _pour(dump: Path, first: str) -> None:
    """A dump as statements through ``psql``: the COMMIT comes when nothing is missing, and without it all is undone."""
    reads = [program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(dump)]
    writes, env = called("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-")
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(reads, stdout=subprocess.PIPE, stderr=said) as source,  # noqa: S603 - a program of PostgreSQL
        _reading(writes, env, said) as into,
    ):
        assert source.stdout
        assert into.stdin
        with suppress(BrokenPipeError):
            into.stdin.write(f"BEGIN;\n{first}".encode())
            shutil.copyfileobj(source.stdout, into.stdin)
            if source.wait() == 0:
                into.stdin.write(b"\nCOMMIT;\n")
            into.stdin.close()
        source.stdout.close()
        if into.wait() or source.wait():
            raise _failed("pg_restore" if source.returncode and not into.returncode else "psql", _words(said))


def _reading(command: list[str], env: Mapping[str, str], said: IO[bytes]) -> "subprocess.Popen[bytes]":
    """A program that reads what it is given at once, so that nothing waits in between when it has failed."""
    given: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": said, "bufsize": 0}
    return subprocess.Popen(command, env=env, **given)  # noqa: S603 - a program of PostgreSQL


def _words(said: IO[bytes]) -> str:
    said.seek(0)
    return said.read(4000).decode(errors="replace")


def _failed(name: str, said: str) -> Failed:
    told: dict[str, Any] = {"program": name, "why": " ".join(said.split())[:400]}
    return Failed(_("“%(program)s” failed: %(why)s") % told)
