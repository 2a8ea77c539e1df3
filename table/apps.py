"""The table as Django knows it."""

from django.apps import AppConfig


class TableConfig(AppConfig):
    """People, seats, shoe, coups and the register."""

    name = "table"
