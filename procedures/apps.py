"""Django application of the procedures."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class ProceduresConfig(AppConfig):
    """Application for what is done when something goes wrong at the table."""

    name = "procedures"

    def ready(self) -> None:
        """Hand the table what procedures and training add to it, once models are loaded; the table imports neither."""
        extend = import_string("table.extensions.extend")
        extend(import_string("procedures.extension.PROCEDURES"))
        extend(import_string("procedures.training.extension.TRAINING"))
