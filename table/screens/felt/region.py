"""The felt as it is being played on: who is there, what lies in the boxes, the cards, and how the coup stands.

The staff see it from the dealer's place, players from across the table; a public one names nobody and can be pressed
by nobody. Nothing here is known before it is turned: a covered card has no face in the rows that this is drawn from.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import get_language, gettext

from table.rules.phase import Phase
from table.rules.profile import Box
from table.rules.regola import Side
from table.screens.felt import plan
from table.screens.felt.cards import Aside, Hand, aside_of, hand_of
from table.screens.felt.ground import Ground, ground_of
from table.screens.felt.piles import Spot, spots_of
from table.screens.felt.plan import Point
from table.screens.read.notices import Notice, headline, notices
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Place, Snapshot
from table.terms import SEATS


class At(NamedTuple):
    """A position: who is there, in words where the screen may name him, and where its disc, Button and star lie."""

    place: Place
    words: str
    disc: Point
    button: Point
    star: Point


class Look(NamedTuple):
    """For whom a felt is drawn, and whose: the same for every box of it.

    ``staff`` may know names and what is paid; ``pressed`` says that a hand can act on it, ``laying`` that its boxes
    take chips now. A ``single`` player's boxes have their names; ``shared`` is the sector of Egalité.
    """

    staff: bool
    pressed: bool
    laying: bool
    single: bool
    shared: bool


class Picture(NamedTuple):
    """The whole felt of one moment.

    ``owed`` is the commission by position (cents), ``tied`` whether anything lies on Egalité.
    """

    look: Look
    ground: Ground
    seats: Sequence[At]
    spots: Sequence[Spot]
    owed: tuple[tuple[str, int], ...]
    hands: Sequence[Hand]
    aside: Sequence[Aside]
    notices: tuple[Notice, ...]
    headline: Notice
    title: str
    told: str
    tied: bool
    visible: bool
    cut_card: bool


def live_felt(table: Snapshot, which: str) -> dict[str, Any]:
    """What the felt shows: to the staff, to players (``players``), or to staff who only look at it (``watch``)."""
    ground, shoe = ground_of(table.state.profile, turned=which == "players"), table.state.shoe
    staff, said = which != "players", headline(table)
    spots = list(spots_of(table, ground, paid=staff))
    picture = Picture(
        look=_look(table, which),
        ground=ground,
        seats=list(_seats(table, ground, staff=staff)),
        spots=spots,
        owed=tuple((spot.cell.position, spot.pile.commission) for spot in spots if spot.pile.commission),
        hands=[hand_of(table, ground, side) for side in (Side.BANCO, Side.PUNTO)],
        aside=list(aside_of(table, ground)),
        notices=tuple(notices(table)),
        headline=said,
        title=table.state.profile.title,
        told=f"{table.code}: {said.words}",
        tied=any(spot.pile.laid for spot in spots if spot.cell.kind == Box.EGALITE),
        visible=shoe is not None and shoe.next_visible,
        cut_card=shoe is not None and shoe.cut_card_at is not None,
    )
    return {"picture": picture, "tax": plan.tax(Numbers(get_language() or settings.LANGUAGE_CODE))}


def _look(table: Snapshot, which: str) -> Look:
    return Look(
        staff=which != "players",
        pressed=not which,
        laying=not which and table.state.phase is Phase.BETTING and not table.blank_next,
        single=plan.single(table.state.profile),
        shared=plan.shares_egalite(table.state.profile),
    )


def _seats(table: Snapshot, ground: Ground, *, staff: bool) -> Iterator[At]:
    for place in table.places:
        if place.label in ground.discs:
            yield At(place, _who(place) if staff else "", *ground.discs[place.label])


def _who(place: Place) -> str:
    """A position in words, for who cannot see the drawing."""
    told = [str(SEATS[place.state]), place.holder]
    told += [gettext("%(guest)s stands here") % {"guest": guest} for guest in place.standing]
    told += [gettext("the Button")] if place.button else []
    told += [gettext("reads the cards")] if place.reader else []
    return f"{place.label}: {', '.join(filter(None, told))}"
