"""`manage.py odds`: prints the odds of every bet of a house, from a fresh shoe or without some cards."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from table.management.terminal import nonempty
from table.play.offered import known_here, named_here
from table.record.refusals import raised_as
from table.rules.cards import DECK, RANKS
from table.rules.houses import HOUSES
from table.rules.odds.bets import BetOdds, bets, percent
from table.rules.odds.chances import Chances, chances
from table.rules.odds.composition import Composition, fresh, parse_seen
from table.rules.profile import Profile
from table.words.terms import BOX_NAMES


class Command(BaseCommand):
    """Print one table of odds for each house, or for the named one."""

    help = "Prints the exact odds of every bet: of one house or of all, from a fresh shoe or a partly dealt one."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--profile``, ``--decks``, ``--removed``, ``--exact`` and ``--json``.

        ``--profile`` is the key of one house (None: all), ``--decks`` their number as text (None: the house's), and
        ``--removed`` a text of cards gone from the shoe; only an empty key is refused here. All
        figures are exact; ``--exact`` prints the edge as a fraction, too.
        """
        words = "one house only: " + ", ".join(HOUSES) + ", or own rules"
        parser.add_argument("--profile", type=nonempty, metavar="KEY", help=words)
        parser.add_argument("--decks", metavar="N", help="the decks of the shoe, if not those of the house")
        parser.add_argument(
            "--removed",
            metavar="CARDS",
            default="",
            help="cards gone from the shoe: “9S 9S 10H”, “9Sx3” for three of them, “9” for a nine of any suit",
        )
        parser.add_argument("--exact", action="store_true", help="the edge as a fraction too")
        parser.add_argument("--json", action="store_true", help="for programs: every figure as a number and a fraction")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the odds of one house or of all, as text or JSON.

        Raises CommandError, and prints nothing, for unknown rules, or decks or cards that cannot be in one of them.
        """
        with raised_as(CommandError):
            profiles = [named_here(options["profile"])] if options["profile"] else list(known_here().values())
            shoes = [composition(it, options["decks"], options["removed"]) for it in profiles]
        if options["json"]:
            houses = [values(it, shoe) for it, shoe in zip(profiles, shoes, strict=True)]
            self.stdout.write(json.dumps({"houses": houses}, indent=2))
            return
        pages = (page(it, shoe, exact=options["exact"]) for it, shoe in zip(profiles, shoes, strict=True))
        self.stdout.write("\n\n".join(pages))


def composition(house: Profile, decks: str | int | None, removed: str) -> Composition:
    """Return a shoe of `decks` decks (None: the house's) without the cards in `removed`, such as “9S 9Sx3 9”.

    “9” is a nine of unknown suit, counted apart from those with one. Refuses (E_COUNT) a text or number that is not 1
    to 1000 decks, or fewer than six cards left; (E_CARD) what is no card; (E_CARD_COVERED) “??”; (E_CARD_IMPOSSIBLE)
    more of a card than there are.
    """
    return fresh(house.decks if decks is None else whole(decks)).without(*parse_seen(removed))


def whole(number: str | int) -> int:
    """Return a number of at most nine digits, given as text or int; 0 for anything else, which is refused as decks."""
    text = str(number)
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def page(house: Profile, shoe: Composition, *, exact: bool) -> str:
    """Return the odds of one house as text: name, shoe, headings, and a line for each bet.

    ``exact`` adds the edge as a fraction.
    """
    return "\n".join(
        [f"{house.title} ({house.key})", description(shoe), *aligned(table(house, chances(shoe), exact=exact))]
    )


def values(house: Profile, shoe: Composition) -> dict[str, Any]:
    """Return the odds of one house for JSON: house, title, decks, cards left, cards gone, and bets.

    ``house`` is the key; ``gone`` lists the cards that are gone, such as ``9Sx2``. ``bets`` maps each box to its
    figures by name (``edge``, ``rtp`` …), each as a number (``value``) and as a fraction in text (``exact``).
    """
    return {
        "house": house.key,
        "title": house.title,
        "decks": shoe.decks,
        "cards_left": shoe.left,
        "gone": gone(shoe).split(),
        "bets": {box.value: of_bet(odds) for box, odds in bets(house, chances(shoe)).items()},
    }


def of_bet(odds: BetOdds) -> dict[str, Any]:
    """Return the figures of a bet by name, each as a number (``value``) and as a fraction in text (``exact``).

    They are its chances (``wins``, ``returned``, ``loses``), the expected net result of 1 staked (``edge``) and the
    return to player (``rtp``); no variance.
    """
    named = {"wins": odds.wins, "returned": odds.returned, "loses": odds.loses, "edge": odds.edge, "rtp": odds.rtp}
    return {name: {"value": float(figure), "exact": str(figure)} for name, figure in named.items()}


def description(shoe: Composition) -> str:
    """Return a sentence on the shoe: a fresh one, or its decks and the cards that are gone; and how many are left."""
    facts = {"decks": shoe.decks, "left": shoe.left, "gone": gone(shoe)}
    if not facts["gone"]:
        return (
            ngettext(
                "A fresh shoe of %(decks)s deck: %(left)s cards",
                "A fresh shoe of %(decks)s decks: %(left)s cards",
                shoe.decks,
            )
            % facts
        )
    return (
        ngettext(
            "%(decks)s deck without %(gone)s: %(left)s cards left",
            "%(decks)s decks without %(gone)s: %(left)s cards left",
            shoe.decks,
        )
        % facts
    )


def gone(shoe: Composition) -> str:
    """Return the removed cards, as they may be typed again: ``9Sx2 TH``, last those of unseen suit: ``9x3``.

    A single card has no count: ``9S``, ``9``. "" if none is removed.
    """
    counts = [*zip(map(str, DECK), shoe.gone, strict=True), *zip(RANKS, shoe.gone_unsuited, strict=True)]
    return " ".join(name if count == 1 else f"{name}x{count}" for name, count in counts if count)


def table(house: Profile, coming: Chances, *, exact: bool) -> Iterator[list[str]]:
    """Yield a row of headings, then a row for each bet of the house: its name, and five figures in per cent.

    They are how often it wins, is returned and loses, the player's edge (below 0 as a rule), and the return to player;
    ``exact`` adds the edge as a fraction.
    """
    heads = [_("Bet"), _("Wins"), _("Returned"), _("Loses"), _("Player’s edge"), _("Return to player")]
    yield [*heads, _("Exact edge")] if exact else heads
    for box, odds in bets(house, coming).items():
        row = [str(BOX_NAMES[box]), *figures(odds)]
        yield [*row, str(odds.edge)] if exact else row


def figures(odds: BetOdds) -> list[str]:
    """List in per cent, as text, the chances of a bet to win, to be returned and to lose, its edge, and its return.

    The edge is the player's, negative where it favours the house; the return to the player includes the stake. All have
    four decimals: ``-1.2351 %``.
    """
    return [f"{percent(figure)} %" for figure in (odds.wins, odds.returned, odds.loses, odds.edge, odds.rtp)]


def aligned(rows: Iterator[Sequence[str]]) -> Iterator[str]:
    """Yield the rows as lines, with columns padded to the same width; nothing without rows.

    The first column is aligned to the left, the others to the right.
    """
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        numbers = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *numbers])
