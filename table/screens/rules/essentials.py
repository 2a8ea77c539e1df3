"""Essentials of a house: what a player asks before sitting down, and the rules that stand on screens of a table."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.profile import Box, Profile
from table.screens.rules.sentences import payment, reading, stakes
from table.screens.rules.sentences.bets import price
from table.words.numbers import Numbers
from table.words.terms import BUTTON, DEALING, READER


class Essential(NamedTuple):
    """Essential of a house: its policy key, its name, its value, and an addition, which may be empty."""

    key: str
    name: str
    value: str | Promise
    more: str = ""


def on_the_card(profile: Profile, numbers: Numbers) -> Iterator[Essential]:
    """Yield the essentials for the list of houses: dealing, reader, and what Banco and a tie pay.

    The reader is the player, the dealer, or where a machine deals “the game itself”. With the price of a tie comes
    whether it may be staked alone.
    """
    yield Essential("dealing", _("Cards"), DEALING[profile.dealing])
    yield Essential(
        "reader", _("Read by"), READER[profile.reader] if profile.dealing != "automatic" else _("the game itself")
    )
    banco = price(profile, Box.BANCO, numbers)
    yield Essential("banco_payout", _("Banco pays"), banco.printed, banco.note)
    more = _("only beside Punto or Banco") if profile.tie_requires_main else _("alone or beside another stake")
    yield Essential("tie_to_one", _("A tie pays"), price(profile, Box.EGALITE, numbers).printed, more)


def at_the_table(profile: Profile, numbers: Numbers) -> Iterator[Essential]:
    """Yield the six essentials for the page of any house: decks, positions, how it deals, reader, Button, currency."""
    shuffled = _("shuffled for every hand") if profile.reshuffle_every_hand else _("one taglia")
    yield Essential("decks", _("Decks"), str(profile.decks), shuffled)
    first, *more = profile.positions
    yield Essential("positions", _("Positions"), str(len(profile.positions)), f"{first}–{more[-1]}" if more else "")
    yield from list(on_the_card(profile, numbers))[:2]
    begins = _("from position %(position)s on") % {"position": first} if profile.button else ""
    yield Essential("button", _("Button"), BUTTON[profile.button], begins)
    yield Essential("currency", _("Money"), profile.currency, _("play money") if profile.dealing == "automatic" else "")


# --- on the screens of a table


@lru_cache(maxsize=64)
def rules_on(profile: Profile, numbers: Numbers, topics: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences of the rules on these topics, in the order of the topics and the language of `numbers`.

    Only the rules on stakes, payment and reading are searched; topics without one there are left out. Cached.
    """
    groups = (stakes.sentences, payment.sentences, reading.sentences)
    with translation.override(numbers.language):
        by_topic = {rule.topic: rule.sentence for sentences in groups for rule in sentences(profile, numbers)}
        return tuple(by_topic[topic] for topic in topics if topic in by_topic)
