"""Completes the rules of every table with the policy keys that were decided by the title of a document before.

The first version of a table's rules gets the values of the house with the same document. A later version is the one
before it with some keys changed, so it keeps what that one has: so do the acts when the register is played again.
"""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

OF_ANY_HOUSE = {
    "derived_from": "",
    "egalite": "per_position",
    "tax": "taken",
    "printed_odds": "gross",
}
OF_A_DOCUMENT = {
    "Super Punto Banco": {"derived_from": "super-punto-banco-venezia"},
    "Punto y Banco, Malta": {"derived_from": "punto-y-banco-malta", "egalite": "shared"},
    "Regole del baccarat": {"derived_from": "baccarat-classico", "egalite": "shared", "printed_odds": "net"},
    "Punto Banco, Casino Admiral": {"derived_from": "punto-banco-admiral", "tax": "laid_ready"},
    "Baccarat online": {"derived_from": "baccarat-online-side-bets"},
}


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table, the oldest first."""
    policies = apps.get_model("table", "Policy").objects.using(schema_editor.connection.alias)
    latest: dict[int, dict[str, Any]] = {}
    for policy in policies.order_by("table_id", "version"):
        before = latest.get(policy.table_id)
        added = first(policy.values) if before is None else {key: before[key] for key in OF_ANY_HOUSE}
        policy.values = {**added, **policy.values}
        policy.save(update_fields=["values"])
        latest[policy.table_id] = policy.values


def first(values: dict[str, Any]) -> dict[str, Any]:
    """What the first version of a table's rules lacks; a house that derives from none names itself."""
    added = OF_ANY_HOUSE | OF_A_DOCUMENT.get(values["source"], {})
    return added | {"derived_from": added["derived_from"] or values["key"]}


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0003_complete")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
