"""Who holds the line of an electronic shoe holds on to it by a beat that is counted, and not until a time of day."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0039_how_a_face_is_known")]
    operations: ClassVar = [
        migrations.RemoveField("electronicshoe", "held_until"),
        migrations.AddField("electronicshoe", "beat", models.PositiveBigIntegerField(default=0)),
    ]
