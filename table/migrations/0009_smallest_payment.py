"""Names no smallest payment in the rules that were kept before there was one.

They stay in force, and are paid in the largest common divisor of their payouts. So do the acts that set them when the
register is played again.
"""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_none(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The key is there, without a value, in every version of the rules of each table."""
    policies = apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias)
    for policy in policies.all():
        policy.values = {"smallest_payment": None, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0008_correction_asked_for")]
    operations: ClassVar = [migrations.RunPython(name_none, migrations.RunPython.noop)]
