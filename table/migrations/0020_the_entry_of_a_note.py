"""A note knows the entry that names it, and when that was: by this it is found as soon as it is to be erased."""

import re
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

DIGEST = re.compile(r'"([0-9a-f]{64})"')


def tell_of_which_entry(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """By the entries: the first that names a note is the one that it was written for."""
    notes = apps.get_model("table", "Note").objects.using(schema_editor.connection.alias)
    entries = apps.get_model("table", "Entry").objects.using(schema_editor.connection.alias)
    unknown = set(notes.values_list("digest", flat=True))
    if not unknown:
        return
    told = entries.order_by("register", "number").values_list("register", "number", "at", "arguments")
    for register, number, at, arguments in told.iterator():
        for digest in unknown.intersection(DIGEST.findall(arguments)):
            notes.filter(digest=digest).update(register=register, number=number, at=at)
            unknown.remove(digest)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0019_what_left_the_house")]
    operations: ClassVar = [
        migrations.AddField("note", "register", models.CharField(blank=True, max_length=20)),
        migrations.AddField("note", "number", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("note", "at", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField("note", "salt", models.CharField(blank=True, max_length=32)),
        migrations.RunPython(tell_of_which_entry, migrations.RunPython.noop),
        migrations.AddIndex(
            "note", models.Index(condition=models.Q(erased=False), fields=["at"], name="notes_to_be_erased")
        ),
    ]
