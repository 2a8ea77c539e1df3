"""A correction of a stake can wait for a second person."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0004_keys_of_the_layout")]
    operations: ClassVar = [migrations.AddField("coup", "correction_asked", models.JSONField(blank=True, null=True))]
