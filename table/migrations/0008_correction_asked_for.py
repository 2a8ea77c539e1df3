"""A correction of a stake can wait for a second person."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0007_blank_still_to_be_called")]
    operations: ClassVar = [migrations.AddField("coup", "correction_asked", models.JSONField(blank=True, null=True))]
