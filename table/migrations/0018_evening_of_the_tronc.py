"""The Tronc is counted by the evening, which begins when the table is opened; papers not shown are on record."""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tell_when_opened(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """By the register of each table."""
    tables = apps.get_model("table", "Table").objects.using(schema_editor.connection.alias)
    entries = apps.get_model("table", "Entry").objects.using(schema_editor.connection.alias)
    for table in tables.all():
        opened = entries.filter(register=table.code, verb="open_table").order_by("number").last()
        tables.filter(pk=table.pk).update(opened=opened.number if opened is not None else 0)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0017_tax_laid_ready")]
    operations: ClassVar = [
        migrations.AddField("table", "opened", models.PositiveBigIntegerField(default=0)),
        migrations.AddField(
            "identitycheck",
            "lacking",
            models.CharField(blank=True, choices=[("identity", "Identity"), ("age", "Age")], max_length=8),
        ),
        migrations.AddIndex("tip", models.Index(fields=["table", "number"], name="tips_of_an_evening")),
        migrations.RunPython(tell_when_opened, migrations.RunPython.noop),
    ]
