"""A coup that a card has turned into a Colpo in Bianco is called before its next card."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0006_where_presence_is_attested")]
    operations: ClassVar = [
        migrations.AddField(
            model_name="coup",
            name="call_due",
            field=models.CharField(blank=True, max_length=40),
        ),
    ]
