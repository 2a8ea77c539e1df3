"""Writes down at every table who has to decide a case that is open there.

A house that was made before a table knew this has it empty everywhere, also where a case holds the coup: the Direzione
decides what was referred to it, an Ispettore di Gioco all else. In any other house this is so already.
"""

from typing import Any, ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

DECIDES = (("referred", "direzione"), ("open", "ispettore_gioco"))
"""In this order: one referred case is enough for the Direzione to be awaited."""


def await_decisions(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    tables = apps.get_model("table", "Table").objects.using(alias)
    cases = apps.get_model("procedures", "Incident").objects.using(alias)
    for status, role in DECIDES:
        held = cases.filter(blocking=True, status=status).values("table")
        tables.filter(awaits="", pk__in=held).update(awaits=role)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("procedures", "0001_initial"), ("table", "0003_complete")]
    operations: ClassVar = [migrations.RunPython(await_decisions, migrations.RunPython.noop)]
