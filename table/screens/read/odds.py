"""Odds of a table's next coup, from the cards that nobody has seen; computed on request, never with an act.

Only cards that were turned are taken out. A covered card in the discard, beside the sabot or in a hand may be any of
the unseen ones, as may each card in the sabot, so that nothing here depends on a face before it is turned.
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
from table.rules.odds.chances import chances, of_fresh
from table.rules.odds.composition import Composition, fresh
from table.rules.profile import Box, Profile
from table.rules.refusal import Refused
from table.screens.read.snapshot import Snapshot
from table.words.terms import BOX_NAMES

MOST_CACHED = 64
"""Compositions cached: several inspectors look at the same one, and two looks often find the same."""


class BoxOdds(NamedTuple):
    """Odds of one box in the next coup, as shares of 1.

    ``more`` is how much more often it wins than with a fresh shoe; ``edge`` and ``fresh_edge`` are what the bettor
    is expected to lose of 1 staked.
    """

    box: Box
    label: Promise
    wins: Fraction
    more: Fraction
    edge: Fraction
    fresh_edge: Fraction


class Remaining(NamedTuple):
    """Odds of a table's next coup as of entry ``number``, or in ``why_not`` the sentence why there are none.

    ``turned`` of the ``cards`` of the shoe have been seen.
    """

    number: int
    cards: int = 0
    turned: int = 0
    boxes: tuple[BoxOdds, ...] = ()
    why_not: str = ""


def remaining(snapshot: Snapshot) -> Remaining:
    """Compute the odds of the next coup from the decks of the shoe less the cards that were turned.

    Covered cards count as unseen, wherever they are. Without rules or a shoe, with fewer than six cards left, or where
    the turned cards cannot be of these decks, there is only a sentence why not.
    """
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
    """Return for each box of the layout its odds from the cards `left`, in the order of the layout.

    They are its chance to win, by how much that is above the one with a fresh shoe of `decks` decks (negative if
    below), and the edge of the house with these cards and with that shoe.
    """
    odds, before = _worth(profile, left), bets(profile, of_fresh(decks))
    each = ((box, odds[box], before[box]) for box in profile.boxes)
    return tuple(
        BoxOdds(box, BOX_NAMES[box], now.wins, now.wins - then.wins, -now.edge, -then.edge) for box, now, then in each
    )


@lru_cache(maxsize=MOST_CACHED)
def _worth(profile: Profile, left: Composition) -> Mapping[Box, BetOdds]:
    """Return the odds of each box from the cards `left`, of which a composition has at least six; cached."""
    return bets(profile, chances(left))
