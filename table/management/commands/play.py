"""`manage.py play`: plays whole taglie at random, and compares the results with the exact odds."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from table.management.invented import add_place, place
from table.management.terminal import ProgressBar, nonempty, quiet_door
from table.play.offered import named_here
from table.rules.houses import HOUSES
from table.rules.odds.bets import percent
from table.rules.profile import Profile
from table.rules.refusal import Cents, Code, Refused, require
from table.script import evening
from table.script.coups import WINNERS
from table.script.form import sentence
from table.script.player import Player
from table.script.staff import BEHIND

REAL = [key for key, it in HOUSES.items() if it.dealing != "automatic"]
COUPS_A_TAGLIA = 60
AMOUNTS = {
    "laid": gettext_lazy("laid"),
    "in_action": gettext_lazy("in action"),
    "win": gettext_lazy("won"),
    "loss": gettext_lazy("lost"),
    "commission": gettext_lazy("commission"),
    "rounding": gettext_lazy("rounding"),
    "bettors": gettext_lazy("the bettors’ result"),
}


class Command(BaseCommand):
    """Play by the rules of one house, at a new table or a given one; the same seed gives the same evening."""

    help = "Plays whole taglie by chance and compares the results with the exact odds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--house``, ``--taglie``, ``--seed``, ``--behind``, ``--table``, ``--json``, and `add_place`.

        ``--behind`` is the number of cards behind the cut card; `add_place` adds options of its own.
        """
        parser.add_argument(
            "--house", default=REAL[0], metavar="KEY", help="one of: " + ", ".join(REAL) + ", or own rules"
        )
        parser.add_argument("--taglie", type=int, default=1, metavar="N", help="how many")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance begins with")
        parser.add_argument("--behind", type=int, default=BEHIND, metavar="N", help="cards behind the cut card")
        words = "the table to play at; a new one if it is not named"
        parser.add_argument("--table", type=nonempty, metavar="CODE", help=words)
        parser.add_argument("--json", action="store_true", help="what came of it for programs, amounts in cents")
        add_place(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play the taglie where `place` says, and print the results. Raises CommandError for a refusal, and as `place`.

        Fewer than one taglia, unknown rules and whatever the table refuses are refused.
        """
        try:
            require(options["taglie"] > 0, Code.COUNT, "At least one taglia is played.")
            rules = named_here(options["house"])
            with place(self, options) as (who, code), quiet_door():
                self.play_and_tell(Player(code, who=who), rules, options)
        except Refused as refused:
            raise CommandError(sentence(refused)) from refused

    def play_and_tell(self, player: Player, rules: Profile, options: dict[str, Any]) -> None:
        """Play the taglie, and print their results and their money as text or JSON."""
        player.behind = options["behind"]
        chance = Random(options["seed"])  # noqa: S311 - an evening that can be played again is what a seed is for
        tally = self.play(player, rules, taglie=options["taglie"], rng=chance)
        shoes = list(player.table.shoes.order_by("-taglia")[: options["taglie"]])
        totals = evening.money(shoes)
        if options["json"]:
            figures = values(player, tally, totals) | {"taglie": options["taglie"], "seed": options["seed"]}
            self.stdout.write(json.dumps(figures, indent=2))
            return
        self.stdout.write("\n".join([*results(player, tally), *amounts(rules, totals)]))

    def play(self, player: Player, rules: Profile, *, taglie: int, rng: Random) -> evening.EveningTally:
        """Set the table up by `rules`, seat its players, play taglie with cards by `rng`, and tally their coups.

        Shows progress on a terminal.
        """
        tally, bar = evening.EveningTally(rules), ProgressBar(sys.stderr, taglie * COUPS_A_TAGLIA)
        evening.sit_down(player, rules)
        for _number in range(taglie):
            for coup in evening.taglia(player, rng):
                tally.count(coup)
                bar.at(tally.coups, str(coup))
        bar.clear()
        return tally


def values(player: Player, tally: evening.EveningTally, totals: dict[str, int]) -> dict[str, Any]:
    """Return what was played for JSON: house, table, coups, counts by result, chi-square test, and money in cents.

    ``expected`` has the exact chance of each result as a number and as a fraction in text; ``behind`` counts the
    cards behind the cut card.
    """
    return {
        "house": tally.profile.key,
        "table": player.code,
        "behind": player.behind,
        "coups": tally.coups,
        "results": {it.value: tally.results[it] for it in tally.expected},
        "expected": {it.value: {"value": float(odds), "exact": str(odds)} for it, odds in tally.expected.items()},
        "chi_square": tally.chi_square,
        "likelihood": tally.likelihood,
        "currency": tally.profile.currency,
        "cents": totals,
    }


def results(player: Player, tally: evening.EveningTally) -> Iterator[str]:
    """Yield a heading, a line for each result (count, share, exact probability), and one with the chi-square test.

    Without coups all shares are 0.00 %.
    """
    yield _("%(house)s, table %(table)s: %(coups)s coups, the cut card before the last %(behind)s") % {
        "house": tally.profile.title,
        "table": player.code,
        "coups": tally.coups,
        "behind": player.behind,
    }
    total = max(1, tally.results.total())
    for result, chance in tally.expected.items():
        count = tally.results[result]
        share = f"{100 * count / total:.2f} %"
        yield f"{WINNERS[result]!s:24}{count:>8}{share:>12}  {_('expected')} {percent(chance, 2)} %"
    yield _("χ² %(chi)s with two degrees of freedom; chance lies farther away in %(share)s %% of all evenings") % {
        "chi": f"{tally.chi_square:.2f}",
        "share": f"{100 * tally.likelihood:.1f}",
    }


def amounts(rules: Profile, totals: dict[str, int]) -> Iterator[str]:
    """Yield a line with the amount and currency for each kind in AMOUNTS that `totals` (cents by kind) has."""
    for kind, label in AMOUNTS.items():
        if kind in totals:
            yield f"{label!s:24}{Cents(totals[kind])!s:>20} {rules.currency}"
