"""`manage.py flush`: empties a database only where no house is in it."""

from typing import Any

from django.core.management.commands import flush
from django.utils.translation import gettext as _

from config.management.past_the_door import check_no_house


class Command(flush.Command):
    """Django’s own, but for a house."""

    def handle(self, **options: Any) -> None:
        """Empty the database, unless a house is in it that no test runner made."""
        check_no_house(
            options["database"],
            _("To begin anew, let DATABASE_URL name an empty database; “make demo” makes a demo house beside yours."),
        )
        super().handle(**options)
