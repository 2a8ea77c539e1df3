"""Cards: the 52 faces in two letters (``7S``, ``TH`` or ``10H``, ``QD``) and the card with an unknown face (``??``).

A face is a value, shared by every card that shows it; six decks contain each face six times. A *physical* card is
identified by its place in the order of extraction, never by its face.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from table.rules.refusal import Code, Refused

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK_CARDS = len(RANKS) * len(SUITS)
MOST_DECKS = 8
MOST_CARDS = MOST_DECKS * DECK_CARDS
POINT_VALUES = 10
POINTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 0, "J": 0, "Q": 0, "K": 0}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """Face of a card: rank, suit and points (ace 1, 2-9 their number, ten and figures 0).

    Exactly one object exists for each face, so faces are compared by identity. Super Punto Banco, Premessa.
    """

    rank: str
    suit: str
    points: int

    def __str__(self) -> str:
        """Return the two letters of the face, as in ``7S`` and ``TH``; ``??`` for the unknown card."""
        return self.rank + self.suit

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickle the face by its name, so that loading it returns the one object that exists for it."""
        return parse, (str(self),)


class _Covered(Card):
    """Card that lies face down: reading its points is refused (E_CARD_COVERED)."""

    __slots__ = ()

    def __init__(self) -> None:
        """Make the covered card, with rank and suit “?” and no points stored; the class is frozen otherwise."""
        object.__setattr__(self, "rank", "?")
        object.__setattr__(self, "suit", "?")

    @property
    def points(self) -> int:
        """Refuse (E_CARD_COVERED): a card that lies face down has no points yet."""
        raise Refused(Code.CARD_COVERED, "This card still lies face down; it has to be turned first.")


UNKNOWN: Card = _Covered()
DECK: tuple[Card, ...] = tuple(Card(rank, suit, POINTS[rank]) for suit in SUITS for rank in RANKS)
_BY_NAME = {str(card): card for card in (*DECK, UNKNOWN)} | {
    f"10{suit}": DECK[13 * i + 9] for i, suit in enumerate(SUITS)
}


def parse(text: object) -> Card:
    """Return the card named by ``text`` in upper or lower case, such as ``TH``, ``10h`` or, unknown, ``??``.

    Refuses anything else, spaces around it too (E_CARD); an object that is no string is taken by its text.
    """
    name = str(text)
    card = _BY_NAME.get(name.upper()) if name.isascii() else None
    if card is None:
        raise Refused(
            Code.CARD,
            "“%(card)s” is not a card: write the rank A 2 … 9 10 J Q K and then the suit S H D C, as in 7S, 10H, QD.",
            card=name[:20],
        )
    return card


def parse_all(text: str) -> tuple[Card, ...]:
    """Return the cards named in ``text``, separated by spaces, in that order.

    Refuses an empty text or more cards than eight decks hold (E_COUNT), and a name that is no card (E_CARD).
    """
    names = text.split()
    check_count(len(names))
    return tuple(parse(name) for name in names)


def check_count(count: int) -> None:
    """Refuse a number of cards below 1 or above the cards of eight decks (E_COUNT)."""
    if not 1 <= count <= MOST_CARDS:
        raise Refused(
            Code.COUNT,
            "Between 1 and %(most)s cards are needed here; these are %(count)s.",
            most=MOST_CARDS,
            count=count,
        )


def points(cards: Sequence[Card]) -> int:
    """Return the points of a hand, 0 to 9: the sum modulo ten. An empty hand has 0.

    Refuses a covered card (E_CARD_COVERED).
    """
    total = 0
    for card in cards:
        total += card.points
    return total % POINT_VALUES


def decks(count: int) -> tuple[Card, ...]:
    """Return all cards of ``count`` decks, unshuffled, one whole deck after the other: 312 for the sixain."""
    return DECK * count


def show(cards: Iterable[Card]) -> str:
    """Return the cards as text, in order, with a space between two: ``7S TH``; "" for none."""
    return " ".join(map(str, cards))
