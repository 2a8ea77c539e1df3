"""Electronic shoes: sabots that read their own cards. No table has one until it is paired."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0034_card_readers")]
    operations: ClassVar = [
        migrations.CreateModel(
            "ElectronicShoe",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=20, unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("paired", models.PositiveBigIntegerField()),
                ("revoked", models.BooleanField(default=False)),
                ("taken", models.PositiveBigIntegerField(default=0)),
                ("told_at", models.PositiveBigIntegerField(default=0)),
                ("holder", models.CharField(blank=True, max_length=32)),
                ("held_until", models.DateTimeField(blank=True, null=True)),
                (
                    "trouble",
                    models.CharField(blank=True, choices=[("gap", "Gap"), ("refused", "Refused")], max_length=10),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="electronic_shoes",
                        to="table.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked", False)),
                        fields=("table",),
                        name="one_electronic_shoe_a_table",
                        violation_error_code="E_NOT_FREE",
                        violation_error_message="This table has an electronic shoe already; revoke that one first.",
                    )
                ]
            },
        ),
    ]
