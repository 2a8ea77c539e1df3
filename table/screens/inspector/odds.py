"""What the cards that nobody has seen give to the next coup: worked out when somebody looks, never with an act.

Only cards that were turned count. A covered card, in the discard, beside the sabot or in a hand, may still be any of
those that were not seen, exactly as one in the sabot: so nothing here depends on a face before its turn.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.record.refusals import say
from table.rules.cards import parse
from table.rules.odds.bets import BetOdds, bets
from table.rules.odds.chances import chances
from table.rules.odds.composition import Composition, fresh
from table.rules.profile import Box, Profile
from table.rules.refusal import Refused
from table.screens.read.snapshot import Snapshot
from table.screens.rules.bets import coming
from table.terms import BOX_NAMES

MOST_KEPT = 64
"""Compositions: several inspectors look at one, and two looks often find the same."""


class BoxOdds(NamedTuple):
    """A box: how often it wins the next coup, by how much more or less than from a fresh shoe, and its edge."""

    box: Box
    label: Promise
    wins: Fraction
    more: Fraction
    edge: Fraction
    fresh_edge: Fraction


class Remaining(NamedTuple):
    """The odds of the next coup of a table, or in ``why_not`` the reason why there are none.

    Of ``cards`` in all so many were ``turned``; ``number`` is that of the last entry which it knows.
    """

    number: int
    cards: int = 0
    turned: int = 0
    boxes: tuple[BoxOdds, ...] = ()
    why_not: str = ""


def remaining(snapshot: Snapshot) -> Remaining:
    """From the shoe on the table and the cards of it that were turned."""
    shoe = snapshot.state.shoe if snapshot.ready else None
    if shoe is None:
        return Remaining(snapshot.number, why_not=_("There is no shoe on the table."))
    faces, decks = snapshot.state.faces(), shoe.sixain.decks
    try:
        left = fresh(decks).without({parse(face): count for face, count in faces.items()})
    except Refused as refused:
        return Remaining(snapshot.number, why_not=say(refused))
    return Remaining(snapshot.number, shoe.cards_total, faces.total(), _boxes(snapshot.state.profile, left, decks))


def _boxes(profile: Profile, left: Composition, decks: int) -> tuple[BoxOdds, ...]:
    odds, before = _worth(profile, left), bets(profile, coming(decks))
    return tuple(
        BoxOdds(
            box, BOX_NAMES[box], odds[box].wins, odds[box].wins - before[box].wins, -odds[box].edge, -before[box].edge
        )
        for box in profile.boxes
    )


@lru_cache(maxsize=MOST_KEPT)
def _worth(profile: Profile, left: Composition) -> Mapping[Box, BetOdds]:
    return bets(profile, chances(left))
