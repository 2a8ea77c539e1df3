"""Sign of a table: what passers-by may know, from the same values that pay."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from table.models import MOST_TABLES
from table.rules.cards import UNKNOWN, Card, parse
from table.rules.profile import Profile
from table.rules.regola import Result, Side
from table.screens.players.boards import Board, bead_plate, big_road, boards, derived_road, how_often
from table.screens.players.prices import PriceLine, limits, price_lines
from table.screens.players.seat import last_with_result, policy_version
from table.screens.read.notices import Notice, asleep, betting_clock, display_headline, notices, sleeps, stakes_stand
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot
from table.screens.rules.essentials import rules_on
from table.words.numbers import Numbers

_macro = macros_of("regions/sign.html")

BEADS, ROAD, DERIVED = 9, 18, 9
"""Columns with room on each road: at 1920 by 1080 a cell is then at least 48 px, legible at five metres."""
BINDING = ("over_max", "tie_requires_main")
"""Topics of the house rules that bind whoever stakes."""

FEW = 4
"""Most boxes of a house without side bets; with more of them the prices stand side by side."""
SIDES = (Side.PUNTO, Side.BANCO)
"""Sides from the left to the right, as players see them."""


class SignHands(NamedTuple):
    """Cards by the name of their side, None for a covered one; ``past`` says that they are those of the coup before."""

    cards: tuple[tuple[str, tuple[Card | None, ...]], ...]
    past: bool


NO_HANDS = SignHands((), past=True)


class LastResult(NamedTuple):
    """Result and points of a coup; ``past`` says that it is the previous one, as this one is not announced yet."""

    result: str
    banco: int
    punto: int
    past: bool


def sign(table: Snapshot, _which: str) -> Iterator[Piece]:
    """Yield the pieces of the sign: head, limits, results, and notices with the cards of the hands.

    Of a closed table without a coup it is one piece, that it is closed.
    """
    if sleeps(table):
        yield asleep(table)
        return
    stands = [piece("said", _macro("said"), _said(table)), *betting_clock(table)]
    yield piece("head", _macro("head"), table.code, table.state.profile.title, policy_version(table), said=stands)
    yield _limits(table.part(price_lines), table.state.profile, table.numbers)
    yield piece("results", _macro("results"), **_results(table))
    yield piece("notices", _macro("notices"), (*_calls(table), *notices(table)), _hands(table))


@lru_cache(maxsize=MOST_TABLES)
def _limits(boxes: tuple[PriceLine, ...], profile: Profile, numbers: Numbers) -> Piece:
    """Return the piece with the limits of each kind of stake, what each box pays, and the rules in BINDING; cached."""
    pays = piece("pays", _macro("pays"), tuple(it.priced for it in boxes))
    binding = piece("binding", _macro("binding"), rules_on(profile, numbers, BINDING))
    kinds = [piece(f"limit-{it.kind}", _macro("limit"), it, profile.currency, numbers) for it in limits(boxes)]
    return piece("limits", _macro("limits"), len(boxes) > FEW, limits=kinds, below=[pays, binding])


def _hands(table: Snapshot) -> SignHands:
    """Return the cards of Punto and of Banco as they lie, or before the first card those of the previous coup.

    The latter as they were paid, and only if the coup that ended last in this taglia has a result, so that it was not
    annulled, null or a Colpo in Bianco; else NO_HANDS.
    """
    now = tuple(table.state.hand(side) for side in SIDES)
    if any(now):
        return SignHands(_by_side(now), past=False)
    past = last_with_result(table)
    return _paid(*map(tuple, past.paid_hands)) if past is not None and past.paid_hands else NO_HANDS


@lru_cache(maxsize=MOST_TABLES)
def _paid(*hands: tuple[str, ...]) -> SignHands:
    """Parse the codes of the cards of Punto and then Banco, and return them as hands of the coup before; cached."""
    return SignHands(_by_side([[parse(it) for it in hand] for hand in hands]), past=True)


def _by_side(hands: Sequence[Sequence[Card]]) -> tuple[tuple[str, tuple[Card | None, ...]], ...]:
    """Return name and cards of each side, None for a covered card; `hands` are Punto's and then Banco's.

    Raises ValueError unless there are two, of which either may be empty.
    """
    named = zip(SIDES, hands, strict=True)
    return tuple((side.value, tuple(None if it is UNKNOWN else it for it in cards)) for side, cards in named)


def _calls(table: Snapshot) -> Iterator[Notice]:
    """Yield one notice with the numbers called from the waiting list, in the order of their positions; else none."""
    called = [(it.called, it.label) for it in table.places if it.called is not None]
    if called:
        to = [_("number %(number)s to position %(position)s") % {"number": it, "position": at} for it, at in called]
        yield Notice("call", f"{pgettext('sign', 'Called:')} {' · '.join(to)}")


def _results(table: Snapshot) -> dict[str, list[Piece]]:
    """Return the pieces of the results by the names under which the template places them.

    ``last_result`` is that, or that the previous coup does not count, or that there is none yet; ``beads``, ``road``
    and ``derived`` are the roads of the taglia, ``aside`` the counts and, if the house has a Button that is at a
    position, where.
    """
    beads, counts, road, *derived = _roads(tuple(table.results), table.numbers)
    button = table.table.button if table.state.profile.button else ""
    return {
        "last_result": [piece("told", _macro("last_result"), last_result(table), bool(table.results))],
        "beads": [beads],
        "aside": [counts, *([piece("button", _macro("button"), button)] if button else [])],
        "road": [road],
        "derived": derived,
    }


@lru_cache(maxsize=MOST_TABLES)
def _roads(results: tuple[Result, ...], _numbers: Numbers) -> tuple[Piece, ...]:
    """Return the pieces of bead plate, counts and big road, then one for each derived road; cached by language."""
    its = boards(results, beads=BEADS, road=ROAD, derived=DERIVED)
    derived = [_derived(name, road) for name, road in its.derived]
    return bead_plate(its.bead_plate), how_often(its), big_road(its.big_road), *derived


def _derived(name: str, its: Board) -> Piece:
    """Return the piece of a derived road below its name."""
    road = derived_road(name, its)
    return piece(f"{road.key}-named", _macro("derived"), f"{road.key}-named", name, road=[road])


def _said(table: Snapshot) -> Notice:
    """Return the headline of displays, :func:`display_headline`, in or between coups.

    While the coup is held with stakes and has not been paid, the sentence that they stand is added to its ``more``.
    """
    its = display_headline(table)
    return its._replace(more=f"{its.more} {_('The stakes stand.')}") if stakes_stand(table) else its


def last_result(table: Snapshot) -> LastResult | None:
    """Return the result of this coup once it is announced, else that of the last ended one, :func:`last_with_result`.

    The latter also if this coup is annulled, null or a Colpo in Bianco. With it the points that were announced, 0 for
    points that were not. None if neither has a result.
    """
    now = table.result if not table.blank else None
    coup = table.state.coup if now is not None else last_with_result(table)
    if coup is None:
        return None
    result = now.value if now is not None else coup.result
    return LastResult(result, coup.announced_banco or 0, coup.announced_punto or 0, past=now is None)
