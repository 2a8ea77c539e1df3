"""Django application of the bank."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class BankConfig(AppConfig):
    """Application for the bank of a table: chips in the rack, notes in the box, tips."""

    name = "bank"

    def ready(self) -> None:
        """Hand the table what the bank adds to it, once models are loaded; the table does not import it."""
        import_string("table.extensions.extend")(import_string("bank.extension.BANK"))
