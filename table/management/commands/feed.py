"""`manage.py feed ADDRESS FILE`: sends the cards of a recorded taglia to a served house, as a shoe reader does."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.management import feed_client


class Command(BaseCommand):
    """Send a card with each line of the input, or at a fixed interval in seconds."""

    help = "Tells a served house the cards of a recorded taglia, as an electronic shoe does (docs/feed.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare address, file of cards, file of the token, and seconds between two cards."""
        feed_client.arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Send the cards to the address, and print how many were answered; blocks until then.

        Raises CommandError if the connection or one of the files fails, or the input is not valid.
        """
        given = (options["address"], options["file"], options["token_file"], options["every"])
        try:
            count = feed_client.send_cards(*given, say=self.stderr.write)
        except (OSError, ValueError) as lost:
            raise CommandError(str(lost)) from lost
        self.stdout.write(_("Facts told: %(count)s.") % {"count": count})
