"""The register deals the shoe again: every entry performed once more on a scratch table, rows and outcomes compared."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.db import models, transaction

from table.models import Coup, Display, DrawnCard, Entry, Guest, Money, Person, Policy, Shoe, Sixain, Stake, Table
from table.record import chain, door, kept
from table.rules.refusal import Refused

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
}
"""The way from a row to its table, where it is not simply ``table``."""
ROOMS = ["table"]
"""The rooms of the house whose rows are a table's state; whoever adds to it signs up here."""
OF_THE_HOUSE = (Display,)
"""Rows that lie at a table and are of the house's register."""


def replay(code: str) -> list[str]:
    """Perform a table's register again on a scratch table, and say where it came out otherwise; nothing is kept."""
    entries = Entry.objects.filter(register=code).order_by("number")
    with transaction.atomic():
        scratch = Table.objects.create(code=f"{code[:12]}~again")
        found = list(perform(scratch, entries))
        found += compare(Table.objects.get(code=code), scratch)
        transaction.set_rollback(True)
    return found


def perform(scratch: Table, entries: "models.QuerySet[Entry]") -> Iterator[str]:
    """Perform these entries of a register at a scratch table that has come as far, and say what came out otherwise."""
    found = kept.take(scratch)
    for entry in entries.iterator():
        try:
            outcome = door.again(scratch, entry, found)
        except Refused as refused:
            yield f"{entry}: refused this time: {refused}"
            return
        if chain.canonical(outcome) != entry.outcome:
            yield f"{entry}: came out otherwise: {chain.canonical(outcome)} instead of {entry.outcome}"
    scratch.save()


def compare(table: Table, scratch: Table) -> list[str]:
    """The rows of a table that are not those of its scratch table, and the other way round."""
    kept, again = state(table), state(scratch)
    return [
        f"{name}: {row} {'is missing' if row in rows else 'is new'}"
        for name, rows in kept.items()
        for row in _unlike(rows, again[name])
    ]


def _unlike(one: list[str], other: list[str]) -> list[str]:
    return sorted(((Counter(one) - Counter(other)) + (Counter(other) - Counter(one))).elements())


def state(table: Table) -> dict[str, list[str]]:
    """All rows of a table, by the name of their model, as canonical text without row numbers."""
    rows = {"Table": [_row(table, skip=("code", "digest", "inbox"))]}
    known = {model for room in ROOMS for model in apps.get_app_config(room).get_models()}
    for model in known.difference(OF_THE_HOUSE):
        way = LEADS_TO_TABLE.get(model, "table")
        if way != "table" or any(field.name == "table" for field in model._meta.fields):
            found = model._default_manager.filter(**{way: table}).select_related(*_named_rows(model))
            rows[model.__name__] = sorted(_row(row) for row in found)
    return rows


def _named_rows(model: type[models.Model]) -> Iterator[str]:
    """The rows that one of this kind points to, with those by which they are named: one statement for all of them."""
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
