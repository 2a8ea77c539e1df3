"""Completes the rules of every table: figures of errors by person are read by the Direzione alone."""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = {"error_figures_read_by": "direzione"}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    for policy in apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias).all():
        policy.values = {**ADDED, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0022_which_coup_an_entry_is_of")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
