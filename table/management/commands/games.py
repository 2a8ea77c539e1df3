"""`manage.py games`: plays random games of Baccarat online, and compares their returns with the exact odds."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from table.management.terminal import ProgressBar
from table.online.returns import BoxReturns, Returns, by_seed, by_the_house
from table.rules.odds.bets import percent
from table.words.terms import BOX_NAMES

FARTHEST = 3.9
"""Standard errors that one of nine boxes reaches by chance in one run of a thousand."""


class Command(BaseCommand):
    """Play the same games for the same seed; without one, shuffle as for players."""

    help = "Plays games of Baccarat online with a stake on every box, and compares the returns with the exact odds."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--games N``, by default a million, and ``--seed N``, by default None: shuffled at random."""
        parser.add_argument("--games", type=int, default=1_000_000, metavar="N", help="how many")
        parser.add_argument("--seed", type=int, metavar="N", help="what chance begins with; else the house shuffles")

    def handle(self, *_args: Any, games: int, seed: int | None, **_options: Any) -> None:
        """Play the games and print the returns; with a seed the same games, else shuffled as for players.

        Raises CommandError if the return of a box is more than FARTHEST standard errors from the exact one, after
        printing, or for fewer than one game.
        """
        if games < 1:
            raise CommandError(_("At least one game is played."))
        found, bar = Returns.empty(), ProgressBar(sys.stderr, games)
        found.play(games, by_the_house() if seed is None else by_seed(seed), bar.at)
        bar.clear()
        self.stdout.write("\n".join(lines(found, games)))
        if found.farthest > FARTHEST:
            raise CommandError(_("A return lies farther from its odds than chance explains."))


def lines(found: Returns, games: int) -> Iterator[str]:
    """Yield a heading, a line for each box, and the largest deviation; needs at least one game.

    A line has exact return, played return, standard error and deviation.
    """
    yield _("%(games)s games; returns in per cent: exact, played, standard error, deviation in errors") % {
        "games": games
    }
    for box, tally in found.tallies.items():
        yield f"{BOX_NAMES[box]!s:24}{percent(tally.odds.rtp, 2):>8}{_played(tally)}"
    yield _("farthest: %(deviation)s standard errors; beyond %(most)s in one of a thousand runs") % {
        "deviation": f"{found.farthest:.2f}",
        "most": FARTHEST,
    }


def _played(tally: BoxReturns) -> str:
    """Return three columns, aligned to the right and without units: return as played, standard error, deviation.

    The first two are in per cent, three decimals; the deviation is in standard errors, two decimals.
    """
    return f"{100 * tally.rtp:10.3f}{100 * tally.error:9.3f}{tally.deviation:9.2f}"
