"""`manage.py flush`: Django's own, refused where the database holds a house."""

from typing import Any

from django.core.management.commands import flush
from django.utils.translation import gettext as _

from config.management.past_the_door import check_no_house


class Command(flush.Command):
    """Django’s `flush` after :func:`check_no_house`."""

    def handle(self, **options: Any) -> None:
        """Empty the database; raise CommandError if it holds a house that no test runner made."""
        check_no_house(
            options["database"],
            _("To begin anew, let DATABASE_URL name an empty database; “make demo” makes a demo house beside yours."),
        )
        super().handle(**options)
