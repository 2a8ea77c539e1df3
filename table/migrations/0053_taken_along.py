"""Remembers what an owner took along of a stake of which less went back, as was found once they had left."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0052_a_number_that_waits")]
    operations: ClassVar = [
        migrations.AddField("stake", "taken_along", models.PositiveBigIntegerField(default=0)),
    ]
