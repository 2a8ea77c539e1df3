"""Check for commands that need a migrated database."""

from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from table.schema import is_migrated


def check_made() -> None:
    """Raise CommandError unless every migration is applied."""
    if not is_migrated(connection):
        raise CommandError(_("This house is not made yet: its database has no tables. Run “manage.py migrate” first."))
