"""The procedures as Django knows them."""

from django.apps import AppConfig


class ProceduresConfig(AppConfig):
    """What is done when something goes wrong at the table."""

    name = "procedures"
