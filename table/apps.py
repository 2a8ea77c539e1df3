"""The table as Django knows it."""

from importlib import import_module

from django.apps import AppConfig
from django.core import checks

from table import schema


class TableConfig(AppConfig):
    """People, seats, shoe, coups and the register."""

    name = "table"

    def ready(self) -> None:
        """Whoever asks the database for its faults is told what is missing, and who opens a house what is dangerous."""
        dangers = import_module("table.management.dangers")  # only now: they look at models
        checks.register(schema.check, checks.Tags.database)
        checks.register(dangers.proxies, checks.Tags.security, deploy=True)
        checks.register(dangers.database, checks.Tags.database, deploy=True)
