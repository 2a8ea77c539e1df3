"""Virtual shoes: their sealed cards, and what a shoe and a card tell of them. No table plays with one unasked."""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    for policy in apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias).all():
        added = {"virtual_shoe": policy.values.get("dealing") == "automatic"}
        policy.values = {**added, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0031_pit_at_work")]
    operations: ClassVar = [
        migrations.CreateModel(
            "SealedCard",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("commitment", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                ("face", models.CharField(max_length=2)),
                ("salt", models.CharField(max_length=32)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("commitment", "number"), name="one_sealed_card_an_order_number")
                ]
            },
        ),
        migrations.AddField("shoe", "commitment", models.CharField(blank=True, max_length=64)),
        migrations.AddField("drawncard", "seal", models.CharField(blank=True, max_length=64)),
        migrations.RunPython(complete, migrations.RunPython.noop),
    ]
