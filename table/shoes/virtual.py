"""Virtual shoe: decks shuffled by the operating system's random numbers, with every card sealed.

Nothing here knows a table. Whoever deals from it publishes the commitment first, with each card its order and its seal,
and with each turn its face and its salt; a spectator can check in the end that no card was exchanged.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from table.rules.cards import Card
from table.rules.cards import decks as unshuffled
from table.rules.shoe import SALT_BYTES, commitment_of, seal_of


class UnturnedCard(NamedTuple):
    """Card of a shoe before it is turned.

    ``order`` is its place in the order of extraction, from 1; ``face`` its two letters, such as ``7S``; ``salt`` 16
    bytes as 32 hexadecimal digits, drawn for this card alone.
    """

    order: int
    face: str
    salt: str


def shuffled(decks: int) -> tuple[Card, ...]:
    """Return the cards of ``decks`` decks in an unpredictable order, by the random numbers of the operating system."""
    cards = list(unshuffled(decks))
    secrets.SystemRandom().shuffle(cards)
    return tuple(cards)


def seal(cards: Iterable[Card]) -> tuple[UnturnedCard, ...]:
    """Return the cards in their order, numbered from 1, each with a random salt of its own, 32 hexadecimal digits."""
    return tuple(
        UnturnedCard(order, str(card), secrets.token_hex(SALT_BYTES)) for order, card in enumerate(cards, start=1)
    )


def commitment(sealed: Sequence[UnturnedCard]) -> str:
    """Return the commitment to publish before the first card: sha256 over a JSON list of all seals.

    They are in the order of extraction, whatever the order of ``sealed``.
    """
    return commitment_of(seal_of(it.face, it.salt) for it in sorted(sealed))
