"""Filters of a page of figures, as its address carries them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from table.models import Policy, Table
from table.record.days import begins, ends
from table.reports.registers.filters import day, is_number
from table.rules.refusal import Code, require


@dataclass(frozen=True)
class FigureFilters:
    """Filters: a table (None: all), first and last day (both included), a taglia of the table, the key of rules."""

    table: Table | None = None
    first: date | None = None
    last: date | None = None
    taglia: int | None = None
    house: str = ""

    @property
    def since(self) -> datetime | None:
        """Start of the first day, six in house time; None without a first day."""
        return None if self.first is None else begins(self.first)

    @property
    def until(self) -> datetime | None:
        """End of the last day, six in house time on the day after it; None without a last day."""
        return None if self.last is None else ends(self.last)

    @property
    def described(self) -> str:
        """Filters in the plain text with which a hand-out is recorded: ``T1 2026-11-01..2026-11-22 taglia 3 my-house``.

        Without a table it begins with ``all tables``; a missing edge of the days is empty, ``..2026-11-22``; a filter
        that is not set is left out.
        """
        parts = [self.table.code if self.table is not None else "all tables"]
        if self.first or self.last:
            parts.append(f"{self.first or ''}..{self.last or ''}")
        if self.taglia is not None:
            parts.append(f"taglia {self.taglia}")
        return " ".join([*parts, *([self.house] if self.house else [])])


def figure_filters(given: Mapping[str, str], table: Table | None = None) -> FigureFilters:
    """Parse the filters of a page of figures from a query; a missing or empty one is not set, other names are ignored.

    They are ``since``, ``until``, ``taglia`` (ignored without a table), ``house``; spaces around a value are not
    removed. Refuses (E_ARGUMENTS) what is no day, a last day before the first, a house that is not among `houses` of
    the table, and a taglia that the table does not have.
    """
    first, last, house = day(given.get("since", "")), day(given.get("until", "")), given.get("house", "")
    require(
        first is None or last is None or first <= last,
        Code.ARGUMENTS,
        "The first day, %(first)s, comes after the last one, %(last)s.",
        first=str(first),
        last=str(last),
    )
    require(
        not house or house in houses(table),
        Code.ARGUMENTS,
        "No table has played by the rules of the house “%(house)s”.",
        house=house[:40],
    )
    return FigureFilters(table, first, last, _taglia(given.get("taglia", ""), table), house)


def _taglia(text: str, table: Table | None) -> int | None:
    """Return a taglia of a table by number; None for "" or no table. Refuses one it does not have (E_ARGUMENTS)."""
    if not text or table is None:
        return None
    require(
        is_number(text, 6) and table.shoes.filter(taglia=int(text)).exists(),
        Code.ARGUMENTS,
        "Table %(table)s has no taglia “%(taglia)s”.",
        table=table.code,
        taglia=text[:20],
    )
    return int(text)


def houses(table: Table | None = None) -> dict[str, str]:
    """Return the titles by key of the houses whose rules a table has or has had, sorted by key.

    These count also where no coup was played by them. Without a table they are those of all but training tables; of two
    titles of a key one is returned.
    """
    policies = Policy.objects.filter(table__training=False) if table is None else Policy.objects.filter(table=table)
    titles = policies.order_by("values__key").values_list("values__key", "values__title").distinct()
    return {str(key): str(title) for key, title in titles}
