"""What a statement compiled once writes into a row, for every model of the house and both databases."""

from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite
from django.utils.translation import gettext_lazy

from table.memory import statements
from table.rules.profile import Role
from tests.paper.sources import PACKAGES

OURS = [model for name in PACKAGES for model in apps.get_app_config(name).get_models()]


class Text(str):
    """A text of another type."""


VALUES = (None, True, False, 0, 7, -7, "", "7", "a", Text("7"), Role.DEALER, models.F("id"), gettext_lazy("Manuals"))


@pytest.mark.parametrize("engine", [SQLite, PostgreSQL])
@pytest.mark.parametrize("model", OURS, ids=lambda it: it.__name__)
def test_every_field_writes_what_django_would_write(model: type[models.Model], engine: Any) -> None:
    database, row = engine({**connections[DEFAULT_DB_ALIAS].settings_dict}, DEFAULT_DB_ALIAS), model()
    for field in model._meta.concrete_fields:
        if field.primary_key or isinstance(field, models.JSONField | models.DateTimeField):
            continue
        column = statements._Column(field, field.attname, statements._plain(field, engine.vendor))
        for value in VALUES:
            setattr(row, field.attname, value)
            try:
                expected = field.get_db_prep_save(field.pre_save(row, False), database)
            except (TypeError, ValueError, ValidationError) as error:
                with pytest.raises(type(error)):
                    statements._values(row, [column], database, new=False)
                continue
            written = statements._values(row, [column], database, new=False)
            assert [(type(it), it) for it in written] == [(type(expected), expected)], (field, value)
