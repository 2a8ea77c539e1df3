from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from table.record import triggers as append_only


def lay(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    append_only.lay(schema_editor.connection)


def lift(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    append_only.lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0001_initial")]
    operations: ClassVar = [migrations.RunPython(lay, lift)]
