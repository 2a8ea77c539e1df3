"""What of the commission lies ready beside a stake."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0016_alerts_that_stand")]
    operations: ClassVar = [migrations.AddField("stake", "tax", models.PositiveBigIntegerField(default=0))]
