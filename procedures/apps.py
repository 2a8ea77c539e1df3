"""The procedures as Django knows them."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class ProceduresConfig(AppConfig):
    """What is done when something goes wrong at the table."""

    name = "procedures"

    def ready(self) -> None:
        """The table is handed all that the procedures add to it; it knows no procedure. Models are there only now."""
        import_string("table.extensions.extend")(import_string("procedures.extension.PROCEDURES"))
