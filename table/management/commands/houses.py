"""`manage.py houses`: prints the houses as a table in Markdown; docs/houses.md has those of the documents."""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from table.play.offered import known_here
from table.rules.houses import HOUSES
from table.rules.profile import Profile

PAYOUTS = {"commission_5": "1:1 less 5 %", "half_on_six": "1:1, with 6 a half"}
DEALINGS = {"face_down": "face down", "face_up": "face up", "automatic": "by the machine"}
READERS = {"highest_punto": "the highest stake on Punto", "none": "nobody"}

COLUMNS: dict[str, Callable[[Profile], object]] = {
    "Key": lambda house: f"`{house.key}`",
    "House": lambda house: house.title,
    "Document": lambda house: house.source,
    "Decks": lambda house: house.decks,
    "Positions": lambda house: len(house.positions),
    "Money": lambda house: house.currency,
    "Cards": lambda house: DEALINGS[house.dealing],
    "Reads": lambda house: READERS[house.reader],
    "Button": lambda house: "yes" if house.button else "–",
    "Banco pays": lambda house: PAYOUTS[house.banco_payout],
    "Egalité pays": lambda house: f"{house.tie_to_one}:1",
    "Side bets": lambda house: ", ".join(box.replace("_", " ") for box in house.boxes if box in house.side_bets) or "–",
}


class Command(BaseCommand):
    """Print one row per house: those of the documents in their order, then those of this database, if it has any."""

    help = "Prints the houses with what a player asks before sitting down, in English."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print the Markdown :func:`table` of all houses: those of the documents, then own ones, also retired.

        Own ones are left out where there is no database, or it is not migrated.
        """
        self.stdout.write(table(known_here().values()))


def table(houses: Iterable[Profile] = HOUSES.values()) -> str:
    """Return a table in Markdown and English with a row for each of these houses; by default those of the documents.

    Its columns are key, title, document, decks, number of positions, currency, dealing, reader, Button, the payouts of
    Banco and Egalité, and side bets.
    """
    with translation.override("en"):
        rows = [[str(said(house)) for said in COLUMNS.values()] for house in houses]
    return "\n".join([_line(list(COLUMNS)), "|" + "---|" * len(COLUMNS), *map(_line, rows)])


def _line(cells: list[str]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"
