"""Readers and webhooks outside the house, how far each outlet was told, and alerts by the entry that closed them."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0020_the_entry_of_a_note")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Reader",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=20, unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("tables", models.JSONField(default=list)),
                ("revoked", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=20, unique=True)),
                ("url", models.CharField(max_length=200)),
                ("tables", models.JSONField(default=list)),
                ("number", models.PositiveBigIntegerField()),
                ("revoked", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Outlet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, unique=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("retry_at", models.DateTimeField(blank=True, null=True)),
                ("holder", models.CharField(blank=True, max_length=32)),
                ("held_until", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Told",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("register", models.CharField(max_length=20)),
                ("number", models.PositiveBigIntegerField()),
                (
                    "outlet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="told", to="table.outlet"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("outlet", "register"), name="one_position_a_register"),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="alert",
            index=models.Index(fields=["table", "closed"], name="alerts_that_an_entry_closed"),
        ),
    ]
