"""An exercise: a mistake that happens at a training table, told as it can be seen there, and by which act it is met.

What the dealer has to do besides is written nowhere: it is what the table itself asks of a good dealer.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise

from procedures.articles import KINDS
from procedures.articles.article import Article, Kind
from table.rules.cards import Card, parse
from table.rules.profile import Profile

BATTUTA = "9S 4H KD 3C 8D"
"""Nine for Punto, seven for Banco; the eight behind them is nobody's."""
THIRD_DUE = "2H 5C 2D KS 3H"
"""Four for Punto, who draws the three; five for Banco, who then stands."""
MISTAKE = "mistake"
"""Among the steps of a lesson: the one at which the mistake is to be met."""
BEHIND = "7C 8C KC AH 6S QD 9D 4D 3D JS 5H 2C"
"""What lies in the sabot behind the cards of an exercise."""


class Moment(StrEnum):
    """When the trainee takes over: at this point of a coup the mistake has just happened."""

    BETWEEN = "between two coups"
    BETTING = "the stakes lie on the felt"
    CLOSED = "rien ne va plus"
    ONE_OUT = "one card is out"
    TWO_OUT = "two cards are out"
    DEALT = "the four cards are out"
    THIRD_DUE = "a third card is due"
    COMPLETE = "both hands lie open"
    BURNED = "the coup is over"


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One of them. ``told`` is what can be seen at the table, ``pictured`` the cards that are seen with it.

    ``cards`` leave the sabot in this order, the first being the first of the hand; ``left`` are those found in it at
    the count. ``lie`` tells where the first four truly lie while nobody has said so, ``BPPB``. ``says`` is what the
    reader says where he does not follow the Regola. ``happened`` are acts of the dealer before, and ``remedy`` those
    by which this one meets the mistake, as lines of a script (docs/scripts.md); where there is none the table notices
    it by itself. ``behind`` are the cards behind the cut card.

    In a lesson the mistake does not wait at the beginning: it happens when the table asks for the act ``before``, and
    ``guide`` tells step by step what is to be pressed: a sentence for each act that the table asks for, in their
    order, and one for the MISTAKE.

    Some can happen only where there is a ``reader`` of covered cards, where the ``cut_card`` asks for seven cards, or
    where a card ``waits`` under the sabot and is not burned.
    """

    key: str
    kind: str
    title: Promise
    told: Promise
    at: Moment
    cards: str = BATTUTA
    left: str = ""
    pictured: str = ""
    lie: str = ""
    says: str = ""
    happened: tuple[str, ...] = ()
    remedy: tuple[str, ...] = ()
    behind: int = 14
    before: str = ""
    guide: tuple[tuple[str, Promise], ...] = ()
    reader: bool = False
    cut_card: bool = False
    waits: bool = False

    @property
    def article(self) -> Article:
        """The article that answers it."""
        return KINDS[self.kind][0]

    @property
    def of_kind(self) -> Kind:
        """What goes wrong in it."""
        return KINDS[self.kind][1]

    @property
    def faces(self) -> tuple[Card, ...]:
        """All cards of it, in the order in which they leave the sabot."""
        return tuple(parse(text) for text in f"{self.cards} {BEHIND}".split())

    def fits(self, profile: Profile) -> bool:
        """Whether it can happen where these rules are played."""
        reads = profile.reader != "none" and profile.dealing == "face_down"
        counts = profile.cut_card and profile.min_last_coup_cards is not None
        holds = profile.remedies == "blank_coup"
        asked = ((self.reader, reads), (self.cut_card, counts), (self.waits, holds))
        return all(has for needs, has in asked if needs) and not profile.virtual_shoe
