"""Offers of what can be reported at a screen: in which words, with which drawing, to whom, when, and by which act."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.utils.functional import Promise

from table.models import DrawnCard
from table.play.cards import SERVING_ORDER
from table.play.shoe import is_in_use
from table.play.state import AT_BOX, TableState
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.regola import FIRST_CARDS

REPORTERS = (Role.DEALER, Role.ISPETTORE_GIOCO)
DISTRIBUTION = (Phase.DEALING, Phase.READING)
"""Phases of dealing, until somebody has declared or a hand lies open."""
MOST_CARDS = 6
"""Maximum number of cards of a hand: three and three."""
When = Callable[[TableState], bool]
Group = Literal["cards", "money", "other"]


# --- small drawings of what happened to two cards, on the offers that are likely now; what is wrong is gold

CARD, WRONG = "sign-card", "sign-wrong"
WIDTH, HEIGHT = 18, 26
"""Size of an upright card; a drawing is 72 wide and 40 high."""


class Shape(NamedTuple):
    """Shape of a drawing with its classes: a card, else a ``line``, else a circle.

    A card is x, y, width and height, with how it is turned; a line the ``d`` of a path; a circle x, y and its radius.
    """

    look: str
    card: tuple[int, int, int, int] | None = None
    turned: str = ""
    line: str = ""
    circle: tuple[int, int, int] | None = None


Drawing = tuple[Shape, ...]


def upright(x: int, y: int) -> Shape:
    """Return an upright card whose upper left corner is at ``x``, ``y``."""
    return Shape(CARD, card=(x, y, WIDTH, HEIGHT))


def wrong(x: int, y: int, turned: str = "") -> Shape:
    """Return a card with which something is wrong, its upper left corner at ``x``, ``y``.

    ``turned`` is how it is turned, as SVG writes a transformation; "" for not at all.
    """
    return Shape(f"{CARD} {WRONG}", card=(x, y, WIDTH, HEIGHT), turned=turned)


def third(*, absent: bool = False) -> Shape:
    """Return a third card that lies across, at a place of its own; something is wrong with it, or it is ``absent``."""
    return Shape(f"{CARD} {WRONG} sign-absent" if absent else f"{CARD} {WRONG}", card=(45, 12, 24, 17))


def chip(x: int, y: int) -> Shape:
    """Return a chip with which something is wrong, its centre at ``x``, ``y``."""
    return Shape(f"{CARD} {WRONG}", circle=(x, y, 9))


def line(path: str, look: str = WRONG) -> Shape:
    """Return a line along ``path``, the ``d`` of an SVG path; it is that of what is wrong but for another ``look``."""
    return Shape(look, line=path)


USUAL: Drawing = (upright(8, 7), upright(29, 7), wrong(50, 7))
"""Drawing of an offer that has none of its own: a third card is wrong."""


# --- the offers


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Entry of the list of what can be reported; its dialog is the template ``report_<kind>.html``.

    ``place`` orders its ``group`` of the list; in the ``likely`` phases (None: between coups) it stands before all of
    them, with its ``drawing``. ``words`` are what it is called at the table. It is offered to these ``roles`` while
    ``when`` says that it can have happened, and while they may do its ``verb``. An offer ``at_once`` asks nothing: one
    press does the act, and there is no dialog. ``more_cards`` is for dialogs that ask where each card lies: how many
    cards may be out that the record does not have. A dialog that ``follows_hand`` is drawn anew whenever a card of the
    hand comes out or is turned. What is ``of_readers`` has no place in a house in which nobody reads.
    """

    place: int
    words: Promise
    when: When
    roles: tuple[Role, ...] = REPORTERS
    verb: str = "report_incident"
    at_once: bool = False
    more_cards: int | None = None
    follows_hand: bool = False
    of_readers: bool = False
    group: Group = "cards"
    likely: tuple[Phase | None, ...] = ()
    drawing: Drawing = USUAL


# --- when something can have happened


def always(_of: object) -> bool:
    """True, of any state and of any answers."""
    return True


def shoe_in_use(state: TableState) -> bool:
    """Whether there is a shoe from which cards are drawn."""
    return is_in_use(state.shoe)


def shoe_may_be_empty(state: TableState) -> bool:
    """Whether there is a shoe from which cards are drawn, and one has come out of it."""
    return is_in_use(state.shoe) and state.shoe.out > 0


def stakes_are_closed(state: TableState) -> bool:
    """Whether a coup is between «Rien ne va plus» and the burning of its cards; also one held, paid or annulled."""
    return state.coup is not None and state.coup.closed


def in_a_hand(state: TableState) -> bool:
    """Whether the betting of a coup is closed and it has no outcome yet, even if no card is out.

    It gets one as it is annulled, null or burned; a coup that is paid has none yet.
    """
    return state.coup is not None and state.coup.closed and not state.coup.outcome


def in_a_hand_or_waiting(state: TableState) -> bool:
    """Whether :func:`in_a_hand`, or cards are held beside the sabot for the next hand, with or without a coup."""
    return in_a_hand(state) or bool(state.held)


def cards_out(least: int) -> When:
    """Return a predicate: whether at least this many cards of the hand are out; outside a hand there are 0.

    Cards that wait at the sabot count once another one is out, which lies on the table.
    """
    return lambda state: bool(state.cards) and cards_of_hand(state) >= least


def hand_is_read(state: TableState) -> bool:
    """Whether a hand has four cards or more, with those held at the sabot, and its phase is none of DISTRIBUTION.

    False outside a hand.
    """
    return cards_of_hand(state) >= FIRST_CARDS and state.phase not in DISTRIBUTION


def reader_has_read(state: TableState) -> bool:
    """Whether a guest reads this coup and :func:`hand_is_read` holds; False without a coup."""
    return state.coup is not None and bool(state.coup.reader) and hand_is_read(state)


def card_is_covered(state: TableState) -> bool:
    """Whether a card lies covered at a box, in a phase of DISTRIBUTION (before any declaration); False in any other."""
    return bool(covered_cards(state))


def cards_of_hand(state: TableState) -> int:
    """Return how many cards the hand has, as `of_the_hand` lists them; 0 outside a hand."""
    return len(state.of_the_hand) if in_a_hand(state) else 0


def place_of_the_next(state: TableState) -> str | None:
    """Return the location of the next card of the hand, which may be out before it is keyed; None if none is due.

    That is "waiting" while it is not known yet whose it is. None outside a hand, and once it has six cards, held ones
    included.
    """
    if not in_a_hand(state) or cards_of_hand(state) >= MOST_CARDS:
        return None
    if len(state.at_boxes) < FIRST_CARDS:
        return SERVING_ORDER[len(state.at_boxes) % 2]
    if state.due is not None:
        return AT_BOX[state.due]
    return DrawnCard.Location.WAITING if state.undecided else None


def covered_cards(state: TableState) -> list[DrawnCard]:
    """List the cards that lie covered at a box in a phase of DISTRIBUTION, before any declaration; else none."""
    dealing = in_a_hand(state) and state.phase in DISTRIBUTION
    return [card for card in state.at_boxes if not card.face] if dealing else []
