"""A shoe that no hand has shuffled: decks in an order of chance, each card sealed, and all of them promised at once.

A seal is the digest of a secret salt and the face; the commitment is the digest of all seals in their order. Whoever
was told it before a card fell can check, once the shoe is opened, that no card was changed and none moved.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from table.rules.cards import Card
from table.rules.cards import decks as cards_of

SALT_BYTES = 16


class Sealed(NamedTuple):
    """A card of the shoe: its place in the order of extraction, from 1 on, its face, and its salt in hex digits."""

    order: int
    face: str
    salt: str


def shuffled(decks: int) -> tuple[Card, ...]:
    """So many decks in an order that the randomness of the operating system has made."""
    cards = list(cards_of(decks))
    secrets.SystemRandom().shuffle(cards)
    return tuple(cards)


def seal(cards: Sequence[Card]) -> tuple[Sealed, ...]:
    """The cards in their order, each with a salt that nobody knows."""
    return tuple(Sealed(order, str(card), secrets.token_hex(SALT_BYTES)) for order, card in enumerate(cards, start=1))


def seal_of(it: Sealed) -> str:
    """The seal of a card: sha256 of the salt and the face, in hex digits. It tells nothing of the face."""
    return hashlib.sha256(bytes.fromhex(it.salt) + it.face.encode("ascii")).hexdigest()


def commitment(sealed: Sequence[Sealed]) -> str:
    """What is promised of a whole shoe: sha256 of the list of its seals in their order, as JSON without spaces."""
    seals = json.dumps([seal_of(it) for it in sealed], separators=(",", ":"))
    return hashlib.sha256(seals.encode("ascii")).hexdigest()
