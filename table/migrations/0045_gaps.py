"""Gaps in what was handed out, as a night finds them."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0044_own_rules")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Gap",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("register", models.CharField(max_length=20)),
                ("kind", models.CharField(choices=[("missing", "Missing"), ("differs", "Differs")], max_length=7)),
                ("since", models.DateTimeField()),
                ("last", models.DateTimeField()),
                ("times", models.PositiveIntegerField(default=1)),
            ],
            options={
                "indexes": [models.Index(fields=["last"], name="gaps_by_time")],
            },
        ),
    ]
