"""The houses that are kept in the tree: each as text, once for SQLite and once for PostgreSQL, called by its commit."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

FOLDER = Path(__file__).parent / "houses"
NAMES = sorted({path.name.partition(".")[0] for path in FOLDER.glob("*.sql")})
"""The date and time (UTC) of the commit by which each was made, the oldest first."""


def file(name: str, engine: str) -> Path:
    """Where a house is kept for this engine."""
    return FOLDER / f"{name}.{engine}.sql"


def move_in(name: str) -> None:
    """Put a kept house into the database of this process, which is empty."""
    statements = file(name, connection.vendor).read_text(encoding="utf-8")
    if connection.vendor == "sqlite":
        # A connection of its own: the dump begins by turning off the foreign keys of whoever reads it.
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as empty:
            empty.executescript(statements)
        return
    with connection.cursor() as cursor:
        cursor.execute(statements)
