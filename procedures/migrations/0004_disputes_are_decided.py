"""A case can be decided by the office that the house names, which rules on nothing."""

from typing import ClassVar

from django.db import migrations, models

STATUSES = [
    ("open", "Open"),
    ("referred", "Referred"),
    ("ratified", "Ratified"),
    ("annulled", "Annulled"),
    ("withdrawn", "Withdrawn"),
    ("ruled", "Ruled"),
    ("replaced", "Replaced"),
    ("decided", "Decided"),
    ("settled_by_law", "Settled By Law"),
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("procedures", "0003_items_of_evidence")]
    operations: ClassVar = [
        migrations.AlterField(
            "incident", "status", models.CharField(choices=STATUSES, default="open", max_length=15)
        )
    ]
