"""A table that was made before in the same way is laid out again from its rows: as the door wrote them, at no time.

Making a table ready is some thirty acts, and most tests begin with one. The rows of the first of its kind are kept for
the run of the tests, and put into the database of the next one that asks for it: an empty one, or one in which
nothing was done but to make the same before it. Where others look on, a served house or a thread, it has to be empty;
what is made or laid out there is committed as a whole, with a word of its own for the screens.
"""

import sys
from collections.abc import Callable
from copy import deepcopy
from datetime import datetime, timedelta
from functools import wraps
from inspect import BoundArguments, signature
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from table.models import Table
from table.record.epoch import renew_epoch
from tests.paper.sources import PACKAGES

P = ParamSpec("P")
Made = TypeVar("Made")
YOUNG = timedelta(minutes=5)
"""An evening that began longer ago is begun anew: nobody has waited for hours when a test looks at its clock."""
YOUNG_TO_OTHERS = timedelta(minutes=1)
"""The same where others look on, whose clocks nobody holds."""
Rows = list[tuple[Any, ...]]
READY: set[str] = set()
"""The digests of the registers of tables that are kept: how far each table that was laid out had come."""
LOADED: list[Any] = []
"""All modules, when those of the house were last looked for among them."""
ROOMS: list[dict[str, Any]] = []
"""What stands in those of the house, by name."""
OWN: list[Any] = []
"""All that stood there when nothing of a test was found."""
NUMBERS = count(1)
IN_DATABASE: list["Stands"] = []
"""The one thing that was laid out or made last."""


class Stored(NamedTuple):
    """When it was made, the rows that it brought or changed, what was given back, and the files beside them.

    Where another key lies than the one that was named there, it is made anew.
    """

    at: datetime
    rows: dict[str, Rows]
    made: Any
    files: tuple[bytes, bytes]
    number: int
    """Its own: what was made on top of it was made on top of no other."""


class Stands(NamedTuple):
    """What was made before and lies in the database, as long as nothing was done there since."""

    number: int
    changes: int
    entries: tuple[int, int]


def made_before(found: Callable[..., Made]) -> Callable[[Callable[P, Made]], Callable[P, Made]]:
    """What this function makes is made once; ``found`` gives, by the same arguments, what is there already.

    It may be made where nothing is, or on top of what was made before, if nothing else was done since.
    """

    def stored_for_the_next(make: Callable[P, Made]) -> Callable[P, Made]:
        def of(stored: Stored, bound: BoundArguments) -> Made:
            _restore_seal_files(stored)
            return found(**bound.arguments)

        def ready(_table: Made) -> None:
            READY.update(Table.real.values_list("digest", flat=True))

        # The first act of a house names the key that lies there.
        return _storing(make, of, ready, lambda: str(settings.SEAL_KEY_FILE), before_others=True)

    return stored_for_the_next


def evening_made_before(make: Callable[P, Made]) -> Callable[P, Made]:
    """What this function plays is played once, and laid out again with the key and the seals that it left.

    Gives a copy of what the function gave. Its register is dealt again as a whole wherever a test asks for it. A house
    whose key lies elsewhere, but is the same or not made yet, is the same house.
    """

    def of(stored: Stored, _bound: BoundArguments) -> Made:
        _restore_seal_files(stored)
        return deepcopy(stored.made)  # type: ignore[no-any-return]

    return _storing(make, of, lambda _made: None, _seal_files)


def _storing(
    make: Callable[P, Made],
    of: Callable[[Stored, BoundArguments], Made],
    ready: Callable[[Made], None],
    depends_on: Callable[[], object],
    *,
    before_others: bool = False,
) -> Callable[P, Made]:
    stored: dict[str, Stored] = {}

    @wraps(make)
    def made(*args: P.args, **given: P.kwargs) -> Made:
        if connection.in_atomic_block:
            return laid_out(YOUNG, *args, **given)
        if not (before_others and _may_be_laid_out()):
            return make(*args, **given)
        with transaction.atomic():
            result = laid_out(YOUNG_TO_OTHERS, *args, **given)
            renew_epoch()
        return result

    def laid_out(young: timedelta, *args: P.args, **given: P.kwargs) -> Made:
        before = _number_in_database()
        if before is None:
            return make(*args, **given)
        bound = signature(make).bind(*args, **given)
        bound.apply_defaults()
        name, now = repr((bound.arguments, depends_on(), before)), timezone.now()
        last = stored.get(name)
        if last and timedelta() <= now - last.at < young and _seal_files()[0] in (b"", last.files[0]):
            lay_out(last.rows)
            _stands(last.number)
            return of(last, bound)
        result, brought = _made(lambda: make(*args, **given), ready)
        if brought is not None:
            stored[name] = Stored(now, brought, deepcopy(result), _seal_files(), next(NUMBERS))
            _stands(stored[name].number)
        return result

    return made


