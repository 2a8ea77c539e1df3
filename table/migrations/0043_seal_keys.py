"""The keys by which a house seals stand in its register, and in its row."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0042_secrets_of_evenings")]
    operations: ClassVar = [
        migrations.AddField(model_name="house", name="seal_keys", field=models.JSONField(default=list)),
    ]
