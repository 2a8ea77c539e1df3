"""The cases of a table are listed by article and by how they stand, however many there have been."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("procedures", "0005_one_alert_a_case")]
    operations: ClassVar = [
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(fields=["table", "article", "number"], name="incidents_by_article"),
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(fields=["table", "status", "number"], name="incidents_by_status"),
        ),
    ]
