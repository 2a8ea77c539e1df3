"""The table as Django knows it."""

from django.apps import AppConfig
from django.core import checks

from table import schema


class TableConfig(AppConfig):
    """People, seats, shoe, coups and the register."""

    name = "table"

    def ready(self) -> None:
        """Whoever asks the database for its faults is told of columns that are missing."""
        checks.register(schema.check, checks.Tags.database)
