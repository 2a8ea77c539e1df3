"""`manage.py direzione`: takes on the first person of a house, who then takes on everybody else.

Where the pepper of the PINs is lost, so that nobody could sign in, it gives one of the Direzione a new PIN.
"""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from table.access import pins
from table.management.terminal import spoken_there
from table.models import ElectronicShoe, Person
from table.play.texts import check_new
from table.record.refusals import raised_as
from table.rules.profile import Role

DONE = _(
    "“%(badge)s” is of the Direzione of this house and may sign in. "
    "The PIN serves one time: with it its owner sets one that only they know."
)
ALREADY = _("This house has a Direzione: “%(badge)s” gives PINs in the house office.")
LOST = _(
    "The PINs of the Direzione were hashed with another pepper than the one that is here. Bring the file back; if it "
    "is lost for good, give the badge of one of them: %(badges)s."
)
DIFFERENT = _("The two PINs differ; nobody was taken on.")
NOBODY = _("A badge and a PIN are needed: on a terminal they are asked for, else they are two lines of the input.")
BROWSERS = "what they read until they choose; else the language of their browser, or the house’s where that has none"


class Command(BaseCommand):
    """Take on the first person of the Direzione, or give one of it a new PIN where the pepper of theirs is lost."""

    help = (
        "Take on the first person of the Direzione, or give one of it a new PIN where the pepper of their PINs is "
        "lost; badge and PIN are asked for, or read as two lines of the input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--language`` for a person taken on, "" by default; badge and PIN are typed or piped, no options."""
        parser.add_argument("--language", choices=dict(settings.LANGUAGES), default="", help=BROWSERS)

    @spoken_there
    def handle(self, *_args: Any, language: str, **_options: Any) -> None:
        """Give the first person of the Direzione a PIN, as :func:`take_on`, and print that they may sign in.

        Badge and PIN are asked for at a terminal, else read as two lines of the input. Raises CommandError for a
        refusal, and if there is a Direzione already, the two PINs differ, or a line is empty.
        """
        with raised_as(CommandError):
            badge, pin = credentials() if sys.stdin.isatty() else read()
            take_on(badge, pin, language=language)
        self.stdout.write(DONE % {"badge": badge})


def credentials() -> tuple[str, str]:
    """Ask for badge and PIN at the terminal, the PIN twice and without echo.

    Raises CommandError if the two PINs differ.
    """
    badge, pin = input("Badge: ").strip(), getpass.getpass("PIN: ")
    if getpass.getpass("PIN once more: ") != pin:
        raise CommandError(DIFFERENT)
    return badge, pin


def read() -> tuple[str, str]:
    """Read badge and PIN as two lines of the standard input. Raises CommandError if one is empty."""
    badge, pin = (sys.stdin.readline().strip() for _ in range(2))
    if not (badge and pin):
        raise CommandError(NOBODY)
    return badge, pin


@transaction.atomic
def take_on(badge: str, pin: str, *, language: str) -> None:
    """Take on a person of the Direzione and give them this PIN; records `give_pin` under their own badge.

    Where there is a Direzione, and all its PINs were hashed with another pepper, the PIN goes to one of these people
    instead. It serves only to set an own one. `language` is what a new person reads, "" for that of their browser.
    Raises CommandError if a PIN of somebody active of the Direzione can be compared, and for the badge of nobody with
    one where none can; Refused (E_ARGUMENTS) for a badge or PIN that is not allowed, or a badge that is taken, also by
    a shoe. One transaction.
    """
    there = Person.objects.filter(role=Role.DIREZIONE, is_active=True).order_by("badge")
    known = {it.badge: it for it in there if pins.is_set(it.badge)}
    for it in known:
        if not pins.is_of_another_pepper(it):
            raise CommandError(ALREADY % {"badge": it})
    if known and badge not in known:
        raise CommandError(LOST % {"badges": ", ".join(known)})
    if not known:
        check_new(badge, taken=Person.objects.filter(badge=badge).exists())
        check_new(badge, taken=ElectronicShoe.objects.filter(key=badge).exists())
    pins.check(pin)
    person = known.get(badge) or Person.objects.take_on(badge=badge, role=Role.DIREZIONE, language=language)
    pins.set_(badge, pin, pins.at_the_machine(person))
