"""What became of a press can be asked, and a screen notices that the database is another one."""

import secrets
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def draw(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The word of this database, where there is a house in it."""
    rows = apps.get_model("table", "House").objects.using(schema_editor.connection.alias)
    rows.filter(epoch="").update(epoch=secrets.token_hex(4))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0027_sessions_by_digest")]
    operations: ClassVar = [
        migrations.AddField("table", "spent", models.JSONField(default=list)),
        migrations.AddField("house", "epoch", models.CharField(blank=True, default="", max_length=16), False),
        migrations.AddField("refusal", "nonce", models.CharField(blank=True, default="", max_length=64), False),
        migrations.AddIndex(
            "refusal",
            models.Index(fields=["register", "nonce"], condition=~models.Q(nonce=""), name="refusals_of_a_press"),
        ),
        migrations.RunPython(draw, migrations.RunPython.noop),
    ]
