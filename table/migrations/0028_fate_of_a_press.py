"""What became of a press can be asked, and a screen notices that the database is another one."""

from typing import ClassVar

from django.db import migrations, models

import table.models.house


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0027_sessions_by_digest")]
    operations: ClassVar = [
        migrations.AddField("table", "spent", models.JSONField(default=list)),
        migrations.AddField(
            "house", "epoch", models.CharField(max_length=16, default=table.models.house.fresh_epoch)
        ),
        migrations.AddField("refusal", "nonce", models.CharField(blank=True, default="", max_length=64), False),
        migrations.AddIndex(
            "refusal",
            models.Index(fields=["register", "nonce"], condition=~models.Q(nonce=""), name="refusals_of_a_press"),
        ),
    ]
