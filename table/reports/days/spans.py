"""Entries of a day at each table, found with one query for all tables and days; and the rows of many such spans."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model, OuterRef, Q, Subquery

from table.models import Entry, Table
from table.record.days import begins, ends, first_from
from table.rules.profile import Role

DAY = timedelta(days=1)
TAKES_TABLE = ("sign_on", "take_over")
"""Acts by which a dealer begins to work at a table."""


class Span(NamedTuple):
    """Entries of a table on a day, from `low` to `high`, and the times between which the day lies.

    `begun` is the entry from which the state at the beginning of the day follows: that by which the table was opened
    last before it, or by which the dealer of then took it over, whichever is earlier; `low` where neither happened.
    """

    table: int
    code: str
    low: int
    high: int
    begun: int
    since: datetime
    until: datetime


class Days(NamedTuple):
    """Spans of a day, of the day before, and of the same weekday before; tables without an entry are left out."""

    day: Sequence[Span]
    before: Sequence[Span]
    week_before: Sequence[Span]


def days_of(day: date, tables: Collection[str] = ()) -> Days:
    """Find the entries of a day, of the day before and of the day a week before, at the tables with these codes.

    Without codes it is at all tables; training tables are left out in both cases, and a table without an entry on a
    day is left out of that day. A day begins at six in house time, with the entry that `first_from` finds, as in the
    register of the day.
    """
    wanted = (day, day - DAY, day - 7 * DAY)
    rows = _edges(wanted, tables)
    return Days(*([*_spans(place, it, rows)] for place, it in enumerate(wanted)))


def _edges(days: Sequence[date], tables: Collection[str]) -> list[dict[str, Any]]:
    """Return for each table, in their order, its key, code and latest number, and the entries at the edges of each day.

    For the day at index 0 these are ``low_0`` (the first from its beginning on), ``high_0`` (the first from its end
    on), ``opened_0`` (the last before ``low_0`` by which the table was opened), ``dealer_0_0`` and ``dealer_0_1`` (the
    last before ``low_0`` by which a dealer began, by each act of `TAKES_TABLE`); None where there is none. Training
    tables are left out; without `tables` all others are there.
    """
    found = Table.real.order_by(*Table.IN_ORDER)
    if tables:
        found = found.filter(code__in=tables)
    names = ["pk", "code", "number"]
    for place, day in enumerate(days):
        low, high, opened, dealer = (f"{name}_{place}" for name in ("low", "high", "opened", "dealer"))
        found = found.annotate(**{low: _first(begins(day)), high: _first(ends(day))})
        dealers = [Q(verb=verb, role=Role.DEALER) for verb in TAKES_TABLE]
        found = found.annotate(**{opened: _last(Q(verb="open_table"), low)})
        found = found.annotate(**{f"{dealer}_{it}": _last(dealt, low) for it, dealt in enumerate(dealers)})
        names += [low, high, opened, *(f"{dealer}_{it}" for it in range(len(dealers)))]
    return list(found.values(*names))


def _first(at: datetime) -> Subquery:
    """Select the number of a table's first entry of the day that begins at this moment, as `first_from` finds it.

    Where a clock was put back that is not simply the first entry at or after it. NULL where there is none.
    """
    return Subquery(first_from(Entry, OuterRef("code"), "number", at))


def _last(acts: Q, before: str) -> Subquery:
    """Select the number of the last of these acts at a table before the entry that the annotation `before` names."""
    earlier = Entry.objects.filter(acts, register=OuterRef("code"), number__lt=OuterRef(before)).order_by("-number")
    return Subquery(earlier.values("number")[:1])


def _spans(place: int, day: date, rows: Iterable[dict[str, Any]]) -> Iterator[Span]:
    """Yield the span of `day` for each of these rows (see `_edges`) whose table has an entry on it.

    `place` is the index of the day in the names of the rows' values. A span ends with the last entry before the next
    day; its `begun` is, if earlier than its first entry, the last before it by which the table was opened or by which
    the dealer of then took it, whichever is earlier.
    """
    for row in rows:
        low, after = row[f"low_{place}"], row[f"high_{place}"]
        high = row["number"] if after is None else after - 1
        if low is not None and low <= high:
            dealers = [row[f"dealer_{place}_{it}"] or 0 for it in range(len(TAKES_TABLE))]
            states = [it for it in (row[f"opened_{place}"], max(dealers)) if it]
            yield Span(row["pk"], row["code"], low, high, min([low, *states]), begins(day), ends(day))


# --- rows of many spans

# They are read with one query: a condition for each table would take longer to build than to carry out. The spans stand
# in it as a table of their own, the first of the join, so that of each table only the rows of its span are read, by the
# index on its numbers.


def keys_within(
    model: type[Model], number: str, spans: Sequence[Span], *, verbs: Collection[str] = (), since_begun: bool = False
) -> list[int]:
    """Return the primary keys of the rows of `model` whose entry number lies in the span of their table, by one query.

    They are in no order. `number` is the name of the field that has it; both ends of a span count. `verbs` keeps only
    entries with these acts, and is for `Entry` alone; empty, it keeps all. With `since_begun` a span starts at its
    entry `begun` instead of `low`. Without spans no query is run.
    """
    owner = "register" if model is Entry else "table_id"
    of_verbs = f" AND it.verb IN ({', '.join(['%s'] * len(verbs))})" if verbs else ""
    edges = [(it.code if model is Entry else it.table, it.begun if since_begun else it.low, it.high) for it in spans]
    joined = f"{model._meta.db_table} it"
    where = f"it.{owner} = span.owner AND it.{number} BETWEEN span.low AND span.high{of_verbs}"
    return [key for (key,) in _select(edges, "it.id", joined, where, params=verbs)]


def coups_within(
    spans: Sequence[Span], columns: str, *joined: str, on: str = "", params: Collection[str] = (), groups: int = 0
) -> list[tuple[Any, ...]]:
    """Select `columns` (SQL) of the coups that ended with an entry of these spans, and return the rows, in no order.

    The coup is named ``coup`` in the SQL, `joined` are further tables with aliases, `on` a condition whose placeholders
    take `params` in order. `groups` is the number of leading columns to group by, 0 for none. Without spans no query is
    run.
    """
    tables = " CROSS JOIN ".join(["table_coup coup", *joined])
    where = "coup.table_id = span.owner AND coup.ended_at BETWEEN span.low AND span.high"
    grouped = f" GROUP BY {', '.join(map(str, range(1, groups + 1)))}" if groups else ""
    edges = [(it.table, it.low, it.high) for it in spans]
    return _select(edges, columns, tables, f"{where}{f' AND {on}' if on else ''}{grouped}", params=params)


def _select(
    edges: Sequence[tuple[str | int, int, int]], columns: str, joined: str, where: str, *, params: Collection[str]
) -> list[tuple[Any, ...]]:
    """Run a query over the spans, named ``span`` in it, cross-joined with the tables `joined`, and return its rows.

    Each of `edges` is a row (owner, low, high) of ``span``. `params` fill the placeholders of `where`. Without edges it
    returns an empty list, and runs no query.
    """
    if not edges:
        return []
    values = ", ".join(["(%s, %s, %s)"] * len(edges))
    spans = f"WITH span (owner, low, high) AS (VALUES {values})"
    with connection.cursor() as cursor:
        # CROSS JOIN has SQLite join in this order; nothing here is anybody's input but the parameters.
        sql = f"{spans} SELECT {columns} FROM span CROSS JOIN {joined} WHERE {where}"  # noqa: S608
        cursor.execute(sql, [*(value for edge in edges for value in edge), *params])
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found
