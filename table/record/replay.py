"""The register deals the shoe again: every entry performed once more in memory, rows and outcomes compared."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, models

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
from table.statements import Query

NATURAL: dict[type[models.Model], Callable[[Any], object]] = {
    Coup: lambda coup: coup.key,
    Guest: lambda guest: guest.key,
    Person: lambda person: person.badge,
    Policy: lambda policy: policy.version,
    Shoe: lambda shoe: shoe.taglia,
    Sixain: lambda sixain: sixain.serial,
    Stake: lambda stake: f"{stake.coup.key} {stake.position} {stake.slot}",
}
"""How a row that another one points to is named without its row number."""
NAMED_WITH: dict[type[models.Model], str] = {Coup: "shoe", Stake: "coup__shoe"}
"""The row by which such a row is named, fetched with it."""
LEADS_TO_TABLE: dict[type[models.Model], str] = {
    DrawnCard: "shoe__table",
    Stake: "coup__table",
    Money: "coup__table",
    Adjustment: "coup__table",
}
"""The way from a row to its table, where it is not simply ``table``."""
ROOMS = ["table"]
"""The rooms of the house whose rows are a table's state; whoever adds to it signs up here."""
OF_THE_HOUSE = (Display, ElectronicShoe)
"""Rows that lie at a table and are of the house's register."""
AT_ONCE = 2000
"""So many entries are handed over at once."""
LONGEST_SECONDS = 1800.0
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"}


def never(_difference: Difference) -> bool:
    """Of a register of today's law every difference is told."""
    return False


def replay(code: str) -> list[str]:
    """Perform a table's register again, and say where it came out otherwise."""
    return list(map(str, differences(code)))


def differences(
    code: str, *, enough: Callable[[Difference], bool] = never, start: Copy | None = None
) -> list[Difference | str]:
    """The entries that came out otherwise, and then the rows; from a copy on, where what is before it is proven.

    The replay stops at a difference that is ``enough``, and at an entry that could not be performed. The rows are not
    compared then: the table has not come as far.
    """
    found = list[Difference | str]()
    for done, rows in _performed(code, start):
        for difference in done.differences:
            found.append(difference)
            if difference.impossible or enough(difference):
                return found
        found += compare(rows, done.end)
    return found


def _performed(code: str, start: Copy | None) -> Iterator[tuple[Done, dict[str, list[str]]]]:
    """The register, some entries at a time; the rows that are kept are read in one moment with the last of them."""
    table = Table.every.get(code=code)
    while start is None or start.number + AT_ONCE < table.number:
        piece = job(table, start, (start.number if start is not None else 0) + AT_ONCE)
        yield (done := PAST.performs.perform(piece, within=LONGEST_SECONDS)), {}
        start = Copy(done.number, done.digest, b"", done.marks)
    with one_moment():
        table = Table.every.get(code=code)
        rows, rest = state(table), job(table, start)
    yield PAST.performs.perform(rest._replace(end=state), within=LONGEST_SECONDS), rows


def compare(rows: dict[str, list[str]], again: dict[str, list[str]]) -> list[str]:
    """The rows of a table that did not come of its register again, and the other way round."""
    return [
        f"{name}: {row} {'is missing' if row in kept else 'is new'}"
        for name, kept in rows.items()
        for row in _unlike(kept, again[name])
    ]


def _unlike(one: list[str], other: list[str]) -> list[str]:
    return sorted(((Counter(one) - Counter(other)) + (Counter(other) - Counter(one))).elements())


@contextmanager
def one_moment() -> Iterator[None]:
    """What is read within stands as it does now, and nobody has to wait: nothing is locked."""
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
    """All rows of a table, by the name of their model, as canonical text without row numbers."""
    rows = {"Table": [_row(table, skip=("code", "digest", "inbox", "refused", "spent", "card_reader"))]}
    known = {model for room in ROOMS for model in apps.get_app_config(room).get_models()}
    for model in known.difference(OF_THE_HOUSE):
        if (found := _rows_of(model)) is not None:
            rows[model.__name__] = sorted(_row(row) for row in found(table_id=table.pk))
    return rows


@cache
def _rows_of(model: type[models.Model]) -> Query[models.Model] | None:
    """All rows of one model that are of a table; None where they are of no table."""
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
    fields = [field for field in row._meta.concrete_fields if field.name not in ("id", "table", *skip)]
    return chain.canonical({field.name: _value(row, field) for field in fields})


def _value(row: models.Model, field: "models.Field[Any, Any]") -> object:
    value = getattr(row, field.name)
    if isinstance(value, models.Model):
        return NATURAL[type(value)](value)
    return value if value is None or isinstance(value, str | int | list | dict) else str(value)
