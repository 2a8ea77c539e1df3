"""Keeps what disputes move after a coup is over, append-only as the money lines are.

A landed migration imports nothing of the house: these are the statements as they were when it landed.
"""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SAME = (
    "EXISTS (SELECT 1 FROM table_adjustment WHERE id = NEW.id"
    " OR (coup_id = NEW.coup_id AND number = NEW.number AND place = NEW.place))"
)
REFUSES = "BEGIN SELECT RAISE(ABORT, 'table_adjustment is append-only'); END"
SQLITE = {
    "table_adjustment_no_update": f"BEFORE UPDATE ON table_adjustment {REFUSES}",
    "table_adjustment_no_delete": f"BEFORE DELETE ON table_adjustment {REFUSES}",
    "table_adjustment_no_replace": f"BEFORE INSERT ON table_adjustment WHEN {SAME} {REFUSES}",
}
POSTGRESQL = {
    "table_adjustment_kept": "BEFORE UPDATE OR DELETE ON table_adjustment "
    "FOR EACH ROW EXECUTE FUNCTION sabot_append_only()",
    "table_adjustment_whole": "BEFORE TRUNCATE ON table_adjustment "
    "FOR EACH STATEMENT EXECUTE FUNCTION sabot_append_only()",
}


def lay(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The triggers of this engine."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        for name, does in (SQLITE if connection.vendor == "sqlite" else POSTGRESQL).items():
            cursor.execute(f"CREATE TRIGGER {name} {does}")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0010_correction_second_from")]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.CharField(max_length=8)),
                ("bettor", models.CharField(max_length=20)),
                ("amount", models.BigIntegerField()),
                ("number", models.PositiveBigIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "coup",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="adjustments", to="table.coup"
                    ),
                ),
            ],
            options={
                "ordering": ["number", "place"],
                "constraints": [
                    models.UniqueConstraint(fields=("coup", "number", "place"), name="one_adjustment_a_place")
                ],
            },
        ),
        migrations.RunPython(lay, migrations.RunPython.noop),
    ]
