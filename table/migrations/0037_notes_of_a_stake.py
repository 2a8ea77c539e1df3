"""What of a stake lies in banknotes is an amount; before, a stake that had any was taken for banknotes as a whole."""

from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def count(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """A stake that waits to be changed is changed as a whole, as it was shown."""
    waits = models.Q(("cash", True))  # by name: the model of today has no such field
    apps.get_model("table", "Stake").objects.filter(waits).update(notes=models.F("laid"))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0036_training")]

    operations: ClassVar = [
        migrations.AddField("stake", "notes", models.PositiveBigIntegerField(default=0)),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.RemoveField("stake", "cash"),
    ]
