"""Remembers what of a stake was banknotes until it was changed after the betting: other banknotes had gone back."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0054_notes_in_custody")]
    operations: ClassVar = [
        migrations.AddField("stake", "changed", models.PositiveBigIntegerField(default=0)),
    ]
