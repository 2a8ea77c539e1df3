"""Taglie that a page of figures counts: those that pass its filters, latest first, at most `MOST_TAGLIE`."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from table.models import Coup, Entry, Policy, Shoe, any_of
from table.reports.figures.filters import FigureFilters
from table.rules.profile import Profile

MOST_TAGLIE = 300
"""Most taglie of a page of figures: it costs the same after ten years."""


class CountedTaglia(NamedTuple):
    """A taglia: the key of its shoe, table, number, sixain, decks, when it was loaded, and the rules of its play.

    `loaded` is the entry of its loading, `until` that of the next one's; None for the latest taglia of the table.
    """

    pk: int
    table: str
    number: int
    sixain: str
    decks: int
    loaded: int
    until: int | None
    at: datetime
    profile: Profile

    @property
    def key(self) -> str:
        """Name of the taglia where there are several tables: ``T1 · 12``."""
        return f"{self.table} · {self.number}"


@dataclass(frozen=True)
class Taglie:
    """Taglie, latest first; `more`: there are others, which are not counted."""

    rows: tuple[CountedTaglia, ...]
    more: bool

    @property
    def pks(self) -> list[int]:
        """Primary keys of their shoes, latest first."""
        return [it.pk for it in self.rows]

    @property
    def by_pk(self) -> dict[int, CountedTaglia]:
        """Taglie by the primary keys of their shoes."""
        return {it.pk: it for it in self.rows}

    @property
    def tables(self) -> list[str]:
        """Codes of their tables, T2 before T10."""
        return sorted({it.table for it in self.rows}, key=lambda code: (len(code), code))

    def latest(self, most: int) -> "Taglie":
        """Return the latest `most` of all tables together, all if there are fewer; `more` also if any were cut off."""
        return Taglie(self.rows[:most], self.more or len(self.rows) > most)


def found(filters: FigureFilters) -> Taglie:
    """Find the taglie that pass the filters, latest first by primary key of the shoe, at most `MOST_TAGLIE`.

    `more` of the result says whether others were cut off. A taglia belongs to the day, from six to six, on which its
    shoe was loaded, and to the house by whose rules its first coup was played. Training tables, shoes without a coup,
    and those whose loading is in no entry are left out.
    """
    rows = list(_rows(filters)[: MOST_TAGLIE + 1])
    profiles = {it.pk: it.profile for it in Policy.objects.filter(pk__in={row[-1] for row in rows})}
    taglie = [CountedTaglia(*row[:-1], profile=profiles[row[-1]]) for row in rows[:MOST_TAGLIE]]
    return Taglie(tuple(taglie), more=len(rows) > MOST_TAGLIE)


def _rows(filters: FigureFilters) -> QuerySet[Shoe, tuple[int, str, int, str, int, int, int, datetime, int]]:
    """Query the taglie that pass the filters as tuples, latest first by primary key.

    Those of training tables, without a coup, or whose loading is in no entry are left out. A tuple has primary key of
    the shoe, table, number, serial and number of decks, the entries by which it and the next shoe were loaded (None if
    there is no next one, or its loading is in no entry), time of loading, and primary key of the rules of its first
    coup.
    """
    loading = Entry.objects.filter(register=OuterRef("table__code"), number=OuterRef("loaded_at"))
    following = Shoe.objects.filter(table=OuterRef("table"), taglia__gt=OuterRef("taglia")).order_by("taglia")
    coups = Coup.objects.filter(shoe=OuterRef("pk")).order_by("number")
    shoes = Shoe.objects.annotate(
        at=Subquery(loading.values("at")[:1]),
        until=Subquery(following.values("loaded_at")[:1]),
        plays_by=Subquery(coups.values("policy")[:1]),
    ).filter(_condition(filters), at__isnull=False, plays_by__isnull=False, table__training=False)
    names = ("pk", "table__code", "taglia", "sixain__serial", "sixain__decks", "loaded_at", "until", "at", "plays_by")
    return shoes.order_by("-pk").values_list(*names)


def _condition(filters: FigureFilters) -> Q:
    """Return the filters as a condition on shoes that are annotated with `at` (loading) and `plays_by` (their rules).

    The filters are table, number of the taglia, days of the loading, and house; one that is not set passes every shoe.
    """
    given = {"table": filters.table, "taglia": filters.taglia, "at__gte": filters.since, "at__lt": filters.until}
    wanted = Q(**{name: it for name, it in given.items() if it is not None})
    if filters.house:
        wanted &= Q(plays_by__in=Policy.objects.filter(values__key=filters.house).values("pk"))
    return wanted


def entries(taglie: Iterable[CountedTaglia]) -> QuerySet[Entry]:
    """Query the entries of these taglie, sorted by register and number; none without taglie."""
    return Entry.objects.filter(any_of(map(_span, taglie))).order_by("register", "number")


def _span(taglia: CountedTaglia) -> Q:
    """Return the condition on entries of a taglia: from its loading to the entry before the next one's."""
    span = Q(register=taglia.table, number__gte=taglia.loaded)
    return span if taglia.until is None else span & Q(number__lt=taglia.until)


def spans(taglie: Sequence[CountedTaglia]) -> dict[str, tuple[int, int | None]]:
    """Return by table code the numbers of the entries between which these taglie, given latest first, lie; by no query.

    These are the one that loaded the earliest of them, and the one that loaded the taglia after the latest (None if
    none follows).
    """
    by_table: dict[str, tuple[int, int | None]] = {}
    for it in reversed(taglie):
        first, _ = by_table.get(it.table, (it.loaded, None))
        by_table[it.table] = first, it.until
    return by_table


class OnTheTable:
    """Look-up of the shoe on the table at an entry: the latest one loaded, until the next one is.

    Every entry belongs to a shoe, the count at its end too. A shoe with which no coup was played counts with the taglie
    around it; one of a taglia that is not among `taglie` does not.
    """

    def __init__(self, taglie: Taglie) -> None:
        """Read the shoes loaded at the tables of these taglie, at each from the earliest of them to the latest.

        The sixain of a shoe in between that has coups but is not among them is remembered as None.
        """
        around, counted = Q(pk=None), set(taglie.pks)
        for code in taglie.tables:
            numbers = [it.number for it in taglie.rows if it.table == code]
            around |= Q(table__code=code, taglia__gte=min(numbers), taglia__lte=max(numbers))
        played = Exists(Coup.objects.filter(shoe=OuterRef("pk")))
        shoes = Shoe.objects.filter(around, loaded_at__isnull=False).annotate(played=played).order_by("loaded_at")
        self._loaded = defaultdict[str, list[int]](list)
        self._sixains = defaultdict[str, list[str | None]](list)
        names = ("pk", "table__code", "loaded_at", "sixain__serial", "played")
        for pk, code, loaded, serial, was_played in shoes.values_list(*names):
            self._loaded[code].append(loaded or 0)
            self._sixains[code].append(None if was_played and pk not in counted else serial)

    def sixain(self, table: str, number: int) -> str | None:
        """Return the serial of the sixain on a table at entry `number`, by the shoe loaded last.

        None before the first of the taglie there, at a table of none of them, or if it was played with a taglia that is
        not among these. After the last of them it is that one's serial.
        """
        place = bisect_right(self._loaded[table], number)
        return self._sixains[table][place - 1] if place else None
