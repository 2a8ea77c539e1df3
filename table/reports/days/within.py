"""Rows of many spans with one query: a condition for each table would take longer to build than to carry out.

The spans stand in the query as a table of their own, the first of the join, so that of each table only the rows of its
span are read, by the index on its numbers.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from table.models import Entry
from table.reports.days.spans import Span


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
