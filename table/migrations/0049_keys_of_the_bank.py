"""Offices of cash desk and camera desk. Completes all rules, of tables and of the house: no table has a bank.

Later versions hold what the first one holds, whatever their document is called by then.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = {
    "bank": "off",
    "bank_close": "imprest",
    "bank_presence": "dealer_isp",
    "pieces": [25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 50000, 100000, 500000],
    "opener_minimum": None,
    "difference_report": 2500,
    "difference_direzione": 10000,
    "float_low": 40,
    "movement_minutes": 15,
    "closing_minutes": 60,
    "deal_minutes_max": 60,
    "loss_of_table": 20,
    "win_of_guest": 10,
}
OF_A_DOCUMENT = {
    "Super Punto Banco": {"bank_presence": "with_comunale"},
    "Regole del baccarat": {"bank_close": "inventory"},
    "Punto Banco, Casino Admiral": {"bank_close": "inventory"},
}

OFFICES = (
    "dealer",
    "ispettore_gioco",
    "ispettore_comunale",
    "capo_isola",
    "capo_tavolo",
    "direzione",
    "cassa",
    "video",
    "auditor",
    "operator",
    "instructor",
    "shoe",
)


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every version of the rules of each table, and of the house's own."""
    using = schema_editor.connection.alias
    _complete(apps.get_model("table", "Policy").objects.using(using).order_by("table_id", "version"), "table_id")
    _complete(apps.get_model("table", "OwnRules").objects.using(using).order_by("house_id", "version"), "house_id")


def _complete(versions: Iterable[Any], owner: str) -> None:
    added, of = dict[str, Any](), None
    for rules in versions:
        if getattr(rules, owner) != of:
            of, added = getattr(rules, owner), ADDED | OF_A_DOCUMENT.get(rules.values["source"], {})
        rules.values = {**added, **rules.values}
        rules.save(update_fields=["values"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0048_deliveries")]
    operations: ClassVar = [
        migrations.AlterField("person", "role", models.CharField(choices=[(it, it) for it in OFFICES], max_length=20)),
        migrations.RunPython(complete, migrations.RunPython.noop),
    ]
