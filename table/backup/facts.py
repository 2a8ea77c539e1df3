"""What a backup has to know of a house, asked in plain SQL: also of a database that an earlier version has made."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import connection

from table.backup.pack import End

ENDS = """
SELECT entry.register, entry.number, entry.digest FROM table_entry entry
JOIN (SELECT register, MAX(number) AS number FROM table_entry GROUP BY register) latest
ON latest.register = entry.register AND latest.number = entry.number ORDER BY entry.register
"""
APPLIED = "SELECT app, name FROM django_migrations ORDER BY app, name"

Ask = Callable[[str], Sequence[tuple[Any, ...]]]
"""A query of the copy, and its rows."""


class Facts(NamedTuple):
    """The end of each register, and the migrations that had been applied."""

    registers: dict[str, End]
    migrations: list[str]


def facts(ask: Ask) -> Facts:
    """Of the database that is asked."""
    ends = {register: End(number, digest) for register, number, digest in ask(ENDS)}
    return Facts(ends, [f"{app}.{name}" for app, name in ask(APPLIED)])


def epoch() -> str:
    """The epoch of this database; empty where an earlier version has made it, which gave it none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM table_house ORDER BY id LIMIT 1")
        row = cursor.fetchone() or ()
        return str({column[0]: value for column, value in zip(cursor.description, row, strict=False)}.get("epoch", ""))
