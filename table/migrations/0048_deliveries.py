"""Deliveries that are sent again as they were, rest table by table and stall; renewed secrets of webhooks."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0047_altered_rows")]
    operations: ClassVar = [
        migrations.AddField("told", "upto", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.AddField("told", "at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("told", "failures", models.PositiveIntegerField(default=0)),
        migrations.AddField("told", "retry_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("told", "epoch", models.CharField(blank=True, max_length=16)),
        migrations.AddField("webhook", "renewed", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.AddField("webhook", "renewed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("webhook", "renewed_from", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.CreateModel(
            name="Stall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("register", models.CharField(blank=True, max_length=20)),
                ("since", models.DateTimeField()),
                ("why", models.CharField(max_length=200)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "outlet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stalls", to="table.outlet"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended", None)),
                        fields=("outlet", "register"),
                        name="one_stall_at_a_time",
                    ),
                ],
            },
        ),
    ]
