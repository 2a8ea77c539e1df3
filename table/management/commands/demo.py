"""`manage.py demo`: makes the demo house in an empty database, and prints how to sign in."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from table.demo import house, keys
from table.management.quiet import quiet_door
from table.rules.profile import Role
from table.words.terms import ROLES

MAKING = "Making the demo house: people, tables, guests, and a few coups at some of them …"
ANOTHER = "The database holds another house already, and is served as it is; `make demo` makes a demo house beside it."
HEAD = """
  A demo house with {tables} tables.
  Four screens of one table at once:         {address}/demo/stage/
  Let them play, and find every screen:      {address}/demo/
  The sign of table T1, and its first seat:  {address}/demo/displays/T1/sign/ and {address}/demo/displays/T1/1/
  Sign in, each in a window of their own:    {address}/sign-in/
  and come to where each works: dealers to their tables, inspectors to the pit, the Direzione to its office.
"""
LESSON = "  “{trainee}” has a first lesson there, told step by step; nothing counts at that table.\n"
FOOT = "  The PINs stay the same; they lie in {file}, which only you can read."


class Command(BaseCommand):
    """Make the demo house in an empty database, and print its addresses, badges and PINs.

    Of a demo house that is there already the same is printed, of another house only that it is there.
    """

    help = "Makes the demo house in an empty database, and says how to come into it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="where the house is served")

    @translation.override("en")
    def handle(self, *_args: Any, address: str, **_options: Any) -> None:
        if house.is_empty():
            self.stdout.write(MAKING)
            self.stdout.flush()
            with quiet_door():
                house.found(language=language(), rng=SystemRandom())
        pins = keys.pins()
        # Output that goes to no terminal may be stored, by a journal for example: then without PINs.
        printed = pins if pins is None or self.stdout.isatty() else {}
        self.stdout.write(ANOTHER if printed is None else "\n".join(welcome(address, printed)))


def language() -> str:
    """Return the language of this terminal if the house speaks it, else the house's own."""
    spoken = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "")[:2]
    return spoken if spoken in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def welcome(address: str, pins: keys.Pins) -> Iterator[str]:
    """Yield the lines that say how to sign in, without PINs if `pins` is empty."""
    yield HEAD.format(address=address, tables=len(house.TABLES)).rstrip("\n")
    if not pins or house.TRAINEE in pins:  # a demo house of an earlier version has no trainee
        yield LESSON.format(trainee=house.TRAINEE)
    yield f"      {'badge':<14}{'PIN' if pins else '':<10}office"
    there = {badge: role for badge, role in house.staff().items() if not pins or badge in pins}
    for badge, role in sorted(there.items(), key=lambda it: it[1] != Role.DEALER):
        yield f"      {badge:<14}{pins.get(badge, ''):<10}{ROLES[role]}{table_of(badge)}"
    yield ""
    yield FOOT.format(file=settings.DEMO_FILE)
    yield ""


def table_of(badge: str) -> str:
    """Return where a dealer works and by which rules, and where the trainee's lesson is; empty for others."""
    if badge == house.TRAINEE:
        return f" at {house.TRAINED_AT}, the first lesson"
    here = (f" at {it.code}, {it.profile.title}" for it in house.TABLES if house.dealer_at(it.code) == badge)
    return next(here, "")
