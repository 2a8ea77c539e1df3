"""The procedures as Django knows them."""

from importlib import import_module

from django.apps import AppConfig


class ProceduresConfig(AppConfig):
    """What is done when something goes wrong at the table."""

    name = "procedures"

    def ready(self) -> None:
        """The table learns of verbs, of what is noticed, of rows, scripts and screens; it knows no procedure."""
        import_module("procedures.verbs")
        import_module("procedures.script")
        import_module("procedures.sign_up").at_the_table()
        import_module("procedures.screens.region").sign_up()
        import_module("procedures.screens.sentences").sign_up()
