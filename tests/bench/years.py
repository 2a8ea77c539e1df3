"""A register of years in a moment: one taglia that was played, written over and over behind itself.

Entries are chained as the door chains them; every copied taglia brings its own coups, cards, stakes and payments, so
that an act finds all tables of the database as large as they become. The triggers are lifted meanwhile.
"""

import re
from collections.abc import Iterator
from copy import copy
from datetime import timedelta
from typing import Any, TypeVar

from django.db import connection, models, transaction

from table.models import Coup, DrawnCard, Entry, Money, Shoe, Stake, Table
from table.record import chain
from tests.rig import triggers

Row = TypeVar("Row", bound=models.Model)
BATCH = 500
CASE = re.compile(r'("incident":)(\d+)')
"""The case of which an entry speaks: in a copy that of the copied report."""
APART = timedelta(hours=8)
"""How much later each copy of a taglia was played: three a day."""


def grow(code: str, *, entries: int) -> None:
    """Copy the last taglia of this table, from its first betting on, until its register has so many entries."""
    table = Table.real.get(code=code)
    shoe = table.shoes.order_by("taglia").last()
    assert shoe is not None
    pattern = _pattern(table)
    copies = -(-(entries - table.number) // len(pattern))
    triggers.drop_triggers(connection)
    with transaction.atomic():
        Entry.objects.bulk_create(_chained(table, pattern, copies), batch_size=BATCH)
        for copied in range(1, copies + 1):
            later = copied * len(pattern)
            _copy_taglia(shoe, shoe.taglia + copied, later=later, first=pattern[0].number + later)
        table.save()
    triggers.create_triggers(connection)
    _look_over()


def _pattern(table: Table) -> list[Entry]:
    """The entries of the taglia that is copied; what made the table ready is done once."""
    entries = Entry.objects.filter(register=table.code).order_by("number")
    begins = entries.filter(verb="open_bets").values_list("number", flat=True).first()
    assert begins is not None, "a coup was played"
    return list(entries.filter(number__gte=begins))


def _chained(table: Table, pattern: list[Entry], copies: int) -> Iterator[Entry]:
    """More entries like these, each following the one before; the table is brought to the last one."""
    for copied in range(1, copies + 1):
        for old in pattern:
            number, at = table.number + 1, old.at + copied * APART
            entry = _new(old, number=number, at=at, nonce=f"old {number}", previous=table.digest)
            entry.arguments = _of_cases(old.arguments, later=number - old.number)
            entry.digest = chain.digest({name: getattr(entry, name) for name in chain.FIELDS})
            table.number, table.digest = number, entry.digest
            yield entry


def _of_cases(arguments: str, *, later: int) -> str:
    """These arguments, with the case that they name as much later."""
    return CASE.sub(lambda it: f"{it[1]}{int(it[2]) + later}", arguments)


def _copy_taglia(pattern: Shoe, taglia: int, *, later: int, first: int) -> None:
    """What belongs to a taglia that began with this entry, with the entries so much later that wrote it."""
    shoe = _new(pattern, taglia=taglia, loaded_at=first)
    shoe.save()
    coups = _copies(Coup.objects.filter(shoe=pattern), shoe=shoe)
    _copies(DrawnCard.objects.filter(shoe=pattern), shoe=shoe, coup=coups)
    stakes = _copies(Stake.objects.filter(coup__shoe=pattern), coup=coups, laid_at=Later(later))
    _copies(Money.objects.filter(coup__shoe=pattern), coup=coups, stake=stakes, number=Later(later))


class Later(int):
    """By so many entries."""


def _copies(rows: "models.QuerySet[Row]", **links: Any) -> dict[int, Row]:
    """New rows like these, by the number of the old one, linked to one new row or to the copies of what they had."""
    old = list(rows.order_by("pk"))
    new = [_new(row, **{to: _link(row, to, it) for to, it in links.items()}) for row in old]
    rows.model._default_manager.bulk_create(new, batch_size=BATCH)
    return {row.pk: copied for row, copied in zip(old, new, strict=True)}


def _link(row: models.Model, to: str, it: Any) -> Any:
    if isinstance(it, Later):
        return getattr(row, to) + it
    return it.get(getattr(row, f"{to}_id")) if isinstance(it, dict) else it


def _new(row: Row, **other: Any) -> Row:
    made = copy(row)
    made._state = copy(row._state)
    made._state.adding, made._state.fields_cache = True, {}
    made.pk = None
    for name, value in other.items():
        setattr(made, name, value)
    return made


def _look_over() -> None:
    """What PostgreSQL does by itself soon after so many rows; SQLite is never asked to."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
