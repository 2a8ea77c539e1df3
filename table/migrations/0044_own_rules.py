"""Houses of one's own: rules that the Direzione has derived, version by version."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0043_seal_keys")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="OwnHouse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=40, unique=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("retired", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="OwnRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("values", models.JSONField()),
                (
                    "house",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="table.ownhouse"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["house", "version"], name="own_rules_a_version_once"),
                ],
            },
        ),
    ]
