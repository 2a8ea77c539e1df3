"""Altered rows, as a night finds them beside a register."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0046_pace_by_person")]
    operations: ClassVar = [
        migrations.AlterField(
            model_name="gap",
            name="kind",
            field=models.CharField(
                choices=[("missing", "Missing"), ("differs", "Differs"), ("altered", "Altered")], max_length=7
            ),
        ),
        migrations.AddField(model_name="gap", name="rows", field=models.CharField(max_length=400, blank=True)),
    ]
