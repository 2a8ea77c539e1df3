"""Completes the rules of every table with the key that says from where an inspector attests that he is present."""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = {"attest_from": "table"}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    for policy in apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias).all():
        policy.values = {**ADDED, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0005_place_of_the_cut_card")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
