"""Completes sessions with a count for control: what of their notes was changed by its last try, from the register."""

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def complete(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Sessions that have what their rack held at that try, and not the notes; a later one keeps both."""
    database = schema_editor.connection.alias
    sessions = apps.get_model("bank", "BankSession").objects.using(database)
    entries = apps.get_model("table", "Entry").objects.using(database)
    counted = sessions.filter(midway__has_key="control").exclude(midway__has_key="notes").select_related("table")
    for row in counted.order_by("pk"):
        row.midway = {**row.midway, "notes": _notes_by_then(entries, row)}
        row.save(update_fields=["midway"])


def _notes_by_then(entries: Any, row: Any) -> int:
    """The cents that were changed by the last try, and those that were entered late before the count was accepted."""
    count = row.counts.filter(kind="midway", void=None).order_by("number").last()
    if count is None:
        return int(row.notes)
    last = count.tries.order_by("number").last().number
    changes = list(_changes_since(entries, row, last))
    now = then = row.notes - sum(amount for _number, amount, _late in changes)
    for number, amount, late in changes:
        now += amount
        if late and (count.accepted is None or number < count.accepted):
            # What is taken back was changed after the try, unless there is not so much of it.
            then += min(0, now - then) if then + amount < 0 else amount
    return int(then)


def _changes_since(entries: Any, row: Any, last: int) -> Iterator[tuple[int, int, bool]]:
    """Entry and cents of each change of notes in this session after an entry, and whether it was entered late."""
    found = entries.filter(register=row.table.code, number__gt=last, outcome__contains="_changed").order_by("number")
    for entry in found:
        effects = json.loads(entry.outcome)["effects"]
        others = any(name == "bank_posted" and facts["session"] != row.number for name, facts in effects)
        running = row.ended is None or entry.number <= row.ended
        for name, facts in effects:
            if (name == "notes_changed" and not others) or (name == "stake_changed" and running):
                yield entry.number, facts["amount"], facts.get("late", False)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("bank", "0004_results_and_ends_of_days"), ("table", "0054_notes_in_custody")]
    operations: ClassVar = [migrations.RunPython(complete, migrations.RunPython.noop)]
