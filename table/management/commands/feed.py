"""`manage.py feed ADDRESS FILE`: tells a served house the cards of a recorded taglia, as an electronic shoe does."""

import os
import select
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.feed.client import ALIVE_SECONDS, Shoe, deal, recorded
from table.feed.wire import Line


class Command(BaseCommand):
    """A card leaves the shoe with each line of the input, or by itself every so many seconds."""

    help = "Tells a served house the cards of a recorded taglia, as an electronic shoe does (docs/feed.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="such as ws://127.0.0.1:8000/live/shoe/T3/")
        parser.add_argument("file", type=Path, help="cards as they are written, or a script (docs/scripts.md)")
        parser.add_argument("--token-file", type=Path, required=True, help="the file that holds the token of the shoe")
        parser.add_argument("--every", type=float, metavar="SECONDS", help="a card so often; else one a line of input")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            facts = recorded(options["file"].read_text(encoding="utf-8"))
            token = options["token_file"].read_text(encoding="ascii").strip()
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        shoe = Shoe(lambda: Line(options["address"], token), say=self.stderr.write)
        try:
            told = deal(shoe, facts, every(options["every"]) if options["every"] else by_line())
        except (OSError, ValueError) as lost:
            raise CommandError(str(lost)) from lost
        finally:
            shoe.close()
        self.stdout.write(_("Facts told: %(count)s.") % {"count": told})


def by_line() -> Iterator[bool]:
    """The next card with each line; at the end of the input no card comes any more."""
    typed, lines = sys.stdin.fileno(), 0
    while True:
        if not lines and select.select([typed], [], [], ALIVE_SECONDS)[0]:
            more = os.read(typed, 4096)
            if not more:
                return
            lines = more.count(b"\n")
        yield lines > 0
        lines = max(0, lines - 1)


def every(seconds: float) -> Iterator[bool]:
    """The next card after so many seconds; somebody who waits for longer says that he lives."""
    while True:
        due = time.monotonic() + seconds
        while (left := due - time.monotonic()) > 0:
            time.sleep(min(left, ALIVE_SECONDS))
            if due - time.monotonic() > 0:
                yield False
        yield True
