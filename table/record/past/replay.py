"""Replay of a register: every entry performed again, outcomes and rows compared with those stored.

Neither process holds all rows of a table: of each model they compare sums of rows in ``BUCKETS`` buckets, and then read
the rows of those buckets alone that differ.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from hashlib import blake2b
from typing import Any

from django.apps import apps
from django.db import connection, models

from table.memory.statements import Query
from table.models import (
    Adjustment,
    Coup,
    Display,
    DrawnCard,
    ElectronicShoe,
    Guest,
    Money,
    Person,
    Policy,
    Shoe,
    Sixain,
    Stake,
    Table,
)
from table.record import chain
from table.record.compared import Columns, Unlike
from table.record.past.reach import PAST, job
from table.record.past.stage import Copy, Done, EntryDifference

NATURAL: dict[type[models.Model], Callable[[Any], object]] = {
    Coup: lambda coup: coup.key,
    Guest: lambda guest: guest.key,
    Person: lambda person: person.badge,
    Policy: lambda policy: policy.version,
    Shoe: lambda shoe: shoe.taglia,
    Sixain: lambda sixain: sixain.serial,
    Stake: lambda stake: f"{stake.coup.key} {stake.position} {stake.slot}",
}
"""Natural keys: how a row to which another one points is named without its primary key, by model."""
NAMED_WITH: dict[type[models.Model], str] = {Coup: "shoe", Stake: "coup__shoe"}
"""``select_related`` paths to what the natural key of a model needs."""
PATHS_TO_TABLE: dict[type[models.Model], str] = {
    DrawnCard: "shoe__table",
    Stake: "coup__table",
    Money: "coup__table",
    Adjustment: "coup__table",
}
"""Lookup path from a row to its table, where it is not simply ``table``."""
ROOMS = ["table"]
"""Apps whose rows are part of a table's state; an extension adds its own."""
OF_THE_HOUSE = (Display, ElectronicShoe)
"""Models whose rows are at a table but described by the house's register; they are not compared here."""
LONG = 10_000
"""Entries from which on the rows of a table are too many to be read at once."""
BUCKETS = 512
"""Number of sums of rows for each model: a row that differs is found by reading about one in BUCKETS."""
LONGEST_SECONDS = 1800.0
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"}


def replay(code: str) -> list[str]:
    """Perform a table's register again in a database apart, and list the differences in outcomes and rows.

    Empty for none. An entry that cannot be performed today is the last listed, and rows are not compared then. Raises
    Table.DoesNotExist, and :class:`NoPast` where a part of it takes more than ``LONGEST_SECONDS`` or cannot be done.
    """
    return list(map(str, differences(code)))


def differences(
    code: str, *, enough: Callable[[EntryDifference], bool] = lambda _difference: False, start: Copy | None = None
) -> list[EntryDifference | str]:
    """List the entries that came out otherwise, each an `EntryDifference`, then a sentence for each differing row.

    Begins after the copy ``start``, if one is given. Stops after a difference that is ``enough``, and after an entry
    that could not be performed, which is the last listed: rows are not compared then, as the replay has not come as far
    as the table. Raises :class:`~table.record.past.child.NoPast`, and Table.DoesNotExist.
    """
    found = list[EntryDifference | str]()
    for done, rows in _performed(code, start):
        for difference in done.differences:
            found.append(difference)
            if difference.impossible or enough(difference):
                return found
        found += compare(code, rows, done) if rows else []
    return found


def _performed(code: str, start: Copy | None) -> Iterator[tuple[Done, "Sums"]]:
    """Perform the register some entries at a time, and yield what came of them, each with a mapping of :func:`sums`.

    With the last entries go the sums of the table's stored rows, read in one moment with them; with all others goes an
    empty mapping. From ``LONG`` entries on, a register is performed in a database on disk, unless from a copy.
    """
    over = False
    while not over:
        with one_moment():
            table = Table.objects.get(code=code)
            piece = job(table, start)
            over = (piece.entries[-1].number if piece.entries else table.number) >= table.number
            rows = sums(table) if over else {}
        on_disk = start is None and table.number >= LONG
        piece = piece._replace(on_disk=on_disk, end=sums if over else None)
        done = PAST.performs.perform(piece, within=LONGEST_SECONDS)
        yield done, rows
        start = done.here


