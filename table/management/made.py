"""Whether there is a house to play in: commands that need its tables say what is lacking, in a sentence."""

from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from table.schema import is_migrated


def check_made() -> None:
    """Refused unless the database has the tables of a house."""
    if not is_migrated(connection):
        raise CommandError(_("This house is not made yet: its database has no tables. Run “manage.py migrate” first."))
