"""`manage.py comunale`: takes on an Ispettore Comunale, or gives them a new PIN, without the Direzione."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from table.access import pins
from table.management.commands.direzione import BROWSERS, credentials, read
from table.management.terminal import spoken_there
from table.models import ElectronicShoe, Person
from table.play.texts import check_new
from table.record.refusals import raised_as
from table.rules.profile import Role
from table.words.terms import ROLES

DONE = _("“%(badge)s” is Ispettore Comunale here. The PIN serves one time: with it they set one that only they know.")
ANOTHER = _("“%(badge)s” has another office in this house: %(role)s.")
GONE = _("“%(badge)s” works here no more; the Direzione makes them active again in its office.")


class Command(BaseCommand):
    """Take on an Ispettore Comunale, or give them a new PIN.

    They watch over the house: by default its Direzione neither takes them on nor learns their PIN.
    """

    help = "Take on an Ispettore Comunale, or give them a new PIN; badge and PIN are asked for, or read as two lines."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--language`` for a person taken on, one of the house's, else "". Badge and PIN are no options."""
        parser.add_argument("--language", choices=dict(settings.LANGUAGES), default="", help=BROWSERS)

    @spoken_there
    def handle(self, *_args: Any, language: str, **_options: Any) -> None:
        """Give the PIN to a badge, both asked for at a terminal, else read as two lines, and print a sentence.

        `language` is that of a person who is taken on by it. Raises CommandError with the sentence of a refusal, as
        `give`, and if the PIN typed a second time differs, or one of the two lines is empty.
        """
        with raised_as(CommandError):
            badge, pin = credentials() if sys.stdin.isatty() else read()
            give(badge, pin, language=language)
        self.stdout.write(DONE % {"badge": badge})


@transaction.atomic
def give(badge: str, pin: str, *, language: str) -> None:
    """Set a PIN for the Ispettore Comunale with this badge, who is taken on if nobody has it; records `give_pin`.

    It serves only to set an own one. That they are taken on is no entry of its own; sessions begun with their PIN
    before end. `language` is that of a person taken on, and changes nothing for another. Raises Refused for a PIN or a
    new badge that is not allowed, CommandError for a badge of another office or of somebody who no longer works here.
    One transaction: then nothing stays, not even what the door noted of a refusal.
    """
    pins.check(pin)
    person = Person.objects.filter(badge=badge).first() or _taken_on(badge, language)
    if person.role != Role.ISPETTORE_COMUNALE:
        raise CommandError(ANOTHER % {"badge": badge, "role": ROLES[Role(person.role)]})
    if not person.is_active:
        raise CommandError(GONE % {"badge": badge})
    pins.set_(badge, pin, pins.at_the_machine(person))


def _taken_on(badge: str, language: str) -> Person:
    """Create and return the active Ispettore Comunale with this badge, who has no PIN yet; no entry is made.

    Refuses (E_ARGUMENTS) a badge that is malformed, reserved or an electronic shoe's; raises IntegrityError for
    one that somebody has.
    ``language`` is "" for that of their browser.
    """
    check_new(badge, taken=ElectronicShoe.objects.filter(key=badge).exists())
    return Person.objects.take_on(badge=badge, role=Role.ISPETTORE_COMUNALE, language=language)
