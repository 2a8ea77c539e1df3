"""A house in a few words: what a player asks before sitting down."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.profiles import Box, Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.bets import price
from table.terms import BUTTON, DEALING, READER


class Essential(NamedTuple):
    """One of them: its policy key, what it is called, what it is here, and a word more (may be empty)."""

    key: str
    name: str
    value: str | Promise
    more: str = ""


def on_the_card(house: Profile, numbers: Numbers) -> Iterator[Essential]:
    """The essence, for the list of the houses: how dealt, who reads, what Banco and a tie pay."""
    yield Essential("dealing", _("Cards"), DEALING[house.dealing])
    yield Essential(
        "reader", _("Read by"), READER[house.reader] if house.dealing != "automatic" else _("the game itself")
    )
    banco = price(house, Box.BANCO, numbers)
    yield Essential("banco_payout", _("Banco pays"), banco.printed, banco.note)
    yield _tie(house, numbers)


def at_the_table(house: Profile, numbers: Numbers) -> Iterator[Essential]:
    """The essentials under the name of the house, without the prices: these stand in the table of the bets."""
    yield Essential("decks", _("Decks"), str(house.decks), _shuffled(house))
    yield Essential("positions", _("Positions"), str(len(house.positions)), _labels(house))
    yield from list(on_the_card(house, numbers))[:2]
    yield Essential("button", _("Button"), BUTTON[house.button], _starts(house))
    yield Essential("currency", _("Money"), house.currency, _("play money") if house.dealing == "automatic" else "")


def _tie(house: Profile, numbers: Numbers) -> Essential:
    more = _("only beside Punto or Banco") if house.tie_requires_main else _("alone or beside another stake")
    return Essential("tie_to_one", _("A tie pays"), price(house, Box.EGALITE, numbers).printed, more)


def _shuffled(house: Profile) -> str:
    return _("shuffled for every hand") if house.reshuffle_every_hand else _("one taglia")


def _labels(house: Profile) -> str:
    return f"{house.positions[0]}–{house.positions[-1]}" if len(house.positions) > 1 else ""


def _starts(house: Profile) -> str:
    return _("from position %(position)s on") % {"position": house.positions[0]} if house.button else ""
