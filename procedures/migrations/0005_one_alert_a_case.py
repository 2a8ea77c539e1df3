"""Every case has one alert: of those that were raised with it the first stays, and closes with the case.

What its decision brought about has none.
"""

from typing import Any, ClassVar

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FOLLOWED = ("incident_referred", "case_closed_by_keys")
"""What had an alert of its own, and is now how that of the case goes on."""


def one_each(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The alerts of a case are those of the entry that opened it, and what became of it since."""
    alerts = apps.get_model("table", "Alert").objects.using(schema_editor.connection.alias)
    cases = apps.get_model("procedures", "Incident").objects.using(schema_editor.connection.alias)
    for case in cases.order_by("table_id", "number").iterator():
        of_table = alerts.filter(table_id=case.table_id)
        raised = sorted(of_table.filter(number=case.number), key=lambda it: (it.code != "incident_reported", it.pk))
        later = [it for it in of_table.filter(code__in=FOLLOWED) if it.facts.get("incident") == case.number]
        if found := [*raised, *(it for it in later if it not in raised)]:
            _make_one(alerts, case, found)
        if case.decided is not None:
            of_table.filter(number=case.decided, incident=None).delete()


def _make_one(alerts: Any, case: Any, found: list[Any]) -> None:
    """As it was raised, and as it was told last."""
    only, last = found[0], found[-1]
    if last.code in FOLLOWED:
        for name in ("number", "code", "facts", "acknowledged", "acknowledged_by"):
            setattr(only, name, getattr(last, name))
    decided_later = case.decided is not None and case.decided != case.number
    alerts.filter(pk__in=[it.pk for it in found[1:]]).delete()
    only.incident = case.number
    if case.decided is None:
        only.severity, only.closed = "holds" if case.blocking else "person", None
    elif decided_later and only.code != "case_closed_by_keys":
        only.severity, only.closed = "holds" if case.blocking else "person", case.decided
    else:
        only.severity, only.closed = "notice", only.acknowledged
    only.save()


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("procedures", "0004_disputes_are_decided"),
        ("table", "0016_alerts_that_stand"),
    ]
    operations: ClassVar = [migrations.RunPython(one_each, migrations.RunPython.noop)]