def compare(code: str, rows: "Sums", done: Done) -> list[str]:
    """List the rows that are stored otherwise than replay made them, as sentences; empty if all are alike.

    ``rows`` are the sums of the stored rows at the entry up to which ``done`` has come, whose ``end`` are those of the
    rows made. Where sums differ, what was entered since is performed, and the rows of those buckets alone are compared,
    model after model by name. Raises :class:`~table.record.past.child.NoPast`.
    """
    buckets = {
        name: frozenset(at for at, pair in enumerate(zip(stored, done.end[name], strict=True)) if len({*pair}) > 1)
        for name, stored in rows.items()
        if stored != done.end[name]
    }
    if not buckets:
        return []
    with one_moment():
        table = Table.objects.get(code=code)
        stored, rest = rows_in(table, buckets), job(table, done.here)
    made = PAST.performs.perform(rest._replace(end=partial(rows_in, buckets=buckets)), within=LONGEST_SECONDS).end
    found = ((name, it) for name in sorted(stored) for it in _unlike(name, stored[name], made[name]))
    return [it.fault_for(code, name) for name, it in found]


def _unlike(name: str, stored: list[str], made: list[str]) -> Iterator[Unlike]:
    """Yield the rows of the model ``name``, given as canonical texts, that are on one side alone, by natural key.

    A stored and a made row with the same key are yielded as one difference.
    """
    key = _key(next(model for model in _models() if model.__name__ == name))
    sides = [_by_key(Counter(one) - Counter(other), key) for one, other in ((stored, made), (made, stored))]
    for named in sorted({*sides[0], *sides[1]}):
        its, those = (side.get(named, []) for side in sides)
        for at in range(max(len(its), len(those))):
            yield Unlike(named, *(rows[at] if at < len(rows) else None for rows in (those, its)))


def _by_key(texts: "Counter[str]", key: tuple[str, ...]) -> dict[str, list[Columns]]:
    """Group rows, given as canonical texts with their counts, by the values of the columns ``key``, joined by spaces.

    A text comes as often as it is counted.
    """
    found = dict[str, list[Columns]]()
    for text in sorted(texts.elements()):
        row: Columns = chain.read(text)
        found.setdefault(" ".join(str(row[name]) for name in key), []).append(row)
    return found


def _key(model: type[models.Model]) -> tuple[str, ...]:
    """Return the columns that name a row of a model within its table, in their order.

    They are those of its first unique constraint without a condition, else its entry (``number``); empty without
    either. Left out are ``table``, and ``coup`` where ``place`` is one of them.
    """
    unique = (it for it in model._meta.constraints if isinstance(it, models.UniqueConstraint) and it.condition is None)
    fields = next((it.fields for it in unique), ("number",) if hasattr(model, "number") else ())
    # The place among the lines of an entry names a line of money, whichever coup it is of.
    needless = ("table", "coup") if "place" in fields else ("table",)
    return tuple(name for name in fields if name not in needless)


@contextmanager
def one_moment() -> Iterator[None]:
    """Read the database as of one moment while the block runs, in a transaction that is rolled back after it.

    On PostgreSQL it is read-only; on SQLite whatever is written in the block is lost. Locks nothing to read, and
    does nothing inside an atomic block.
    """
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


Sums = Mapping[str, list[int]]
"""By model name: the sums of its rows in each bucket."""


def sums(table: Table) -> Sums:
    """Return, by model name, ``BUCKETS`` sums of digests over all rows of a table, the table's own row among them.

    A row is added, as the digest of its canonical text without primary keys, to the bucket that is this digest modulo
    ``BUCKETS``; a sum may grow beyond the 128 bits of a digest. All sums are 0 for a model without rows.
    """
    found = {model.__name__: [0] * BUCKETS for model in _models() if model is Table or _rows_of(model) is not None}
    for name, text in _texts(table):
        digest = _digest(text)
        found[name][digest % BUCKETS] += digest
    return found


def rows_in(table: Table, buckets: Mapping[str, frozenset[int]]) -> dict[str, list[str]]:
    """Return the canonical texts of the rows in these buckets, by the name of their model, in no order.

    A row's bucket is the digest of its text modulo ``BUCKETS``. Only the models of ``buckets`` have a list, an empty
    one where no bucket is named or no row is in them.
    """
    found: dict[str, list[str]] = {name: [] for name in buckets}
    for name, text in _texts(table, only={name for name, its in buckets.items() if its}):
        if _digest(text) % BUCKETS in buckets[name]:
            found[name].append(text)
    return found


