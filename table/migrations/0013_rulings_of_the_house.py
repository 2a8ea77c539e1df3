"""Completes the rules of every table with the key that says what the Direzione may order, as its document has it."""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

WITHIN_THE_TAGLIA = ["annul", "close_table", "continue", "correct_money", "validate"]
OF_A_DOCUMENT = {
    "Super Punto Banco": sorted([*WITHIN_THE_TAGLIA, "end_taglia", "replace_decks"]),
    "Baccarat online": ["annul", "close_table"],
}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table."""
    for policy in apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias).all():
        added = OF_A_DOCUMENT.get(policy.values["source"], WITHIN_THE_TAGLIA)
        policy.values = {"rulings": added, **policy.values}
        policy.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0012_displays_dispute")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
