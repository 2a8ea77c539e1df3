"""What the house is made of, as Django knows it: the settings themselves are looked at by every check."""

from django.apps import AppConfig
from django.core import checks

from config.service import disks, dotenv


class ConfigConfig(AppConfig):
    """Settings, doors and the server."""

    name = "config"

    def ready(self) -> None:
        """Whoever asks for faults is told of those in `.env`, and of a deployment where backups lie."""
        checks.register(dotenv.written, checks.Tags.security)
        checks.register(disks.backups, checks.Tags.database, deploy=True)
