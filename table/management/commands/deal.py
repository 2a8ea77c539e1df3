"""`manage.py deal FILE`: plays a script of coups at a table, and compares the results with those it expects."""

import sys
from argparse import ArgumentParser
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from table.management.invented import add_place, place
from table.management.terminal import ProgressBar, nonempty, number, path, quiet_door
from table.rules.refusal import Refused
from table.script.follow import FollowedLine, follow, read
from table.script.form import ScriptLine, Stopped, sentence
from table.script.player import Player


class Command(BaseCommand):
    """Play a script after reading the whole of it; ends with an error if any line came out otherwise than expected."""

    help = "Plays a script of coups (docs/scripts.md) at a table and compares what comes of it with what it expects."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the script, its speed in acts a second, the table, and the options of :func:`add_place`."""
        parser.add_argument("file", type=path, help="the script")
        words = "acts a second; as fast as it goes without it"
        parser.add_argument("--speed", type=number(0.001, 1000), metavar="N", help=words)
        words = "the table to play at; a new one if it is not named"
        parser.add_argument("--table", type=nonempty, metavar="CODE", help=words)
        add_place(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Parse the whole script, then play it where `place` says, at most ``speed`` acts a second, if given.

        Raises CommandError if the file cannot be read or parsed, and as `place` and `play` do.
        """
        try:
            lines = read(options["file"].read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, Stopped) as error:
            raise CommandError(str(error)) from error
        except Refused as refused:
            raise CommandError(sentence(refused)) from refused
        with place(self, options) as (who, code), quiet_door():
            self.play(Player(code, wait=pace(options["speed"]), who=who), lines)

    def play(self, player: Player, lines: list[ScriptLine]) -> None:
        """Play the lines, printing coups and expected refusals, and at the end that all came out as written.

        Raises CommandError instead with the expectations that were not met, and at once at any other line that is
        refused.
        """
        unmet: list[FollowedLine] = []
        bar = ProgressBar(sys.stderr, len(lines))
        try:
            for done, followed in enumerate(follow(player, lines), start=1):
                unmet += [followed] if followed.found else []
                bar.clear()
                self.report(player)
                bar.at(done, followed.line.text)
        except Stopped as stopped:
            raise CommandError("\n".join([*map(str, unmet), str(stopped)])) from stopped
        finally:
            bar.clear()
        if unmet:
            raise CommandError("\n".join(map(str, unmet)))
        self.stdout.write(met(player.code, len(lines)))

    def report(self, player: Player) -> None:
        """Print the coups that the player has collected, and the refusals at lines that expect one; empty both."""
        for coup in player.coups:
            self.stdout.write(str(coup))
        for text, refused in player.refusals:
            self.stdout.write(_("refused: %(text)s · %(why)s") % {"text": text, "why": sentence(refused)})
        player.coups.clear()
        player.refusals.clear()


def met(code: str, count: int) -> str:
    """Return the translated sentence that all `count` lines of a script came out as expected at the table `code`."""
    return ngettext(
        "Table %(table)s: %(count)s line, everything as written.",
        "Table %(table)s: %(count)s lines, everything as written.",
        count,
    ) % {"table": code, "count": count}


def pace(speed: float | None) -> Any:
    """Return a function to be called before each act: it blocks for 1 / `speed` seconds, without a speed not at all."""
    never = Event()
    return (lambda: never.wait(1 / speed)) if speed else (lambda: None)
