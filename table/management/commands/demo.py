"""`manage.py demo`: makes the demo house in an empty database, and prints how to sign in."""

from argparse import ArgumentParser
from collections.abc import Iterator
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from table.demo import house, identity
from table.management.terminal import language, nonempty, quiet_door, spoken_there
from table.rules.profile import Role
from table.words.terms import ROLES

MAKING = gettext_lazy("Making the demo house: people, tables, guests, and a few coups at some of them …")
ANOTHER = gettext_lazy(
    "The database holds another house already, and is served as it is; `make demo` makes a demo house beside it."
)
FOOT = gettext_lazy("The PINs stay the same; they lie in %(file)s, which only you can read.")


class Command(BaseCommand):
    """Make the demo house in an empty database, and print its addresses and badges, and at a terminal its PINs.

    Of a demo house that is there already the same is printed, of another house only that it is there.
    """

    help = "Makes the demo house in an empty database, and says how to come into it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--address``, where the house is served, for the links.

        By default ``http://127.0.0.1:8000``; an empty one is an error of the command line.
        """
        usual = "http://127.0.0.1:8000"
        parser.add_argument("--address", type=nonempty, default=usual, help="where the house is served")

    @spoken_there
    def handle(self, *_args: Any, address: str, **_options: Any) -> None:
        """Make the demo house if the database is empty, and print how to sign in to it, also if it was there before.

        Its PINs are stored in the file DEMO_FILE, and printed only at a terminal. For any other house, and for a demo
        house whose PINs the file does not have, it prints only a sentence that another house is there.
        """
        if house.is_empty():
            self.stdout.write(str(MAKING))
            self.stdout.flush()
            with quiet_door():
                house.found(language=language() or settings.LANGUAGE_CODE, rng=SystemRandom())
        pins = identity.pins()
        # Output that goes to no terminal may be stored, by a journal for example: then without PINs.
        printed = pins if pins is None or self.stdout.isatty() else {}
        self.stdout.write(str(ANOTHER) if printed is None else "\n".join(welcome(address, printed)))


def welcome(address: str, pins: identity.Pins) -> Iterator[str]:
    """Yield the lines that say how to come in: addresses, badges and offices, with PINs unless `pins` is empty.

    Dealers come first. Whose PIN was set anew since has a dash in its place.
    """
    yield ""
    yield "  " + _("A demo house with %(tables)s tables.") % {"tables": len(house.TABLES)}
    at_t1 = [f"{address}/demo/displays/T1/{place}/" for place in ("sign", "1")]
    for words, where in (
        (_("Four screens of one table at once:"), f"{address}/demo/stage/"),
        (_("Let them play, and find every screen:"), f"{address}/demo/"),
        (_("The sign of table T1, and its first seat:"), " ".join(at_t1)),
        (_("Sign in, each in a window of their own:"), f"{address}/sign-in/"),
    ):
        yield f"  {words:<48} {where}"
    yield "  " + _("Dealers come to their tables, inspectors to the pit, the Direzione to its office.")
    if not pins or house.TRAINEE in pins:  # a demo house of an earlier version has no trainee
        lesson = _("“%(trainee)s” has a first lesson there, told step by step; nothing counts at that table.")
        yield "  " + lesson % {"trainee": house.TRAINEE}
    yield ""
    yield f"      {_('badge'):<14}{_('PIN') if pins else '':<10}{_('office')}"
    for it in sorted(house.people(), key=lambda it: it.role != Role.DEALER):
        pin = (it.pin or "–") if pins else ""
        yield f"      {it.badge:<14}{pin:<10}{ROLES[it.role]}{table_of(it.badge) if it.role == Role.DEALER else ''}"
    yield ""
    yield f"  {FOOT % {'file': settings.DEMO_FILE}}"
    yield ""


def table_of(badge: str) -> str:
    """Return at which table and by which rules the demo's plan has a dealer, or where its trainee's lesson is.

    It begins with a space. Only the first table of a dealer; "" for any other badge. Who is signed on is not looked at.
    """
    if badge == house.TRAINEE:
        return " " + _("at %(table)s, the first lesson") % {"table": house.TRAINED_AT}
    at = next((it for it in house.TABLES if house.dealer_at(it.code) == badge), None)
    return " " + _("at %(table)s, %(house)s") % {"table": at.code, "house": at.profile.title} if at else ""
