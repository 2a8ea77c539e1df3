"""Django configuration of the table."""

from importlib import import_module

from django.apps import AppConfig
from django.core import checks


class TableConfig(AppConfig):
    """People, seats, shoe, coups and the register."""

    name = "table"

    def ready(self) -> None:
        """Declare the verbs; register virtual shoes, voices of houses, escaped command output, and system checks."""
        dangers = import_module("table.management.dangers")  # only now: they look at models
        import_module("table.verbs")
        import_module("table.shoes.at_table").sign_up()
        import_module("table.words.voices").sign_up()
        import_module("table.management.terminal").for_every_command()
        checks.register(import_module("table.models.schema").check, checks.Tags.database)
        checks.register(dangers.restoring, checks.Tags.database)
        checks.register(dangers.proxies, checks.Tags.security, deploy=True)
        checks.register(dangers.database, checks.Tags.database, deploy=True)
