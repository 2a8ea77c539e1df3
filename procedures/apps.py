"""Django application of the procedures."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class ProceduresConfig(AppConfig):
    """Application for what is done when something goes wrong at the table."""

    name = "procedures"

    def ready(self) -> None:
        """Hand the table all that the procedures add to it, once models are loaded; the table imports no procedure."""
        import_string("table.extensions.extend")(import_string("procedures.extension.PROCEDURES"))
