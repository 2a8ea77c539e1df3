"""The cut card keeps its place in the order, and may be watched; cards may be missing from a sabot that is empty.

The rules of every table get the tolerance that all houses with a cut card have, those of a game without a table none.
"""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LOCATIONS = [
    ("held_under", "Held Under"),
    ("held_seen", "Held Seen"),
    ("waiting", "Waiting"),
    ("punto", "Punto"),
    ("banco", "Banco"),
    ("excess", "Excess"),
    ("remaining", "Remaining"),
    ("burned", "Burned"),
    ("missing", "Missing"),
]
TOLERANCE = 15


def tolerate(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    policies = apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias)
    for policy in policies.all():
        tolerance = None if policy.values.get("dealing") == "automatic" else TOLERANCE
        policy.values = {"mask_tolerance": tolerance, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0004_keys_of_the_layout")]
    operations: ClassVar = [
        migrations.AddField("shoe", "out_of_place", models.BooleanField(default=False)),
        migrations.AddField("shoe", "cut_card_taken", models.BooleanField(default=False)),
        migrations.AddField("shoe", "last_by_ruling", models.BooleanField(default=False)),
        migrations.AlterField("drawncard", "location", models.CharField(choices=LOCATIONS, max_length=12)),
        migrations.RunPython(tolerate, migrations.RunPython.noop),
    ]
