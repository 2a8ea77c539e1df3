"""Felt during play: who is there, what lies in the boxes, the cards, and the state of the coup.

The staff see it from the dealer's place, players from across the table; the players' one names nobody and cannot be
pressed. Nothing is known before it is turned: the rows from which it is drawn have no face of a covered card.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext

from table.models import MOST_TABLES
from table.rules.phase import Phase
from table.rules.profile import Box, Profile
from table.rules.regola import Side
from table.screens.felt.cards import FeltHand, PlacedCard, aside_of, hand_of
from table.screens.felt.ground import DEALERS, Ground, ground_of
from table.screens.felt.piles import Piles, Spot, StakePile, laid_piles, paid_piles, spots_of, winning_boxes
from table.screens.read.notices import headline, notices
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import PlaceAtTable, Snapshot
from table.screens.rules import plan
from table.screens.rules.plan import Point
from table.screens.rules.sentences.bets import legends
from table.words.numbers import Numbers
from table.words.terms import SEATS

_macro = macros_of("regions/felt.html")

STANDS_STILL = ("held", "suspended", "closed")
"""Kinds of headline that change the look of the whole felt."""
HAND_PLACES = 3

MOST_CACHED = 8192
"""Number of boxes, places and hands cached, by what they show: tables share them."""
MOST_FELTS = 2 * MOST_TABLES
"""Number of felts cached whose stakes are laid: that of the staff and that of the public of each table."""


class At(NamedTuple):
    """Position as drawn: label, state, who is there (by name only where the screen may name them), disc, and scale.

    ``scale`` is how much more room it has to either side than on a felt without side bets.
    """

    label: str
    state: str
    stands: bool
    reads: bool
    name: str
    words: str
    disc: Point
    scale: float


class FeltLook(NamedTuple):
    """Look of the boxes: names for a ``single`` player, a ``shared`` sector of Egalité, ``turned`` to the players."""

    single: bool
    shared: bool
    turned: bool


def felt(table: Snapshot, which: str) -> Iterable[Piece]:
    """Yield the piece of the felt, with all pieces in it, as those who are named by ``which`` see it.

    As the dealer uses it (""), or as players see it from their side (``players``), without names and without what the
    coup brings the stakes; for ``watch``, and any other, as staff watch it. A press lays stakes on the dealer's alone,
    in the betting, unless a Colpo in Bianco is next; whether the coup is held is not looked at.
    """
    ground = ground_of(table.state.profile, turned=which == "players")
    staff, pressed = which != "players", not which
    laying = pressed and table.state.phase is Phase.BETTING and not table.blank_next
    said = table.part(headline)
    piles = table.part(paid_piles if staff else laid_piles)
    highest = table.state.coup.highest if table.state.coup is not None else ""
    yield piece(
        "felt",
        _macro("felt"),
        ground,
        pressed,
        said.kind if said.kind in STANDS_STILL else "",
        description=[piece("told", _macro("description"), f"{table.code}: {said.words}")],
        cloth=_cloth(table, ground, piles, laying=laying),
        spots=_spots(tuple(piles.items()), highest, table.state.profile, ground, table.numbers, laying=laying),
        places=_places(table.places, ground, table.numbers.language, staff=staff, pressed=pressed),
        hands=[_hand(hand_of(table, ground, side)) for side in (Side.BANCO, Side.PUNTO)],
        said=[piece("headline", _macro("headline"), said, ground.places["headline"], ground.second)],
        around=_around_hands(table, ground),
    )


# --- the cloth and its boxes


def _cloth(table: Snapshot, ground: Ground, piles: Piles, *, laying: bool) -> Iterator[Piece]:
    """Yield the pieces of the cloth, the places for tax, the word of a shared Egalité, and the boxes that won.

    A place for tax shows the commission in `piles` there, and what lies ready. With ``laying`` a press on
    it lays the tax, or takes back what lies ready, if just one stake of that position is on Banco.
    """
    numbers, coup = table.numbers, table.state.coup
    open_for = coup.key if laying and coup is not None else ""
    owed = {position: pile.commission for (position, _box), pile in piles.items() if pile.commission}
    yield piece("cloth", _macro("cloth"), ground, legends(table.state.profile, numbers))
    for cell in ground.written:
        if cell.kind == plan.TAX:
            due = owed.get(cell.position, 0)
            on_banco = [it for it in table.state.stakes if (it.position, it.box) == (cell.position, Box.BANCO)]
            ready, pressed = sum(it.tax for it in on_banco), open_for if len(on_banco) == 1 else ""
            given = (due, ready, pressed, plan.tax_verb(ready=bool(ready)), plan.tax(numbers), numbers)
            yield piece(f"tax-{cell.position}", _macro("tax"), cell, *given)
        else:
            tied = any(pile.laid for (_position, box), pile in piles.items() if box == Box.EGALITE)
            yield piece(f"shared-{cell.kind}", _macro("shared"), cell, tied)
    yield piece("won", _macro("won"), tuple(sorted(winning_boxes(table))))


@lru_cache(maxsize=MOST_FELTS)
def _spots(
    piles: tuple[tuple[tuple[str, str], StakePile], ...],
    highest: str,
    profile: Profile,
    ground: Ground,
    numbers: Numbers,
    *,
    laying: bool,
) -> tuple[Piece, ...]:
    """Return the pieces of the boxes of all positions with their stakes; with ``laying`` a press lays chips there.

    Cached. `highest` is the position whose box Punto is marked as having the highest stake, "" if none.
    """
    look, by_box = FeltLook(plan.single(profile), plan.shares_egalite(profile), ground.plan.turned), dict(piles)
    below = {it.kind for it in ground.prints if it.below}
    covers = {str(box): ground.plan.wide(text) for box, text in legends(profile, numbers) if box in below}
    leans = dict(plan.leaning(profile, ground.plan, {it.kind for it in ground.prints if it.signed}))
    return tuple(
        _spot(spot, look, numbers, (covers.get(spot.cell.kind, 0), leans.get(spot.cell.kind, 0)), laying=laying)
        for spot in spots_of(ground, by_box, highest)
    )


@lru_cache(maxsize=MOST_CACHED)
def _spot(spot: Spot, look: FeltLook, numbers: Numbers, lettered: tuple[float, int], *, laying: bool) -> Piece:
    """Return the piece of a box; cached, so that equal stakes give the same object. With ``laying`` it can be pressed.

    ``lettered`` is the width of the price printed below the letter of the box (0 if none), and how far that letter is
    moved down.
    """
    (cell, pile, highest), (covers, leans) = spot, lettered
    key = f"{cell.position}-{cell.kind}"
    raised = cell.position.isdigit() and int(cell.position) % 2 == 0
    stakes = piece(
        f"{key}-lies", _macro("contents"), f"{key}-lies", cell.kind, pile, highest, look, numbers, raised, covers, leans
    )
    shared = look.shared and cell.kind == Box.EGALITE
    return piece(key, _macro("spot"), cell, pile if laying else None, numbers, shared, contents=(stakes,))


# --- who is there


@lru_cache(maxsize=MOST_CACHED)
def _places(
    all_places: tuple[PlaceAtTable, ...], ground: Ground, _language: str | None, *, staff: bool, pressed: bool
) -> tuple[Piece, ...]:
    """Return the pieces of the positions that have a disc on the felt, then one of the star and one of the Button.

    The last two are always there, even if no position has one; the star is the reader's. Names of guests only for
    ``staff``, but in any case in the text alternative of those that can be ``pressed``. Cached by language.
    """
    places = [place for place in all_places if place.label in ground.discs]
    shown = [(f"at-{place.label}", _at(place, ground, staff=staff, pressed=pressed)) for place in places]
    stars = tuple((place.label, ground.discs[place.label][2]) for place in places if place.reader)
    buttons = tuple(ground.discs[place.label][1] for place in places if place.button)
    return (
        *(piece(key, _macro("place"), at, pressed) for key, at in shown),
        piece("stars", _macro("stars"), stars),
        piece("buttons", _macro("buttons"), buttons),
    )


def _at(place: PlaceAtTable, ground: Ground, *, staff: bool, pressed: bool) -> At:
    """Return a position as the felt draws it, with its holder only for ``staff``, and in words if it can be pressed."""
    return At(
        label=place.label,
        state=place.state,
        stands=bool(place.standing),
        reads=place.reader,
        name=place.holder if staff else "",
        words=_who(place) if pressed else "",
        disc=ground.discs[place.label][0],
        scale=ground.plan.width / DEALERS.width,
    )


def _who(place: PlaceAtTable) -> str:
    """Return the text alternative of a position: its label and state, and as far as there are any the rest.

    That is its holder, each guest on foot there, the Button, and that it reads the cards, in this order.
    """
    words = [str(SEATS[place.state]), place.holder]
    words += [gettext("%(guest)s stands here") % {"guest": guest} for guest in place.standing]
    words += [gettext("the Button")] if place.button else []
    words += [gettext("reads the cards")] if place.reader else []
    return f"{place.label}: {', '.join(filter(None, words))}"


# --- the cards, and what is said of them


@lru_cache(maxsize=MOST_CACHED)
def _hand(hand: FeltHand) -> Piece:
    """Return the piece of a hand, with one for each card and for each empty place, at least three together; cached.

    An empty place is drawn only until the coup has a result.
    """
    key, slots = f"hand-{hand.side}", iter(hand.slots)
    placed: list[tuple[PlacedCard | None, Point | None]] = [(card, card.at) for card in hand.cards]
    placed += [(None, next(slots, None)) for _place in range(len(placed), HAND_PLACES)]
    keys = [f"{key}-{place}" for place in range(1, len(placed) + 1)]
    cards = [piece(it, _macro("card"), it, card, at) for it, (card, at) in zip(keys, placed, strict=True)]
    called = [piece(f"{key}-called", _macro("called"), hand.side, hand.title, hand.points, hand.word)]
    return piece(key, _macro("hand"), hand.side, hand.light if hand.won else None, cards=cards, called=called)


def _around_hands(table: Snapshot, ground: Ground) -> Iterator[Piece]:
    """Yield the pieces of what is around the hands: the sabot, the title of the house, cards of no hand, the notices.

    The sabot shows a visible next card and that the cut card is out. The title is empty while there are cards of no
    hand.
    """
    shoe, places = table.state.shoe, ground.places
    visible = shoe is not None and shoe.next_visible
    cut_card = shoe is not None and shoe.cut_card_at is not None
    yield piece("sabot", _macro("sabot"), places["sabot"], visible, cut_card)
    aside = list(aside_of(table, ground))
    yield piece("name", _macro("name"), "" if aside else table.state.profile.title, places["name"])
    yield from (piece(f"aside-{group.kind}", _macro("aside"), group) for group in aside)
    yield piece("band", _macro("band"), tuple(notices(table)), places["band"])
