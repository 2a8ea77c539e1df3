"""A register of years in a moment: one taglia that was played, written over and over behind itself.

Entries are chained as the door chains them; every copied taglia brings its own coups, cards, stakes and payments, so
that an act finds all tables of the database as large as they become. The triggers are lifted meanwhile.
"""

from collections.abc import Iterator
from copy import copy
from typing import Any, TypeVar

from django.db import connection, models, transaction

from table.models import Coup, DrawnCard, Entry, Money, Shoe, Stake, Table
from table.record import chain, triggers

Row = TypeVar("Row", bound=models.Model)
BATCH = 500


def grow(code: str, *, entries: int) -> None:
    """Copy the last taglia of this table until its register has so many entries."""
    table = Table.objects.get(code=code)
    pattern = list(Entry.objects.filter(register=code).order_by("number"))
    shoe = table.shoes.order_by("taglia").last()
    assert shoe is not None
    triggers.lift(connection)
    with transaction.atomic():
        Entry.objects.bulk_create(_chained(table, pattern, entries), batch_size=BATCH)
        for taglia in range(shoe.taglia + 1, shoe.taglia + 1 + entries // len(pattern)):
            _copy_taglia(shoe, taglia)
        table.save()
    triggers.lay(connection)
    _look_over()


def _chained(table: Table, pattern: list[Entry], entries: int) -> Iterator[Entry]:
    """More entries like these, each following the one before; the table is brought to the last one."""
    for number in range(table.number + 1, entries + 1):
        entry = _new(pattern[number % len(pattern)], number=number, nonce=f"old {number}", previous=table.digest)
        entry.digest = chain.digest({name: getattr(entry, name) for name in chain.FIELDS})
        table.number, table.digest = number, entry.digest
        yield entry


def _copy_taglia(pattern: Shoe, taglia: int) -> None:
    shoe = _new(pattern, taglia=taglia)
    shoe.save()
    coups = _copies(Coup.objects.filter(shoe=pattern), shoe=shoe)
    _copies(DrawnCard.objects.filter(shoe=pattern), shoe=shoe, coup=coups)
    stakes = _copies(Stake.objects.filter(coup__shoe=pattern), coup=coups)
    _copies(Money.objects.filter(coup__shoe=pattern), coup=coups, stake=stakes)


def _copies(rows: "models.QuerySet[Row]", **links: Any) -> dict[int, Row]:
    """New rows like these, by the number of the old one, linked to one new row or to the copies of what they had."""
    old = list(rows.order_by("pk"))
    new = [
        _new(row, **{to: it.get(getattr(row, f"{to}_id")) if isinstance(it, dict) else it for to, it in links.items()})
        for row in old
    ]
    rows.model._default_manager.bulk_create(new, batch_size=BATCH)
    return {row.pk: copied for row, copied in zip(old, new, strict=True)}


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
