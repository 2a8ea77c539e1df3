"""Completes all rules, of tables and of the house: no table has a clock of its betting."""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = {"betting_seconds": None}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table, and of the house's own."""
    for model in ("Policy", "OwnRules"):
        for rules in apps.get_model("table", model).objects.using(schema_editor.connection.alias).order_by("pk"):
            rules.values = {**ADDED, **rules.values}
            rules.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0050_sittings")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
