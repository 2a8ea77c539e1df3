"""`manage.py deliver`: sends events and alerts to webhooks, mailboxes and logs outside the house."""

import time
from argparse import ArgumentParser
from typing import Any

import structlog
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, close_old_connections
from django.utils.translation import gettext as _

from table.models.schema import check_made
from table.outside import outlets
from table.outside.delivery import deliver

log = structlog.stdlib.get_logger("sabot.outside")
MOST_SECONDS = 24 * 3600


class Command(BaseCommand):
    """Deliver once, run by a timer, or in a loop as a service; several processes may do so at a time."""

    help = "Delivers events and alerts to the webhooks of the house, and alerts to what ALERTS_TO names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare whether to deliver once, or again at an interval in seconds; one of the two has to be given."""
        how = parser.add_mutually_exclusive_group(required=True)
        how.add_argument("--once", action="store_true", help="once, and then end")
        how.add_argument("--every", type=float, metavar="SECONDS", help="again and again, with so long a pause")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Deliver once, and print how many deliveries arrived and how many outlets failed; ``--every``: without end.

        ``--every`` pauses between, prints nothing, and only logs errors of the database. Raises CommandError for a
        pause that is not above 0 or more than a day, an invalid ALERTS_TO, or a house that is not migrated.
        """
        check_made()
        every = options["every"]
        if every is not None and not 0 < every <= MOST_SECONDS:
            raise CommandError(_("The pause is more than nothing, and a day at most."))
        try:
            list(outlets.ways())
        except outlets.Unknown as unknown:
            facts = {"target": str(unknown)[:80]}
            raise CommandError(_("ALERTS_TO names what nobody can reach: %(target)s") % facts) from None
        while every is not None:
            self._again()
            time.sleep(every)
        done = deliver()
        counts = {"sent": done.sent, "failed": done.failed}
        self.stdout.write(_("%(sent)s deliveries arrived; outlets that could not be told: %(failed)s") % counts)

    def _again(self) -> None:
        """Deliver once; a database error is logged and not raised. Closes old or broken database connections."""
        try:
            deliver()
        except DatabaseError as error:
            log.warning("the database does not answer", why=str(error)[:200])
        finally:
            close_old_connections()