def state(table: Table) -> dict[str, list[str]]:
    """Return all rows of a table, by the name of their model, as sorted canonical texts without primary keys.

    Its own row is among them, but not the entries of its register, nor displays and electronic shoes; empty lists for
    models without a row.
    """
    found: dict[str, list[str]] = {name: [] for name in sums(table)}
    for name, text in _texts(table):
        found[name].append(text)
    return {name: sorted(texts) for name, texts in found.items()}


def _digest(text: str) -> int:
    """Return the BLAKE2b digest of a text as a number of 128 bits."""
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest())


def _models() -> set[type[models.Model]]:
    """Return the models of the apps in ``ROOMS``, without those that the house's register describes."""
    return {model for room in ROOMS for model in apps.get_app_config(room).get_models()}.difference(OF_THE_HOUSE)


def _texts(table: Table, only: Collection[str] | None = None) -> Iterator[tuple[str, str]]:
    """Yield the name of its model and the canonical text of each compared row of a table: its own first.

    The others follow model after model, in no fixed order. The table's own row goes without code, digest, ``inbox``,
    ``refused``, ``spent`` and ``card_reader``, which no entry moves. ``only``: the models to be read, by name; None for
    all. Of a long register only few rows are held in memory at a time.
    """
    if only is None or "Table" in only:
        yield "Table", _row(table, skip=("code", "digest", "inbox", "refused", "spent", "card_reader"))
    for model in _models():
        if (only is None or model.__name__ in only) and (query := _rows_of(model)) is not None:
            rows = query(table_id=table.pk) if table.number < LONG else query.each(table_id=table.pk)
            yield from ((model.__name__, _row(row)) for row in rows)


@cache
def _rows_of(model: type[models.Model]) -> Query[models.Model] | None:
    """Return the query for all rows of one model that belong to a table, to be called with its ``table_id``.

    None for a model whose rows belong to no table, and for that of the tables themselves.
    """
    way = PATHS_TO_TABLE.get(model, "table")
    if way == "table" and all(field.name != "table" for field in model._meta.fields):
        return None
    paths = tuple(_related_paths(model))
    return Query(lambda table_id: model._default_manager.filter(**{way: table_id}).select_related(*paths))


def _related_paths(model: type[models.Model]) -> Iterator[str]:
    """Yield the ``select_related`` paths of a model: its foreign keys but ``table``, and what those are named by."""
    for field in model._meta.concrete_fields:
        if isinstance(field, models.ForeignKey) and field.name != "table":
            yield field.name
            if with_it := NAMED_WITH.get(field.related_model):
                yield f"{field.name}__{with_it}"


def _row(row: models.Model, skip: tuple[str, ...] = ()) -> str:
    """Return the canonical JSON text of a row's :func:`columns`."""
    return chain.canonical(columns(row, skip))


def columns(row: models.Model, skip: tuple[str, ...] = ()) -> dict[str, object]:
    """Return the values of a row by column, without its primary key, its table and the columns in ``skip``.

    A row to which it points is given by its natural key.
    """
    fields = [field for field in row._meta.concrete_fields if field.name not in ("id", "table", *skip)]
    return {field.name: _value(row, field) for field in fields}


def _table_of(row: models.Model) -> int | None:
    """Return the primary key of a row's table, a table being its own; None for a row of no table."""
    *path, last = PATHS_TO_TABLE.get(type(row), "table").split("__") if not isinstance(row, Table) else ["pk"]
    for name in path:
        row = getattr(row, name)
    found: int | None = getattr(row, "pk" if last == "pk" else f"{last}_id", None)
    return found


def _value(row: models.Model, field: "models.Field[Any, Any]") -> object:
    """Return the value of a field as JSON: a row by its natural key, and what JSON has no type for as text.

    Natural keys tell rows of one table apart: to that of a row at another table "of another table" is added.
    """
    value = getattr(row, field.name)
    if isinstance(value, models.Model):
        key, at = NATURAL[type(value)](value), _table_of(value)
        return key if at is None or at == _table_of(row) else f"{key} of another table"
    return value if value is None or isinstance(value, str | int | list | dict) else str(value)
