"""Who comes with a PIN that was given anew: confirmed by a third person, or after a while that every house says."""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = {"given_pin_delay": 12}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    for policy in apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias).all():
        policy.values = {**ADDED, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0040_beats_of_electronic_shoes")]
    operations: ClassVar = [
        migrations.AddField("givenpin", "hours", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("givenpin", "confirmed", models.PositiveBigIntegerField(null=True, blank=True)),
        migrations.AddField("givenpin", "confirmed_by", models.CharField(max_length=20, blank=True)),
        migrations.RunPython(complete, migrations.RunPython.noop),
    ]
