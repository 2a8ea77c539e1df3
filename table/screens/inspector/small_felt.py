"""Small felt of a table for a tile of the pit: the positions in a row, and both hands fanned out below it.

Lengths are units of the drawing. On the smallest wall a unit is about a pixel, so that the rank in the corner of a
card, the points and the numbers of the positions are legible up close. Guests are not named.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext

from table.rules.cards import Card
from table.rules.regola import Result, Side
from table.screens.felt.cards import FeltHand, hand_of
from table.screens.felt.ground import ground_of
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import PlaceAtTable, Snapshot

_macro = macros_of("regions/tile.html")

WIDTH, SEATS_HEIGHT, HANDS_HEIGHT = 236, 24, 64
CARD_SIZE, FAN = 0.62, 42
"""Scale of a card, and the distance of the last card of a fan from its first."""
FIRST_CARD = {Side.BANCO: 23, Side.PUNTO: 171}
POINTS = {Side.BANCO: 103, Side.PUNTO: 133}
LIGHT = 14.5
"""Half the width of the light on a hand that has won, to either side of its points."""
RADIUS = 10.0
HAND_PLACES = 3
MOST_CACHED = 4096


class Disc(NamedTuple):
    """Position in the row: its label, its state, and the x of its middle."""

    label: str
    state: str
    x: float


def seats(snapshot: Snapshot) -> tuple[Piece, ...]:
    """Return two pieces, the positions in words and their row, with Button and reader, without guests' names."""
    nobody = tuple(it._replace(holder="", marked_since=None, standing=()) for it in snapshot.places)
    return _seats(nobody, get_language())


@lru_cache(maxsize=MOST_CACHED)
def _seats(places: tuple[PlaceAtTable, ...], _language: str | None) -> tuple[Piece, ...]:
    """Return two pieces: the positions in words, and their row as discs with the reader's mark and the Button; cached.

    They are cached by the places and the language.
    """
    step = WIDTH / max(1, len(places))
    discs = tuple(Disc(it.label, it.state, round(step * (place + 0.5), 1)) for place, it in enumerate(places))
    button = next((disc.x for disc, it in zip(discs, places, strict=True) if it.button), None)
    reader = next((disc.x for disc, it in zip(discs, places, strict=True) if it.reader), None)
    radius = round(min(RADIUS, step / 2 - 2), 1)
    row = [
        piece("the-reader", _macro("reader"), reader, radius),
        piece("discs", _macro("discs"), discs, radius),
        piece("the-button", _macro("button"), button, radius),
    ]
    return (
        piece("seats-told", _macro("in_words"), "seats-told", _seats_in_words(places)),
        piece("seats", _macro("seats"), (WIDTH, SEATS_HEIGHT), row=row),
    )


def _seats_in_words(places: tuple[PlaceAtTable, ...]) -> str:
    """Return the text alternative of the row: the labels of all seats that are not free, the Button, the reader.

    A dash stands for no such seat; Button and reader are left out where there is none.
    """
    taken = ", ".join(it.label for it in places if it.state != "free")
    words = [gettext("seats taken: %(positions)s") % {"positions": taken or "–"}]
    words += [gettext("Button at %(position)s") % {"position": it.label} for it in places if it.button]
    words += [gettext("%(position)s reads") % {"position": it.label} for it in places if it.reader]
    return "; ".join(words)


def hands(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield one piece with both hands as they lie, Banco's on the left, and the light on the hand that has won.

    On a tie the light is on both; without a result there is none.
    """
    ground = ground_of(snapshot.state.profile, turned=False)
    sides = (Side.BANCO, Side.PUNTO)
    won = [side for side in sides if snapshot.result in (Result.TIE, Result(side.value))]
    both = [_hand(hand_of(snapshot, ground, side), won=side in won) for side in sides]
    lit = (POINTS[won[0]] - LIGHT, POINTS[won[-1]] + LIGHT) if won else None
    light = [piece("light", _macro("light"), lit)]
    yield piece("hands", _macro("hands"), (WIDTH, HANDS_HEIGHT), light=light, banco=both[0], punto=both[1])


@lru_cache(maxsize=MOST_CACHED)
def _hand(hand: FeltHand, *, won: bool) -> tuple[Piece, ...]:
    """Return the pieces of a hand: its name and points, then its places, at least three, each with a card or empty.

    The points are highlighted if it ``won``. Cached.
    """
    key, placed = f"hand-{hand.side}", [(it.number, it.card) for it in hand.cards]
    cards: list[tuple[int, Card | None]] = placed + [(0, None)] * (HAND_PLACES - len(placed))
    called = piece(f"{key}-called", _macro("called"), hand.side, POINTS[hand.side], hand.points, won)
    step = FAN / (len(cards) - 1)
    fan = (_card(f"{key}-{place}", FIRST_CARD[hand.side] + step * place, place, it) for place, it in enumerate(cards))
    return (called, *fan)


def _card(key: str, middle: float, place: int, card: tuple[int, Card | None]) -> Piece:
    """Return the piece of a place in the fan of a hand with the x of its ``middle``; `card` is its number and face.

    Number 0 is an empty place, face None a covered card. The third place is visible only with a card.
    """
    number, face = card
    at = (round(middle, 1), HANDS_HEIGHT / 2, CARD_SIZE)
    return piece(key, _macro("card"), key, bool(number), face, at, place < HAND_PLACES - 1)
