"""Django application `config`, which registers the checks of the settings and replaces commands of libraries."""

from django.apps import AppConfig
from django.core import checks

from config.service import installation


class ConfigConfig(AppConfig):
    """Django application of settings, server and service."""

    name = "config"

    def ready(self) -> None:
        """Register the checks of `.env`, and for a deployment that of where the backups are."""
        checks.register(installation.written, checks.Tags.security)
        checks.register(installation.backups, checks.Tags.database, deploy=True)
