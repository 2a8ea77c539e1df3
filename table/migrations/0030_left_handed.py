"""A console is mirrored for a left hand: whose it is, is kept with the person."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0029_when_a_display_was_seen")]
    operations: ClassVar = [migrations.AddField("person", "left_handed", models.BooleanField(default=False))]
