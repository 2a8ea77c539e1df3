"""Coups know the entry by which they ended, taglie the one by which they began; entries are found by act and time."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

AT_ONCE = 500


def tell_where_they_lie(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """By the register of each table: the decks go in once a taglia, and every coup ends with one entry that says so."""
    alias = schema_editor.connection.alias
    entries = apps.get_model("table", "Entry").objects.using(alias).order_by("number")
    coups = apps.get_model("table", "Coup").objects.using(alias).order_by("pk")
    shoes = apps.get_model("table", "Shoe").objects.using(alias).order_by("taglia")
    ends = Q(outcome__contains='["coup_burned",') | Q(outcome__contains='["coup_cancelled",')
    for table in apps.get_model("table", "Table").objects.using(alias).all():
        here = entries.filter(register=table.code)
        loaded = here.filter(verb="load").values_list("number", flat=True)
        ended = here.filter(ends).values_list("number", flat=True)
        _tell(shoes.filter(table=table), "loaded_at", loaded)
        _tell(coups.filter(table=table, ended=True), "ended_at", ended)


def _tell(rows: Any, field: str, numbers: Iterable[int]) -> None:
    """Each row in its order the number in its order."""
    found = list(rows.only("pk"))
    for row, number in zip(found, numbers, strict=False):
        setattr(row, field, number)
    rows.model.objects.using(rows.db).bulk_update(found, [field], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0021_out_of_the_house")]
    operations: ClassVar = [
        migrations.AddField("coup", "ended_at", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.AddField("shoe", "loaded_at", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.AddIndex("coup", models.Index(fields=["table", "ended_at"], name="coups_by_their_end")),
        migrations.AddIndex(
            "entry", models.Index(fields=["register", "verb", "number"], name="entries_of_a_verb")
        ),
        migrations.AddIndex(
            "entry", models.Index(fields=["register", "actor", "number"], name="entries_of_an_actor")
        ),
        migrations.AddIndex("entry", models.Index(fields=["register", "at", "number"], name="entries_of_a_time")),
        migrations.AddIndex("refusal", models.Index(fields=["register", "id"], name="refusals_of_a_register")),
        migrations.AddIndex("refusal", models.Index(fields=["register", "verb", "id"], name="refusals_of_a_verb")),
        migrations.AddIndex("refusal", models.Index(fields=["register", "actor", "id"], name="refusals_of_somebody")),
        migrations.AddIndex("refusal", models.Index(fields=["register", "at"], name="refusals_of_a_time")),
        migrations.RunPython(tell_where_they_lie, migrations.RunPython.noop),
    ]
