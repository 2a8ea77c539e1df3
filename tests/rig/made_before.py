"""A table that was made before in the same way is laid out again from its rows: as the door wrote them, at no time.

Making a table ready is some thirty acts, and most tests begin with one. The rows of the first of its kind are kept for
the run of the tests, and put into the empty database of the next one that asks for it.
"""

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from inspect import signature
from operator import is_
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.utils import timezone

from table.models import Table

P = ParamSpec("P")
Made = TypeVar("Made")
YOUNG = timedelta(minutes=5)
"""An evening that began longer ago is begun anew: nobody has waited for hours when a test looks at its clock."""
Rows = list[tuple[Any, ...]]
READY: set[str] = set()
"""The digests of the registers of tables that are kept: how far each table that was laid out had come."""
OWN: dict[str, dict[str, Any]] = {}
"""What stood in the modules of the house when nothing of a test was found there."""


class Kept(NamedTuple):
    """Everything that was in the database when the table was made, and when that was."""

    at: datetime
    rows: dict[str, Rows]


def made_before(found: Callable[..., Made]) -> Callable[[Callable[P, Made]], Callable[P, Made]]:
    """What this function makes is made once; ``found`` gives, by the same arguments, what is there already."""

    def kept_for_the_next(make: Callable[P, Made]) -> Callable[P, Made]:
        kept: dict[str, Kept] = {}

        @wraps(make)
        def made(*args: P.args, **given: P.kwargs) -> Made:
            if not is_of_the_test_alone() or is_patched() or not _is_empty():
                return make(*args, **given)
            asked = signature(make).bind(*args, **given)
            asked.apply_defaults()
            # The first act of a house names the key that lies there.
            name, now = repr((asked.arguments, settings.SEAL_KEY_FILE)), timezone.now()
            if name in kept and timedelta() <= now - kept[name].at < YOUNG:
                lay_out(kept[name].rows)
                return found(**asked.arguments)
            table = make(*args, **given)
            kept[name] = Kept(now, {name: all_of(name) for name in names()})
            READY.update(Table.objects.values_list("digest", flat=True))
            return table

        return made

    return kept_for_the_next


def is_of_the_test_alone() -> bool:
    """In the suite's own database, and nothing of it is committed: no other process looks on."""
    return connection.vendor == "sqlite" and connection.in_atomic_block


def is_patched() -> bool:
    """Whether a test has put something of its own in the place of what the house does."""
    rooms = [(name, vars(it)) for name, it in sys.modules.items() if name.startswith(("table.", "procedures."))]
    return any(_holds_another(name, room) for name, room in rooms)


def _holds_another(name: str, room: dict[str, Any]) -> bool:
    """Whether a module holds something of a test; looked through only where it is not as it was the last time."""
    known = OWN.get(name)
    if known is not None and known.keys() == room.keys() and all(map(is_, known.values(), room.values())):
        return False
    whose = [getattr(it, "__module__", None) for it in [*room.values()] if callable(it)]
    if any(isinstance(it, str) and it.startswith(("tests.", "unittest.mock")) for it in whose):
        return True
    OWN[name] = dict(room)
    return False


def names() -> list[str]:
    """The tables of the database in which the house keeps anything."""
    rooms = ("bank", "table", "procedures")
    return [
        it._meta.db_table for room in rooms for it in apps.get_app_config(room).get_models(include_auto_created=True)
    ]


def _is_empty() -> bool:
    with connection.cursor() as cursor:
        asked = " UNION ALL ".join(f"SELECT EXISTS (SELECT 1 FROM {name})" for name in names())
        return not any(found for (found,) in cursor.execute(asked).fetchall())


def all_of(name: str) -> Rows:
    """All rows of a table of the database."""
    with connection.cursor() as cursor:
        return [tuple(row) for row in cursor.execute(f"SELECT * FROM {name}").fetchall()]


def lay_out(rows: dict[str, Rows]) -> None:
    """Put these rows into the database, as they are."""
    with connection.cursor() as cursor:
        for name, found in rows.items():
            if found:
                cursor.executemany(f"INSERT INTO {name} VALUES ({', '.join(['%s'] * len(found[0]))})", found)
