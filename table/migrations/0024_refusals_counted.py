"""Refusals are counted in the entry that follows them: what is kept of before is counted by the next one."""

from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Sum

HOUSE = "house"


def count(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The first entry that comes counts all refusals that its register has so far."""
    refusals = apps.get_model("table", "Refusal").objects.order_by()
    for register, rows, repeated in refusals.values_list("register").annotate(models.Count("pk"), Sum("repeated")):
        house = apps.get_model("table", "House").objects.all()
        owner = house if register == HOUSE else apps.get_model("table", "Table").objects.filter(code=register)
        owner.update(refused=rows + repeated)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0023_who_reads_figures_of_errors")]
    operations: ClassVar = [
        migrations.AddField("table", "refused", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("house", "refused", models.PositiveBigIntegerField(default=0)),
        migrations.AddIndex("refusal", models.Index(fields=["register", "number"], name="refusals_after_an_entry")),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
