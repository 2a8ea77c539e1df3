"""What a tie left at a marked place is set aside there, its holder's still."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0037_notes_of_a_stake")]

    operations: ClassVar = [migrations.AddField("position", "set_aside", models.PositiveBigIntegerField(default=0))]
