"""A day of the house: the figures of every table, each by itself."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from table.models import Coup, Entry, Refusal, Table
from table.reports.evenings.closing import Evening, evenings_on
from table.reports.evenings.sums import Sums, sums
from table.reports.evenings.taglie import incidents
from table.reports.registers.filters import EntryFilters, entries_of, refusals_of


class TableDay(NamedTuple):
    """A table on a day: the number of its entries, the evenings that were opened, and the sums of its coups.

    `refused` and `incidents` count the refusals with a row of their own and the cases that were opened.
    """

    table: Table
    entries: int
    evenings: Sequence[Evening]
    sums: Sums
    refused: int
    incidents: int


def day_of_house(day: date) -> list[TableDay]:
    """Sum up every table but those for training that has an entry on this day, in the order of the house.

    The day lasts from six to six in house time.
    """
    tables = Table.real.select_related("policy").order_by(*Table.IN_ORDER)
    found = ((table, entries_of(table.code, EntryFilters(since=day, until=day))) for table in tables)
    return [_day(table, day, low, high) for table, (low, high) in found if low <= high]


def _day(table: Table, day: date, low: int, high: int) -> TableDay:
    """Sum up a table on a day, whose entries are `low` to `high`: how many they are, and the evenings opened in them.

    Further the sums of the coups that ended in them, how many incidents they opened, and how many refusals there were
    by their times, without repetitions that were only counted.
    """
    refused = Refusal.objects.filter(register=table.code)
    first, last = refusals_of(table.code, EntryFilters(since=day, until=day))
    return TableDay(
        table,
        Entry.objects.filter(register=table.code, number__gte=low, number__lte=high).count(),
        evenings_on(table, low, high),
        sums(Coup.objects.filter(table=table, ended_at__gte=low, ended_at__lte=high)),
        refused.filter(pk__gte=first, pk__lte=last).count(),
        len(incidents(table.pk, low, high)),
    )
