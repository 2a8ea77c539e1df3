"""Training tables: that one is for training is fixed when it is added, and its code says so."""

from typing import ClassVar

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

SAID = "whether a table is for training is fixed when it is added"
CHANGES = "NEW.training <> OLD.training OR (OLD.training AND NEW.code <> OLD.code)"
SQLITE = f"""
CREATE TRIGGER table_table_training BEFORE UPDATE OF training, code ON table_table WHEN {CHANGES}
BEGIN SELECT RAISE(ABORT, '{SAID}'); END
"""
FUNCTION = f"""
CREATE FUNCTION sabot_training() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF {CHANGES} THEN RAISE EXCEPTION '{SAID}'; END IF; RETURN NEW; END $$
"""
TRIGGER = """
CREATE TRIGGER table_table_training BEFORE UPDATE ON table_table FOR EACH ROW EXECUTE FUNCTION sabot_training()
"""


def lay(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """The trigger of this engine."""
    for statement in (SQLITE,) if editor.connection.vendor == "sqlite" else (FUNCTION, TRIGGER):
        editor.execute(statement)


def lift(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """Without it."""
    if editor.connection.vendor == "sqlite":
        editor.execute("DROP TRIGGER table_table_training")
        return
    editor.execute("DROP TRIGGER table_table_training ON table_table")
    editor.execute("DROP FUNCTION sabot_training")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("table", "0035_electronic_shoes")]
    operations: ClassVar = [
        migrations.AddField("table", "training", models.BooleanField(default=False)),
        migrations.AddConstraint(
            "table",
            models.CheckConstraint(
                condition=Q(training=False) | Q(code__startswith="TRAINING-"), name="a_training_table_says_so"
            ),
        ),
        migrations.RunPython(lay, lift),
    ]
