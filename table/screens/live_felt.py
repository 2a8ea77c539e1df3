"""The felt as it is being played on: who is there, what lies in the boxes, the cards, and how the coup stands.

The staff see it from the dealer's place, players from across the table; a public one names nobody and can be pressed
by nobody. Nothing here is known before it is turned: a covered card has no face in the rows that this is drawn from.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from table.rules.phase import Phase
from table.rules.profiles import Box
from table.rules.regola import Side
from table.screens import felt
from table.screens.felt import Plan, Point
from table.screens.felt_cards import Aside, Hand, aside_of, hand_of
from table.screens.felt_ground import Ground, ground_of
from table.screens.notices import Notice, headline, notices
from table.screens.piles import Spot, spots_of
from table.screens.snapshot import Seat, Snapshot
from table.terms import BOXES, SEATS


class At(NamedTuple):
    """A position: who is there, in words where the screen may name him, and where its disc, Button and star lie."""

    seat: Seat
    words: str
    disc: Point
    button: Point
    star: Point


class Picture(NamedTuple):
    """The whole felt of one moment.

    ``staff`` may know names and what is paid; ``pressed`` says that a hand can act on it, ``laying`` that its boxes
    take chips now. ``owed`` is the commission by position, ``tied`` whether anything lies on Egalité.
    """

    plan: Plan
    ground: Ground
    places: Mapping[str, Point]
    seats: Sequence[At]
    spots: Sequence[Spot]
    owed: Mapping[str, int]
    hands: Sequence[Hand]
    aside: Sequence[Aside]
    notices: Sequence[Notice]
    headline: Notice
    title: str
    told: str
    staff: bool
    pressed: bool
    laying: bool
    tied: bool
    single: bool
    shared: bool
    visible: bool
    cut_card: bool


def live_felt(table: Snapshot, which: str) -> dict[str, Any]:
    """What the felt shows: to the staff, to players (``players``), or to staff who only look at it (``watch``)."""
    ground, shoe = ground_of(table.house, turned=which == "players"), table.floor.shoe
    spots, staff = list(spots_of(table, ground, paid=which != "players")), which != "players"
    said = headline(table)
    picture = Picture(
        plan=ground.plan,
        ground=ground,
        places=ground.places,
        seats=list(_seats(table, ground, staff=staff)),
        spots=spots,
        owed={spot.cell.position: spot.pile.commission for spot in spots if spot.pile.commission},
        hands=[hand_of(table, ground, side) for side in (Side.BANCO, Side.PUNTO)],
        aside=list(aside_of(table, ground)),
        notices=notices(table),
        headline=said,
        title=table.house.title,
        told=f"{table.code}: {said.words}",
        staff=staff,
        pressed=not which,
        laying=not which and table.phase is Phase.BETTING and not table.blank_due,
        tied=any(spot.pile.laid for spot in spots if spot.cell.kind == Box.EGALITE),
        single=felt.single(table.house),
        shared=felt.shares_egalite(table.house),
        visible=shoe is not None and shoe.next_visible,
        cut_card=shoe is not None and shoe.cut_card_at is not None,
    )
    return {"picture": picture, "names": BOXES, "tax": felt.tax}


def _seats(table: Snapshot, ground: Ground, *, staff: bool) -> Iterator[At]:
    for seat in table.seats:
        if seat.label in ground.discs:
            yield At(seat, _who(seat) if staff else "", *ground.discs[seat.label])


def _who(seat: Seat) -> str:
    """A position in words, for who cannot see the drawing."""
    told = [str(SEATS[seat.position.state]), seat.position.holder.key if seat.position.holder else ""]
    told += [gettext("%(guest)s stands here") % {"guest": guest} for guest in seat.standing]
    told += [gettext("the Button")] if seat.button else []
    told += [gettext("reads the cards")] if seat.reader else []
    return f"{seat.label}: {', '.join(filter(None, told))}"
