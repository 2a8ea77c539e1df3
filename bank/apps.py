"""Django application of the bank."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class BankConfig(AppConfig):
    """Application for the bank of a table: chips in the rack, notes in the box, tips."""

    name = "bank"

    def ready(self) -> None:
        """Register the bank's extension of the table (acts, rows, screens, reports), once models are loaded.

        Raises AssertionError if it is registered already.
        """
        import_string("table.extensions.extend")(import_string("bank.extension.BANK"))
