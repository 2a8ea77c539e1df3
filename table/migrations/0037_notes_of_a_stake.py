"""What of a stake lies in banknotes is an amount; before, a stake that had any was taken for banknotes as a whole."""

import json
from typing import Any, ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

OF_AMOUNTS = ("place", "raise", "lower", "change_cash")


def count(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Of a stake that waits to be changed: by the entries in which it was laid, raised and lowered."""
    waits = models.Q(("cash", True))  # by name: the model of today has no such field
    entries = apps.get_model("table", "Entry").objects.filter(verb__in=OF_AMOUNTS)
    for stake in apps.get_model("table", "Stake").objects.filter(waits).select_related("coup__table"):
        acts = entries.filter(register=stake.coup.table.code, number__gte=stake.laid_at).order_by("number")
        stake.notes = _notes(stake, [(it.verb, json.loads(it.arguments)) for it in acts])
        stake.save(update_fields=["notes"])


def _notes(stake: Any, acts: list[tuple[str, dict[str, Any]]]) -> int:
    """In cents; what has been changed meanwhile is in chips."""
    laid = notes = 0
    for verb, given in acts:
        if (given["position"], given["box"]) != (stake.position, stake.box):
            continue
        if given.get("guest") not in (None, stake.bettor, stake.laid_by):
            continue
        if verb in ("place", "raise"):
            more = given["amount" if verb == "place" else "by"]
            laid, notes = laid + more, notes + more * given["cash"]
        elif verb == "lower":
            laid -= given["by"]
        notes = 0 if verb == "change_cash" else min(notes, laid)
    return notes


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0036_training")]

    operations: ClassVar = [
        migrations.AddField("stake", "notes", models.PositiveBigIntegerField(default=0)),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.RemoveField("stake", "cash"),
    ]
