"""PINs that somebody else gave, and who may give the Ispettore Comunale his: by the rules of every table, a command."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = {"comunale_given_by": "machine"}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    for policy in apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias).all():
        policy.values = {**ADDED, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0025_pins_apart")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="GivenPin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField(unique=True)),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=20)),
                ("device", models.CharField(max_length=40)),
                ("anew", models.BooleanField(default=False)),
                ("used", models.PositiveBigIntegerField(blank=True, null=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("used_from", models.CharField(blank=True, max_length=40)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="given_pins", to="table.person"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["person", "number"], name="given_pins_of_somebody")]},
        ),
        migrations.RunPython(complete, migrations.RunPython.noop),
    ]
