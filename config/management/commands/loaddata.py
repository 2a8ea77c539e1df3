"""`manage.py loaddata`: Django's own, refused where the database holds a house."""

from typing import Any

from django.core.management.commands import loaddata
from django.utils.translation import gettext as _

from config.management.past_the_door import check_no_house


class Command(loaddata.Command):
    """Django’s `loaddata` after :func:`check_no_house`."""

    def handle(self, *labels: str, **options: Any) -> None:
        """Load the files; raise CommandError if the database holds a house that no test runner made."""
        check_no_house(
            options["database"],
            _("Rows come into a house by acts; a whole house comes back from a copy of its database."),
        )
        super().handle(*labels, **options)
