"""Card readers that type like a keyboard: how that of a table types; a table without a row is as before."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("table", "0033_online_game"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="CardReader",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("prefix", models.CharField(blank=True, max_length=8)),
                ("suffix", models.CharField(blank=True, max_length=8)),
                (
                    "ends",
                    models.CharField(
                        blank=True, choices=[("", "Nothing"), ("enter", "Enter"), ("tab", "Tab")], max_length=5
                    ),
                ),
                ("pace", models.PositiveSmallIntegerField()),
                ("codes", models.JSONField()),
            ],
        ),
        migrations.AddField(
            model_name="table",
            name="card_reader",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="table",
                to="table.cardreader",
            ),
        ),
    ]
