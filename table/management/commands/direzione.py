"""`manage.py direzione`: takes on the first person of a house, who then takes on everybody else.

Where none of the Direzione can sign in, as a PIN is forgotten or the pepper lost, it gives one of them a new PIN.
"""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from table.access import attempts, pins
from table.management.terminal import spoken_there
from table.models import ElectronicShoe, Person
from table.play.texts import check_new
from table.record.machine.database_lock import TAKING_ON_NUMBER, one_process_at_a_time
from table.record.refusals import raised_as
from table.rules.profile import Role

DONE = _(
    "“%(badge)s” is of the Direzione of this house and may sign in. "
    "The PIN serves one time: with it its owner sets one that only they know."
)
ALREADY = _(
    "This house has a Direzione, which gives PINs in the house office: %(badges)s. Where none of them can sign in, "
    "`manage.py direzione --anew` gives one of them a new PIN."
)
LOST = _(
    "The PINs of the Direzione were hashed with another pepper than the one that is here. Bring the file back; if it "
    "is lost for good, `manage.py direzione --anew` gives one of them a new PIN: %(badges)s."
)
NONE_OF_THEM = _("“%(badge)s” is none of the Direzione who has a PIN: %(badges)s.")
DIFFERENT = _("The two PINs differ; nobody was taken on.")
NOBODY = _("A badge and a PIN are needed: on a terminal they are asked for, else they are two lines of the input.")
BROWSERS = "what they read until they choose; else the language of their browser, or the house’s where that has none"


class Command(BaseCommand):
    """Take on the first person of the Direzione, or give one of it a new PIN (``--anew``)."""

    help = (
        "Take on the first person of the Direzione, or give one of it a new PIN (--anew), where it is forgotten or the "
        "pepper lost; badge and PIN are asked for, or read as two lines of the input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--anew``, and ``--language`` for a person taken on, "" by default; badge and PIN are no options."""
        parser.add_argument("--anew", action="store_true", help="a new PIN for one of the Direzione that there is")
        parser.add_argument("--language", choices=dict(settings.LANGUAGES), default="", help=BROWSERS)

    @spoken_there
    def handle(self, *_args: Any, language: str, anew: bool, **_options: Any) -> None:
        """Give somebody of the Direzione a PIN, by :func:`take_on` or :func:`give_anew`; print that they may sign in.

        Badge and PIN are asked for at a terminal, else read as two lines of the input. Raises CommandError for a
        refusal, as these do, and if the two PINs differ, or a line is empty.
        """
        with raised_as(CommandError):
            badge, pin = credentials() if sys.stdin.isatty() else read()
            if anew:
                give_anew(badge, pin)
            else:
                take_on(badge, pin, language=language)
        self.stdout.write(DONE % {"badge": badge})


def credentials() -> tuple[str, str]:
    """Ask for badge and PIN at the terminal, the PIN twice and without echo.

    Raises CommandError if the two PINs differ, and where they are not given: the input ends, or Ctrl-C is pressed.
    """
    try:
        badge, pin = input("Badge: ").strip(), getpass.getpass("PIN: ")
        again = getpass.getpass("PIN once more: ")
    except (EOFError, KeyboardInterrupt):
        raise CommandError(NOBODY) from None
    if again != pin:
        raise CommandError(DIFFERENT)
    return badge, pin


def read() -> tuple[str, str]:
    """Read badge and PIN as two lines of the standard input. Raises CommandError if one is empty."""
    badge, pin = (sys.stdin.readline().strip() for _ in range(2))
    if not (badge and pin):
        raise CommandError(NOBODY)
    return badge, pin


@one_process_at_a_time(TAKING_ON_NUMBER)
@transaction.atomic
def take_on(badge: str, pin: str, *, language: str) -> None:
    """Take on the first person of the Direzione and give them this PIN; records `give_pin` under their own badge.

    It serves only to set an own one. `language` is what they read, "" for that of their browser. Raises CommandError
    where somebody active of the Direzione has a PIN; Refused (E_ARGUMENTS) for a badge or PIN that is not allowed, or
    a badge that is taken, also by a shoe. One transaction, and one process at a time, or there would be two first
    persons: it waits for the other, and refuses (E_HELD) as :func:`one_process_at_a_time` does.
    """
    if there := _with_pin():
        refused = LOST if all(map(pins.is_of_another_pepper, there)) else ALREADY
        raise CommandError(refused % {"badges": ", ".join(there)})
    check_new(badge, taken=Person.objects.filter(badge=badge).exists())
    check_new(badge, taken=ElectronicShoe.objects.filter(key=badge).exists())
    pins.check(pin)
    person = Person.objects.take_on(badge=badge, role=Role.DIREZIONE, language=language)
    pins.set_(badge, pin, pins.at_the_machine(person))


@transaction.atomic
def give_anew(badge: str, pin: str) -> None:
    """Give somebody of the Direzione this PIN in place of theirs; records `give_pin` under their own badge.

    It serves only to set an own one, ends their sessions, and decides nothing for the hours that the rules name; pit
    and office are alerted. A lock-out of the badge is lifted, which nobody else might do. Raises CommandError for the
    badge of nobody active of the Direzione with a PIN, Refused (E_ARGUMENTS) for a PIN that is not allowed. One
    transaction.
    """
    there = _with_pin()
    if badge not in there:
        raise CommandError(NONE_OF_THEM % {"badge": badge, "badges": ", ".join(there) or "–"})
    pins.check(pin)
    pins.set_(badge, pin, pins.at_the_machine(there[badge]))
    attempts.lift(badge)


def _with_pin() -> dict[str, Person]:
    """Map the badges of the active Direzione who have a PIN to these people, in the order of the badges."""
    there = Person.objects.filter(role=Role.DIREZIONE, is_active=True).order_by("badge")
    return {it.badge: it for it in there if pins.is_set(it.badge)}
