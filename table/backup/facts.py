"""Facts about a house that a backup records, read in plain SQL so that databases of earlier versions work as well."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections

from table.backup.pack import RegisterEnd
from table.models import schema

ENDS = """
SELECT entry.register, entry.number, entry.digest FROM table_entry entry
JOIN (SELECT register, MAX(number) AS number FROM table_entry GROUP BY register) latest
ON latest.register = entry.register AND latest.number = entry.number ORDER BY entry.register
"""
APPLIED = "SELECT app, name FROM django_migrations ORDER BY app, name"

Ask = Callable[[str], Sequence[tuple[Any, ...]]]
"""Function that runs a query in the copied database and returns its rows."""


class HouseFacts(NamedTuple):
    """Last entry of each register, by its code, and the applied migrations as `app.name`."""

    registers: dict[str, RegisterEnd]
    migrations: list[str]


def facts(ask: Ask) -> HouseFacts:
    """Return number and digest of the last entry of each register by its code, and the applied migrations, sorted.

    Registers without an entry are left out; a migration is named `app.name`. `ask` runs the two queries for them.
    """
    ends = {register: RegisterEnd(number, digest) for register, number, digest in ask(ENDS)}
    return HouseFacts(ends, [f"{app}.{name}" for app, name in ask(APPLIED)])


def asking(alias: str = DEFAULT_DB_ALIAS) -> Ask:
    """Return a function that runs one text of SQL, without parameters, on this database and returns all rows."""

    def ask(query: str) -> list[tuple[Any, ...]]:
        """Run a query and return all rows."""
        with connections[alias].cursor() as cursor:
            cursor.execute(query)
            return list(cursor.fetchall())

    return ask


def epoch() -> str:
    """Return the epoch of the default database, the word in the house's row that changes when a backup is restored.

    "" where the table of the house has no row, or no such column yet. Raises DatabaseError where there is no such
    table.
    """
    return str(schema.house_row().get("epoch", ""))
