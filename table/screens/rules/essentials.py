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

    The reader is the player, the dealer, or where a machine deals “the game itself”.
    """
    yield Essential("dealing", _("Cards"), DEALING[profile.dealing])
    yield Essential(
        "reader", _("Read by"), READER[profile.reader] if profile.dealing != "automatic" else _("the game itself")
    )
    banco = price(profile, Box.BANCO, numbers)
    yield Essential("banco_payout", _("Banco pays"), banco.printed, banco.note)
    yield _tie(profile, numbers)


def at_the_table(profile: Profile, numbers: Numbers) -> Iterator[Essential]:
    """Yield the six essentials for the page of any house: decks, positions, how it deals, reader, Button, currency."""
    yield Essential("decks", _("Decks"), str(profile.decks), _shuffled(profile))
    yield Essential("positions", _("Positions"), str(len(profile.positions)), _labels(profile))
    yield from list(on_the_card(profile, numbers))[:2]
    yield Essential("button", _("Button"), BUTTON[profile.button], _starts(profile))
    yield Essential("currency", _("Money"), profile.currency, _("play money") if profile.dealing == "automatic" else "")


def _tie(profile: Profile, numbers: Numbers) -> Essential:
    """Return the essential “A tie pays”: the price of Egalité as printed, and whether it may be staked alone."""
    more = _("only beside Punto or Banco") if profile.tie_requires_main else _("alone or beside another stake")
    return Essential("tie_to_one", _("A tie pays"), price(profile, Box.EGALITE, numbers).printed, more)


def _shuffled(profile: Profile) -> str:
    """Return in words whether the cards are shuffled for every hand, or last for a taglia."""
    return _("shuffled for every hand") if profile.reshuffle_every_hand else _("one taglia")


def _labels(profile: Profile) -> str:
    """Return the labels of the first and the last position, ``1–7``; "" where there is one only."""
    return f"{profile.positions[0]}–{profile.positions[-1]}" if len(profile.positions) > 1 else ""


def _starts(profile: Profile) -> str:
    """Return in words that the Button begins at the first position; "" in a house without one."""
    return _("from position %(position)s on") % {"position": profile.positions[0]} if profile.button else ""


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
