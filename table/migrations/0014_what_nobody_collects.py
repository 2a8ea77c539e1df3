"""What nobody collects is kept by the table, slip by slip."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0013_rulings_of_the_house")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Uncollected",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slip", models.PositiveIntegerField()),
                ("number", models.PositiveBigIntegerField()),
                ("position", models.CharField(max_length=8)),
                ("box", models.CharField(blank=True, max_length=20)),
                ("owner", models.CharField(blank=True, max_length=20)),
                (
                    "kind",
                    models.CharField(
                        choices=[("stake", "Stake"), ("winnings", "Winnings"), ("chips", "Chips")], max_length=10
                    ),
                ),
                ("amount", models.PositiveBigIntegerField()),
                ("closed", models.PositiveBigIntegerField(blank=True, null=True)),
                ("closed_by", models.CharField(blank=True, max_length=20)),
                (
                    "coup",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uncollected",
                        to="table.coup",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="uncollected", to="table.table"
                    ),
                ),
            ],
            options={
                "ordering": ["slip"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed", None)), fields=["table"], name="uncollected_in_custody"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "slip"), name="one_slip_a_number"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed", None), ("closed_by", "")),
                            models.Q(("closed__isnull", False), models.Q(("closed_by", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="art15_who_closed_is_on_record",
                    ),
                ],
            },
        ),
    ]
