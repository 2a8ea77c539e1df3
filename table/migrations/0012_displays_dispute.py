"""At the display of a seat a coup can be disputed."""

from typing import ClassVar

from django.db import migrations, models

PROPOSALS = [
    ("seat", "Seat"),
    ("mark", "Mark"),
    ("return", "Return"),
    ("carta", "Carta"),
    ("no_carta", "No Carta"),
    ("dispute", "Dispute"),
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0011_money_of_disputes")]
    operations: ClassVar = [
        migrations.AlterField(
            "display", "proposal", models.CharField(blank=True, choices=PROPOSALS, max_length=10)
        )
    ]
