"""Completes the rules of every table: whatever money a dispute moves, no second person is needed."""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = {"correction_second_from": None}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    for policy in apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias).all():
        policy.values = {**ADDED, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0009_smallest_payment")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
