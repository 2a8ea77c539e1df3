"""SQL of statements that every act makes, compiled once instead of at every call.

A query is written as a queryset, with marks in the place of values; its SQL is kept for each kind of database. Rows are
written whole: a new one, or one or several that have changed.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, Generic, NamedTuple, TypeVar

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)
NUMBER_MARK = 7_000_000_000_000
"""Base of the marks for numbers; no primary key and no register comes so far."""


class _Plan(NamedTuple):
    """A query compiled for one kind of database: its SQL, its values with marks among them, and how to build rows."""

    sql: str
    values: Sequence[Any]
    marks: Sequence[tuple[int, str]]
    model: Any
    converters: Sequence[tuple[int, Callable[..., Any], Any]]
    names: Sequence[str]
    columns: slice
    related: Sequence[Any]


class ReadRow(NamedTuple, Generic[Row]):
    """A row and the columns from which it was made, as the database gave them."""

    columns: tuple[Any, ...]
    row: Row


class Query(Generic[Row]):
    """A compiled query for rows of one model: ``Query(lambda coup_id: Stake.objects.filter(coup_id=coup_id))``."""

    def __init__(self, build: Callable[..., "models.QuerySet[Row]"]) -> None:
        """Make a query, which is compiled at its first call, once for each kind of database.

        ``build`` makes its queryset from values given by name; to compile it is called with marks in their place.
        """
        self._build = build
        self._plans: dict[str, _Plan] = {}

    def __call__(self, **values: int | str) -> list[Row]:
        """Run the query with these values, and return the rows as model instances, [] for none.

        It is compiled at the first call.
        """
        found = self._fetched(values)
        return self._made(found) if found else []

    def again(self, last: "ReadRow[Row] | None", **values: int | str) -> "ReadRow[Row] | None":
        """Run the query, and return its first row with the columns read; None without a row.

        If the columns are those of ``last``, ``last`` itself is returned, with the same object as its row.
        """
        found = self._fetched(values)
        if last is not None and found and found[0] == last.columns:
            return last
        return ReadRow(found[0], self._made(found[:1])[0]) if found else None

    def _fetched(self, values: dict[str, int | str]) -> list[tuple[Any, ...]]:
        """Run the query with these values, and return what the database gives; compiles it at the first call."""
        database = _database()
        plan = self._plans.get(database.vendor)
        if plan is None:
            plan = self._plans[database.vendor] = _plan(self._build, values)
        parameters = list(plan.values)
        for place, name in plan.marks:
            parameters[place] = values[name]
        with database.cursor() as cursor:
            cursor.execute(plan.sql, parameters)
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def _made(self, found: Sequence[tuple[Any, ...]]) -> list[Row]:
        """Make rows of what the database gave: values converted, and rows that were selected along attached.

        Needs the plan that :meth:`_fetched` makes at the first call.
        """
        database = _database()
        plan = self._plans[database.vendor]
        make = partial(plan.model.from_db, database.alias, plan.names)
        rows = []
        for read in map(list, found):
            for place, convert, column in plan.converters:
                read[place] = convert(read[place], column, database)
            row = make(read[plan.columns])
            for it in plan.related:
                it.populate(read, row)
            rows.append(row)
        return rows

    def each(self, **values: int | str) -> Iterator[Row]:
        """Run the query with these values, compiled anew, and yield the rows without holding all of them."""
        return self._build(**values).iterator()

    def first(self, **values: int | str) -> Row | None:
        """Run the query with these values, and return the first of its rows, which are all fetched; None for none."""
        return next(iter(self(**values)), None)


def _plan(build: Callable[..., "models.QuerySet[Any]"], values: dict[str, int | str]) -> _Plan:
    """Compile a query with marks for its values; note where these stand, and how rows are made of columns.

    ``values`` are looked at for their names and types alone. Uses the present connection.
    """
    marks = {
        name: NUMBER_MARK + place if isinstance(value, int) else f"<{name}>"
        for place, (name, value) in enumerate(values.items())
    }
    names: dict[Any, str] = {mark: name for name, mark in marks.items()}
    compiler = build(**marks).query.get_compiler(connection=connection)
    sql, given = compiler.as_sql()
    select, model = compiler.select, compiler.klass_info
    first, last = model["select_fields"][0], model["select_fields"][-1]
    return _Plan(
        sql=sql,
        values=given,
        marks=[(at, names[it]) for at, it in enumerate(given) if isinstance(it, int | str) and it in names],
        model=model["model"],
        converters=[
            (place, convert, column)
            for place, (converters, column) in compiler.get_converters([it[0] for it in select]).items()
            for convert in converters
        ],
        names=[column.target.attname for column, _sql, _alias in select[first : last + 1]],
        columns=slice(first, last + 1),
        # The stubs are of a later Django, in which it takes one argument more.
        related=get_related_populators(model, select, connection.alias),  # type: ignore[call-arg]
    )


# --- writing rows


class _Column(NamedTuple):
    """Column of a row that is written: values of the types in ``plain`` go into the statement as they are."""

    field: "models.Field[Any, Any]"
    name: str
    plain: frozenset[type]


def insert(*rows: Row) -> None:
    """Insert new rows of one model, and set their primary keys, which grow in their order; does nothing without rows.

    Reports these objects to the connection's :class:`Watch` as written.
    """
    if not rows:
        return
    database = _database()
    sql, marks, returning, columns = _insertion(type(rows[0]), database.vendor)
    values = [value for row in rows for value in _values(row, columns, database, new=True)]
    with _watch_of(database).writing(rows), database.cursor() as cursor:
        cursor.execute(f"{sql} {', '.join([marks] * len(rows))} {returning}", values)
        keys = sorted(cursor.fetchall())
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        state = row._state  # noqa: SLF001 - Django documents it: what a row knows of its being kept
        state.adding, state.db = False, database.alias


def update(*rows: Row) -> None:
    """Save rows of one model that have changed, with all their columns; does nothing without rows.

    Raises AssertionError if one of them is not in the database. Reports these objects to the connection's
    :class:`Watch`.
    """
    if not rows:
        return
    database = _database()
    sql, columns = _change(type(rows[0]), database.vendor)
    parameters = [[*_values(row, columns, database, new=False), row.pk] for row in rows]
    with _watch_of(database).writing(rows), database.cursor() as cursor:
        if len(parameters) == 1:
            cursor.execute(sql, parameters[0])
        else:
            cursor.executemany(sql, parameters)
        assert cursor.rowcount == len(rows), "a row that was read is there"


def _values(row: models.Model, columns: Sequence[_Column], database: BaseDatabaseWrapper, *, new: bool) -> list[Any]:
    """Return the values of a row for these columns, as the database takes them; ``new`` for an insertion."""
    values = list[Any]()
    for field, name, plain in columns:
        value = getattr(row, name)
        if type(value) not in plain:
            value = field.get_db_prep_save(field.pre_save(row, new), database)
        values.append(value)
    return values


@cache
def _insertion(model: type[models.Model], vendor: str) -> tuple[str, str, str, Sequence[_Column]]:
    """Return the parts of an INSERT, and its columns; cached by model and vendor.

    The parts are the statement up to VALUES, the placeholders of one row, and the RETURNING of the primary key.
    """
    columns, key = _columns(model, vendor), _named(model._meta.pk.column)
    names, marks = ", ".join(_named(it.field.column) for it in columns), ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {_named(model._meta.db_table)} ({names}) VALUES", f"({marks})", f"RETURNING {key}", columns


@cache
def _change(model: type[models.Model], vendor: str) -> tuple[str, Sequence[_Column]]:
    """Return the UPDATE by primary key that saves a row, and the columns it sets; cached by model and vendor."""
    columns, table, key = _columns(model, vendor), _named(model._meta.db_table), _named(model._meta.pk.column)
    changed = ", ".join(f"{_named(it.field.column)} = %s" for it in columns)
    return f"UPDATE {table} SET {changed} WHERE {key} = %s", columns  # noqa: S608 - names of ours


_INTEGERS = (
    *(models.SmallIntegerField, models.IntegerField, models.BigIntegerField, models.BigAutoField),
    *(models.PositiveSmallIntegerField, models.PositiveIntegerField, models.PositiveBigIntegerField),
)
PLAIN: "Mapping[type[models.Field[Any, Any]], type]" = {
    models.BooleanField: bool,
    models.CharField: str,
    models.TextField: str,
    **dict.fromkeys(_INTEGERS, int),
}
"""Type of the values that a field of exactly this class puts into a statement as they are."""


def _plain(field: "models.Field[Any, Any]", vendor: str) -> frozenset[type]:
    """Types of values that go into this field's column unprepared: that of its class in ``PLAIN``, and None.

    Of a foreign key the field it refers to counts. None at all where the class is not in ``PLAIN``, and for integers
    unless the database is SQLite.
    """
    target = field
    while isinstance(target, models.ForeignKey):
        target = target.target_field
    kind = PLAIN.get(type(target))
    if kind is None or (kind is int and vendor != "sqlite"):
        return frozenset()
    return frozenset({kind, type(None)})


def _columns(model: type[models.Model], vendor: str) -> Sequence[_Column]:
    """List the columns of a model but for the primary key."""
    fields = (it for it in model._meta.concrete_fields if not it.primary_key)
    return [_Column(it, it.attname, _plain(it, vendor)) for it in fields]


def _named(name: str | None) -> str:
    """Return the name of a table or column, quoted for the default connection. Raises AssertionError for None."""
    assert name is not None
    return connection.ops.quote_name(name)


# --- noticing writes


Model = type[models.Model]
Written = dict[Model, list[models.Model] | None]
"""Models whose rows were written, with those rows; None where it is not known which."""
WRITES = re.compile(r'\s*(?:INSERT (?:OR IGNORE )?INTO|UPDATE|DELETE FROM) "?(\w+)"?')


class Watch:
    """Execution wrapper that counts the statements of one connection, and notices which models are written.

    ``on_write`` is called with each model whose rows were written, and with the rows, or None where they are unknown.
    """

    def __init__(self) -> None:
        """Begin with no statement counted and nobody to be called at a write."""
        self.statements = 0
        self.on_write: Callable[[Model, Sequence[models.Model] | None], None] | None = None
        self._rows: Sequence[models.Model] | None = None

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """Run a statement, count it, call ``on_write``, if any, with the model that it writes; return its result.

        Writes are those that WRITES matches. A statement that raises is counted only. Rows are known to ``on_write``
        within :meth:`writing` alone.
        """
        self.statements += 1
        done, writes = execute(sql, *rest), WRITES.match(sql)
        model = _models().get(writes[1]) if writes else None
        if model is not None and self.on_write is not None:
            self.on_write(model, self._rows)
        return done

    @contextmanager
    def writing(self, rows: Sequence[models.Model]) -> Iterator[None]:
        """Report these objects as the rows written while the block runs; after it rows are unknown. Not nested."""
        self._rows = rows
        try:
            yield
        finally:
            self._rows = None


def watched() -> Watch:
    """Return the watch of this thread's connection, installing it on first use."""
    return _watch_of(_database())


def _watch_of(database: BaseDatabaseWrapper) -> Watch:
    """Return the watch of a connection; installs one if it has none."""
    for it in database.execute_wrappers:
        if isinstance(it, Watch):
            return it
    watch = Watch()
    database.execute_wrappers.insert(0, watch)
    return watch


def _database() -> BaseDatabaseWrapper:
    """Return this thread's connection itself: ``django.db.connection`` looks it up at every attribute."""
    return connections[DEFAULT_DB_ALIAS]


@cache
def _models() -> dict[str, Model]:
    """Models by the names of their database tables, without those that Django makes for many-to-many fields."""
    return {model._meta.db_table: model for model in apps.get_models()}
