"""Banknotes that nobody has changed are in custody as such."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0053_taken_along")]
    operations: ClassVar = [
        migrations.AlterField(
            "uncollected",
            "kind",
            models.CharField(
                choices=[("stake", "Stake"), ("winnings", "Winnings"), ("chips", "Chips"), ("notes", "Notes")],
                max_length=10,
            ),
        ),
    ]
