"""Declaration of an exercise: a mistake at a training table, how it is seen there, and which act puts it right.

All other acts of the dealer are declared nowhere: they are those that the table asks of a good dealer.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise

from procedures.articles import KINDS
from procedures.articles.article import Article, Kind
from table.rules.cards import Card, parse
from table.rules.profile import Profile

BATTUTA = "9S 4H KD 3C 8D"
"""Nine for Punto, seven for Banco; the eight behind them belongs to neither."""
THIRD_DUE = "2H 5C 2D KS 3H"
"""Four for Punto, who draws the three; five for Banco, who then stands."""
MISTAKE = "mistake"
"""Name of the step of a lesson at which the mistake has to be put right."""
BEHIND = "7C 8C KC AH 6S QD 9D 4D 3D JS 5H 2C"
"""Cards of the sabot behind those of an exercise."""


class TakeOver(StrEnum):
    """Point of a coup at which the trainee takes over; the mistake has just happened, unless it is a lesson."""

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
    """Exercise: a mistake, and how it is met. ``scene`` says what is seen at the table, with the ``pictured`` cards.

    ``cards`` leave the sabot in this order, the first being the first of the hand; ``left`` are those that are found in
    it at the count. ``true_boxes`` says where the first four really lie until that is reported, such as ``BPPB``.
    ``says`` is what the reader says if it is against the Regola. ``happened`` are the dealer's acts before the trainee
    takes over, and ``remedy`` those that put the mistake right, as lines of a script (docs/scripts.md); without any the
    table notices it by itself. ``behind`` is the number of cards behind the cut card.

    In a lesson the mistake happens later, when the table asks for the act ``before``. ``guide`` has a sentence for each
    act that the table asks for, in their order, and one for the MISTAKE.

    An exercise may need rules with a ``reader`` of covered cards, with a ``cut_card`` that asks for seven cards, or by
    which a card ``waits`` under the sabot instead of being burned.
    """

    key: str
    kind: str
    title: Promise
    scene: Promise
    at: TakeOver
    cards: str = BATTUTA
    left: str = ""
    pictured: str = ""
    true_boxes: str = ""
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
        """Article of the regulations to which the mistake belongs."""
        return KINDS[self.kind][0]

    @property
    def of_kind(self) -> Kind:
        """Kind of the mistake."""
        return KINDS[self.kind][1]

    @property
    def faces(self) -> tuple[Card, ...]:
        """Faces of the first cards that leave the sabot, in order: those of the exercise, then the ones of BEHIND."""
        return tuple(parse(text) for text in f"{self.cards} {BEHIND}".split())

    def fits(self, profile: Profile) -> bool:
        """Whether these rules have all that the exercise needs; False with a virtual shoe.

        ``reader`` needs a house where cards are dealt face down and somebody reads them, ``cut_card`` one with the cut
        card and a minimum of cards for the last coup, ``waits`` one with Colpi in Bianco.
        """
        reads = profile.reader != "none" and profile.dealing == "face_down"
        counts = profile.cut_card and profile.min_last_coup_cards is not None
        holds = profile.remedies == "blank_coup"
        requirements = ((self.reader, reads), (self.cut_card, counts), (self.waits, holds))
        return all(has for needs, has in requirements if needs) and not profile.virtual_shoe
