"""An alert says what it asks for, since when it stands and who is on the way; that of a case closes with it.

What was noted before is closed. The cases enter theirs themselves. That a Colpo in Bianco is due is no alert of its own
any more: it follows from what had one.
"""

from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, OuterRef, Subquery


def tell_since_when(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """By the entry that raised it; who had noted an alert had closed it."""
    alerts = apps.get_model("table", "Alert").objects.using(schema_editor.connection.alias)
    entries = apps.get_model("table", "Entry").objects.using(schema_editor.connection.alias)
    alerts.filter(code="blank_due").delete()
    for table, code in alerts.order_by("table").values_list("table", "table__code").distinct():
        raised = entries.filter(register=code, number=OuterRef("number")).values("at")[:1]
        alerts.filter(table=table).update(since=Subquery(raised))
    alerts.exclude(acknowledged=None).update(closed=F("acknowledged"))
    alerts.filter(code="correction_asked").update(severity="person")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0014_what_nobody_collects")]
    operations: ClassVar = [
        migrations.AddField("alert", "incident", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.AddField(
            "alert",
            "severity",
            models.CharField(
                choices=[("holds", "Holds"), ("person", "Person"), ("notice", "Notice")],
                default="notice",
                max_length=6,
            ),
        ),
        migrations.AddField("alert", "since", models.DateTimeField(null=True)),
        migrations.AddField("alert", "going", models.CharField(blank=True, max_length=20)),
        migrations.AddField("alert", "closed", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.RunPython(tell_since_when, migrations.RunPython.noop),
    ]
