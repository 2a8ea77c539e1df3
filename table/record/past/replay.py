"""Replay of a register: every entry performed again in memory, outcomes and rows compared with those stored."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
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
from table.record.past.reach import PAST, job
from table.record.past.stage import Copy, Difference, Done

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
LEADS_TO_TABLE: dict[type[models.Model], str] = {
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
LONGEST_SECONDS = 1800.0
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"}


def never(_difference: Difference) -> bool:
    """Return False: no difference ends the replay, as fits a register of today's law."""
    return False


def replay(code: str) -> list[str]:
    """Perform a table's register again, and list the differences as sentences; empty where there are none."""
    return list(map(str, differences(code)))


def differences(
    code: str, *, enough: Callable[[Difference], bool] = never, start: Copy | None = None
) -> list[Difference | str]:
    """List the entries that came out otherwise, then the rows that differ; from the copy ``start`` on, if one is given.

    Stops at a difference that is ``enough``, and at an entry that could not be performed. The rows are not compared
    then, as the replay has not come as far as the table. Raises :class:`~table.record.past.child.NoPast`, and
    Table.DoesNotExist.
    """
    found = list[Difference | str]()
    for done, rows in _performed(code, start):
        for difference in done.differences:
            found.append(difference)
            if difference.impossible or enough(difference):
                return found
        if done.end is not None:
            found += compare(rows, done.end)
    return found


def _performed(code: str, start: Copy | None) -> Iterator[tuple[Done, dict[str, list[str]]]]:
    """Yield what came of the register, some entries at a time, and the stored rows with the last of them.

    Those are read in one moment with the last entries; with all others goes an empty mapping.
    """
    over = False
    while not over:
        with one_moment():
            table = Table.every.get(code=code)
            piece = job(table, start)
            over = (piece.entries[-1].number if piece.entries else table.number) >= table.number
            rows = state(table) if over else {}
        done = PAST.performs.perform(piece._replace(end=state if over else None), within=LONGEST_SECONDS)
        yield done, rows
        start = done.here


def compare(rows: dict[str, list[str]], again: dict[str, list[str]]) -> list[str]:
    """List the rows, by model name, that are stored and did not come of the replay, or the other way round."""
    return [
        f"{name}: {row} {'is missing' if row in stored else 'is new'}"
        for name, stored in rows.items()
        for row in _unlike(stored, again[name])
    ]


def _unlike(one: list[str], other: list[str]) -> list[str]:
    return sorted(((Counter(one) - Counter(other)) + (Counter(other) - Counter(one))).elements())


@contextmanager
def one_moment() -> Iterator[None]:
    """Within, read the database as of one moment (a read-only transaction that is rolled back); locks nothing.

    Does nothing inside an atomic block.
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


def state(table: Table) -> dict[str, list[str]]:
    """Return all rows of a table, by the name of their model, as sorted canonical texts without primary keys."""
    rows = {"Table": [_row(table, skip=("code", "digest", "inbox", "refused", "spent", "card_reader"))]}
    known = {model for room in ROOMS for model in apps.get_app_config(room).get_models()}
    for model in known.difference(OF_THE_HOUSE):
        if (found := _rows_of(model)) is not None:
            rows[model.__name__] = sorted(_row(row) for row in found(table_id=table.pk))
    return rows


@cache
def _rows_of(model: type[models.Model]) -> Query[models.Model] | None:
    """Query for all rows of one model that belong to a table; None for a model whose rows belong to none."""
    way = LEADS_TO_TABLE.get(model, "table")
    if way == "table" and all(field.name != "table" for field in model._meta.fields):
        return None
    return Query(lambda table_id: model._default_manager.filter(**{way: table_id}).select_related(*_named_rows(model)))


def _named_rows(model: type[models.Model]) -> Iterator[str]:
    """Yield the ``select_related`` paths of a model: its foreign keys but ``table``, and what those are named by."""
    for field in model._meta.concrete_fields:
        if isinstance(field, models.ForeignKey) and field.name != "table":
            yield field.name
            if with_it := NAMED_WITH.get(field.related_model):
                yield f"{field.name}__{with_it}"


def _row(row: models.Model, skip: tuple[str, ...] = ()) -> str:
    return chain.canonical(columns(row, skip))


def columns(row: models.Model, skip: tuple[str, ...] = ()) -> dict[str, object]:
    """Return the values of a row by column, without its primary key and table; a row that it names by natural key."""
    fields = [field for field in row._meta.concrete_fields if field.name not in ("id", "table", *skip)]
    return {field.name: _value(row, field) for field in fields}


def _value(row: models.Model, field: "models.Field[Any, Any]") -> object:
    value = getattr(row, field.name)
    if isinstance(value, models.Model):
        return NATURAL[type(value)](value)
    return value if value is None or isinstance(value, str | int | list | dict) else str(value)
