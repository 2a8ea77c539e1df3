"""The register deals the shoe again: every entry performed once more on a scratch table, rows and outcomes compared."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, models, transaction

from table.models import (
    Adjustment,
    Coup,
    Display,
    DrawnCard,
    ElectronicShoe,
    Entry,
    Guest,
    Money,
    Person,
    Policy,
    Shoe,
    Sixain,
    Stake,
    Table,
)
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
    Adjustment: "coup__table",
}
"""The way from a row to its table, where it is not simply ``table``."""
ROOMS = ["table"]
"""The rooms of the house whose rows are a table's state; whoever adds to it signs up here."""
OF_THE_HOUSE = (Display, ElectronicShoe)
"""Rows that lie at a table and are of the house's register."""


CANNOT = (
    *(Refused, ObjectDoesNotExist, DatabaseError),
    *(AssertionError, AttributeError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError),
)
"""How an act ends that cannot be performed again: the table says no, or stands as today's code never leaves it."""
STARTED = re.compile(r'(\["taglia_started",\{)(?:"law":(\d+),)?')
"""How an entry tells, in its canonical text, that a taglia starts, and under which law."""


class Difference(NamedTuple):
    """An entry that came out otherwise: ``present`` is its outcome of today, or why it has none (``impossible``)."""

    entry: Entry
    present: str
    impossible: bool = False

    def __str__(self) -> str:
        if self.impossible:
            return f"{self.entry}: not possible this time: {self.present}"
        return f"{self.entry}: came out otherwise: {self.present} instead of {self.entry.outcome}"


def never(_difference: Difference) -> bool:
    """Of a register of today's law every difference is told."""
    return False


def replay(code: str) -> list[str]:
    """Perform a table's register again on a scratch table, and say where it came out otherwise; nothing is kept."""
    return list(map(str, differences(code)))


def differences(code: str, *, enough: Callable[[Difference], bool] = never) -> list[Difference | str]:
    """The entries that came out otherwise, and then the rows.

    The replay stops at a difference that is ``enough``, and at an entry that could not be performed. The rows are not
    compared then: the scratch table has not come as far.
    """
    entries, found = Entry.objects.filter(register=code).order_by("number"), list[Difference | str]()
    with transaction.atomic():
        table = Table.every.get(code=code)
        scratch = Table.every.create(code=f"{code[:12]}~again", training=table.training)
        for difference in perform(scratch, entries):
            found.append(difference)
            if difference.impossible or enough(difference):
                break
        else:
            found += compare(Table.every.get(code=code), scratch)
        transaction.set_rollback(True)
    return found


def perform(scratch: Table, entries: "models.QuerySet[Entry]") -> Iterator[Difference]:
    """Perform these entries of a register at a scratch table that has come as far, and say what came out otherwise."""
    found = kept.take(scratch)
    for entry in entries.iterator():
        try:
            outcome = door.again(scratch, entry, found)
        except CANNOT as error:
            why = str(error) if isinstance(error, Refused) else repr(error)
            yield Difference(entry, why, impossible=True)
            return
        if not _same(outcome, entry.outcome):
            yield Difference(entry, chain.canonical(outcome))
    scratch.save()


def _same(outcome: Any, recorded: str) -> bool:
    """Whether this is the recorded outcome, whatever the number of the law with which it starts a taglia."""
    present = chain.canonical(outcome)
    return present == recorded or STARTED.sub(r"\1", present) == STARTED.sub(r"\1", recorded)


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
    rows = {"Table": [_row(table, skip=("code", "digest", "inbox", "refused", "spent", "card_reader"))]}
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
