"""Cards on the felt: both hands, and the cards beside the sabot."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from table.models import DrawnCard
from table.rules.cards import UNKNOWN, Card, points
from table.rules.regola import Claim, Side, natural
from table.screens.felt.ground import ASIDE_AT, Ground
from table.screens.read.snapshot import Snapshot
from table.screens.rules.plan import Point
from table.words.terms import CALLS

TITLES_AT, HANDS_AT = 474, 598
SLOTS = {Side.BANCO: ((392, 0), (518, 0), (238, 90)), Side.PUNTO: ((682, 0), (808, 0), (962, 90))}
"""Places of the cards of a hand in the order in which they are served: x and turn; the third lies across, outside."""
TITLES = {Side.BANCO: 318, Side.PUNTO: 912}
UPRIGHT, ACROSS = (58, 82), (82, 58)  # half the width and height of a card
LIGHT = 11
MORE_CARDS = 36  # distance of each further, undue card from the one before
ASIDE_FROM, ASIDE_STEP, ASIDE_WORDS, ASIDE_ROOM = 250, 52, 200, 770
ASIDE: Mapping[str, tuple[Promise, Sequence[str]]] = {
    "held": (pgettext_lazy("cards", "for the next hand"), DrawnCard.HELD),
    "waiting": (pgettext_lazy("cards", "waits for its box"), (DrawnCard.Location.WAITING,)),
    "excess": (pgettext_lazy("cards", "too many"), (DrawnCard.Location.EXCESS,)),
    "remaining": (pgettext_lazy("cards", "the remaining cards"), (DrawnCard.Location.REMAINING,)),
}


class PlacedCard(NamedTuple):
    """Card on the felt: its number in the order of extraction, its face if it is open, and its place."""

    number: int
    card: Card | None
    at: Point


class FeltHand(NamedTuple):
    """Hand on the felt: its side, the place of its title, its cards, empty places, points, and what was called.

    ``points`` are None with fewer than two cards or a covered one; ``won``: it has won the coup, which a tie is not.
    """

    side: Side
    title: Point
    cards: tuple[PlacedCard, ...]
    slots: tuple[Point, ...]
    points: int | None
    word: str
    won: bool

    @property
    def light(self) -> tuple[float, float, float, float]:
        """Field to be lit around the cards of a winning hand: left, top, width and height, in units of the drawing.

        Raises ValueError for a hand without cards.
        """
        reach = [(card.at, ACROSS if card.at.turn else UPRIGHT) for card in self.cards]
        left, right = min(at.x - wide for at, (wide, _) in reach), max(at.x + wide for at, (wide, _) in reach)
        top, bottom = min(at.y - high for at, (_, high) in reach), max(at.y + high for at, (_, high) in reach)
        return left - LIGHT, top - LIGHT, right - left + 2 * LIGHT, bottom - top + 2 * LIGHT


class AsideCards(NamedTuple):
    """Cards that lie in neither hand, and why."""

    kind: str
    words: str
    cards: tuple[PlacedCard, ...]
    title: Point


def hand_of(table: Snapshot, ground: Ground, side: Side) -> FeltHand:
    """Return the hand at the box of this side, with its places on the felt, and what is called at it.

    Its empty places are gone once the coup has a result.
    """
    at_box = table.state.at(side)
    faces, places = [card.card for card in at_box], list(_places(ground, side, len(at_box)))
    counted = points(faces) if len(faces) > 1 and UNKNOWN not in faces else None
    return FeltHand(
        side=side,
        title=ground.plan.point(TITLES[side] + ground.plan.margin, TITLES_AT + ground.drop),
        cards=tuple(_placed(card, place) for card, place in zip(at_box, places, strict=False)),
        slots=() if table.result else tuple(places[len(at_box) :]),
        points=counted,
        word=_word(table, side, counted, faces),
        won=table.result is not None and table.result.value == side.value,
    )


def _places(ground: Ground, side: Side, count: int) -> Iterator[Point]:
    """Yield the places of the cards of a hand, in the order served: always three, however few cards there are.

    For a `count` above three one more for each further card, outwards from the third.
    """
    down, margin = HANDS_AT + ground.drop, ground.plan.margin
    for x, turn in SLOTS[side]:
        yield ground.plan.point(x + margin, down, turn)
    (x, turn), outwards = SLOTS[side][2], -1 if side is Side.BANCO else 1
    for extra in range(1, count - 2):
        yield ground.plan.point(x + margin + outwards * extra * MORE_CARDS, down + extra * MORE_CARDS, turn)


def _placed(card: DrawnCard, at: Point) -> PlacedCard:
    """Return a card with its place on the felt; a covered one has no face (None)."""
    return PlacedCard(card.number, None if card.card is UNKNOWN else card.card, at)


def _word(table: Snapshot, side: Side, counted: int | None, faces: Sequence[Card]) -> str:
    """Return what is called at a hand: "battuta", at Punto before it has points what its reader declared, or "".

    Points are ``counted``, None with a covered card or fewer than two; a declaration counts as soon as a card is there.
    """
    if counted is not None:
        return CALLS[Claim.BATTUTA] if natural(faces[:2], ()) else ""
    claim = table.state.coup.claim if table.state.coup and side is Side.PUNTO and faces else ""
    return CALLS[Claim(claim)] if claim else ""


def aside_of(table: Snapshot, ground: Ground) -> Iterator[AsideCards]:
    """Yield the groups of cards on the felt that lie in no hand; a group without cards is left out.

    They are those held for the next hand, waiting for their box, too many, and the remaining ones drawn for a count.
    Held ones of the last coup of a taglia, which lapse with it, are said to be too many.
    """
    on_felt = {card.pk: card for card in (*table.state.held, *table.state.cards)}.values()
    groups = {kind: [card for card in on_felt if card.location in places] for kind, (_words, places) in ASIDE.items()}
    groups = {kind: cards for kind, cards in groups.items() if cards}
    room = ASIDE_ROOM - ASIDE_WORDS * len(groups)
    step = min(ASIDE_STEP, room / max(1, sum(map(len, groups.values()))))
    x, down = float(ASIDE_FROM + ground.plan.margin), ASIDE_AT + ground.drop
    for kind, cards in groups.items():
        at = [ground.plan.point(x + place * step, down) for place in range(len(cards))]
        title = ground.plan.point(x + len(cards) * step - 8, down)
        placed = tuple(_placed(card, place) for card, place in zip(cards, at, strict=True))
        said = "excess" if kind == "held" and table.state.surplus_lapses else kind
        yield AsideCards(kind, str(ASIDE[said][0]), placed, title)
        x += len(cards) * step + ASIDE_WORDS
