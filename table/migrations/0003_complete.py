"""Completes a house that was made by an earlier form of the first migration.

``0001_initial`` was added to after houses had been made by it. Such a house says that it is applied, and lacks what was
added. This migration looks what the database really has, and makes what it lacks of tables, columns, indexes and
constraints. Where nothing is missing, it does nothing.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

APP = "table"
Change = tuple[Operation, Operation]
"""What makes something that is missing, and what takes it out of a state that is to describe the database as it is."""


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make what is missing, one after the other.

    SQLite adds a column by making the table anew, from the columns that it has by the state: so the state begins
    without anything that is missing, and grows with the database.
    """
    connection = schema_editor.connection
    whole = ProjectState.from_apps(apps)
    missing = list(lacking(apps, whole, connection))
    state = whole.clone()
    for _, take_out in reversed(missing):
        take_out.state_forwards(APP, state)
    standing = triggers(connection)
    for make, _ in missing:
        before, state = state, state.clone()
        make.state_forwards(APP, state)
        make.database_forwards(APP, schema_editor, before, state)
    lay_again(standing, connection)


def lacking(apps: Any, whole: ProjectState, connection: BaseDatabaseWrapper) -> Iterator[Change]:
    """What the database does not have: tables first, then what is missing in those that are there."""
    with connection.cursor() as cursor:
        there = connection.introspection.table_names(cursor)
    models = {model: whole.models[APP, model._meta.model_name] for model in apps.get_app_config(APP).get_models()}
    for model, state in models.items():
        if model._meta.db_table not in there:
            yield _table(state)
    for model, state in models.items():
        if model._meta.db_table in there:
            yield from _within(model, state, connection)


def _table(state: ModelState) -> Change:
    make = migrations.CreateModel(state.name, list(state.fields.items()), state.options, state.bases, state.managers)
    return make, migrations.DeleteModel(state.name)


def _within(model: Any, state: ModelState, connection: BaseDatabaseWrapper) -> Iterator[Change]:
    """What one table lacks: columns first, since indexes and constraints are about them."""
    name, table = state.name, model._meta.db_table
    with connection.cursor() as cursor:
        columns = {it.name for it in connection.introspection.get_table_description(cursor, table)}
        named = connection.introspection.get_constraints(cursor, table)
    for field in model._meta.local_concrete_fields:
        if field.column not in columns:
            make = migrations.AddField(name, field.name, state.fields[field.name])
            yield make, migrations.RemoveField(name, field.name)
    for index in state.options["indexes"]:
        if index.name not in named:
            yield migrations.AddIndex(name, index), migrations.RemoveIndex(name, index.name)
    for constraint in state.options["constraints"]:
        if constraint.name not in named:
            yield migrations.AddConstraint(name, constraint), migrations.RemoveConstraint(name, constraint.name)


def triggers(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The triggers of an SQLite file, each with the statement that makes it; PostgreSQL never loses any on the way."""
    if connection.vendor != "sqlite":
        return {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return dict(cursor.fetchall())


def lay_again(standing: dict[str, str], connection: BaseDatabaseWrapper) -> None:
    """The triggers of a table that SQLite made anew went with the old one: the register stays append-only."""
    there = triggers(connection)
    with connection.cursor() as cursor:
        for name, statement in standing.items():
            if name not in there:
                cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0002_append_only")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
