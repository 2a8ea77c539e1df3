"""Sessions are found by the digest of their keys; those that lay here under the keys themselves are over."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0026_pins_that_others_gave")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="StaffSession",
            fields=[
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("session_key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("used", models.PositiveIntegerField(default=0)),
                ("clock", models.CharField(blank=True, max_length=36)),
                ("mark", models.PositiveBigIntegerField(default=0)),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "session", "verbose_name_plural": "sessions", "abstract": False},
        ),
        # Whoever copied them would be signed in by them still, if the house went back to an earlier version.
        migrations.RunSQL("DROP TABLE IF EXISTS django_session", migrations.RunSQL.noop),
    ]
