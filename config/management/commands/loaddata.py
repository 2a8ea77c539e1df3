"""`manage.py loaddata`: reads rows from files only where no house is in the database."""

from typing import Any

from django.core.management.commands import loaddata
from django.utils.translation import gettext as _

from config.management.past_the_door import check_no_house


class Command(loaddata.Command):
    """Django’s own, but for a house."""

    def handle(self, *labels: str, **options: Any) -> None:
        """Read the files, unless a house is in the database that no test runner made."""
        check_no_house(
            options["database"],
            _("Rows come into a house by acts; a whole house comes back from a copy of its database."),
        )
        super().handle(*labels, **options)
