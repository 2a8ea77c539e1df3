"""When a display was connected last, as far as that was written down."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0028_fate_of_a_press")]
    operations: ClassVar = [migrations.AddField("display", "seen", models.DateTimeField(blank=True, null=True))]