def _made(make: Callable[[], Made], ready: Callable[[Made], None]) -> tuple[Made, dict[str, Rows] | None]:
    """Make it, and tell what it has brought, as :func:`_brought` does."""
    rows = {it: all_of(it) for it in names()}
    result = make()
    ready(result)
    return result, _brought(rows, {it: all_of(it) for it in names()})


def _brought(before: dict[str, Rows], after: dict[str, Rows]) -> dict[str, Rows] | None:
    """The rows that are new or altered, by table; None where something is gone that was there before."""
    if any({row[0] for row in before[it]} - {row[0] for row in after[it]} for it in before):
        return None
    was = {it: set(before[it]) for it in before}
    return {it: [row for row in after[it] if row not in was[it]] for it in after}


def _number_in_database() -> int | None:
    """The number of what stands in the database, 0 where nothing does; None where it has to be made anew."""
    if connection.vendor != "sqlite" or not connection.in_atomic_block or is_patched():
        return None
    if _is_empty():
        return 0
    return IN_DATABASE[-1].number if is_as_it_was_made() else None


def is_as_it_was_made() -> bool:
    """Whether nothing was written, not even for a moment, since something was made or laid out here."""
    open_here = connection.vendor == "sqlite" and connection.connection is not None
    stands = IN_DATABASE[-1] if IN_DATABASE and open_here else None
    return bool(stands and (stands.changes, stands.entries) == (_changes(), _entries()))


def _stands(number: int) -> None:
    IN_DATABASE[:] = [Stands(number, _changes(), _entries())]


def _changes() -> int:
    """How many rows this connection has changed; what was taken back is among them."""
    return int(connection.connection.total_changes)


def _entries() -> tuple[int, int]:
    """How many entries there are, and the last of them."""
    with connection.cursor() as cursor:
        found: tuple[int, int] = cursor.execute("SELECT COUNT(*), IFNULL(MAX(id), 0) FROM table_entry").fetchone()
        return found


def _seal_files() -> tuple[bytes, bytes]:
    """The files of the seal key and of the seals, empty where there are none."""
    key, seals = (Path(file) for file in (settings.SEAL_KEY_FILE, settings.SEALS_FILE))
    return key.read_bytes() if key.exists() else b"", seals.read_bytes() if seals.exists() else b""


def _may_be_laid_out() -> bool:
    """Whether rows may lie there as a whole before anybody else looks at the database."""
    return connection.vendor == "sqlite" and _is_empty() and not is_patched()


def _restore_seal_files(stored: Stored) -> None:
    """The key and the seals lie there again, where none do."""
    for file, content in zip((settings.SEAL_KEY_FILE, settings.SEALS_FILE), stored.files, strict=True):
        if content and not Path(file).exists():
            Path(file).write_bytes(content)
            Path(file).chmod(0o600)


def is_patched() -> bool:
    """Whether a test has put something of its own in the place of what the house does.

    It is looked for only where anything there is another thing than the last time.
    """
    modules = [*sys.modules.values()]
    if modules != LOADED:
        LOADED[:] = modules
        ROOMS[:] = [vars(it) for name, it in sys.modules.items() if name.startswith(("bank.", "table.", "procedures."))]
    values = [*chain.from_iterable(room.values() for room in ROOMS)]
    if values == OWN:
        return False
    whose = [getattr(it, "__module__", None) for it in values if callable(it)]
    if any(isinstance(it, str) and it.startswith(("tests.", "unittest.mock")) for it in whose):
        return True
    OWN[:] = values
    return False


def names() -> list[str]:
    """The tables of the database in which the house keeps anything."""
    return [
        it._meta.db_table for room in PACKAGES for it in apps.get_app_config(room).get_models(include_auto_created=True)
    ]


def _is_empty() -> bool:
    with connection.cursor() as cursor:
        query = " UNION ALL ".join(f"SELECT EXISTS (SELECT 1 FROM {name})" for name in names())
        return not any(found for (found,) in cursor.execute(query).fetchall())


def all_of(name: str) -> Rows:
    """All rows of a table of the database."""
    with connection.cursor() as cursor:
        return [tuple(row) for row in cursor.execute(f"SELECT * FROM {name}").fetchall()]


def lay_out(rows: dict[str, Rows]) -> None:
    """Put these rows into the database, as they are."""
    with connection.cursor() as cursor:
        for name, found in rows.items():
            if found:
                cursor.executemany(f"INSERT OR REPLACE INTO {name} VALUES ({', '.join(['%s'] * len(found[0]))})", found)
