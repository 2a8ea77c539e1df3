"""The phase of a coup: computed from its facts, never stored. A remedy changes facts and the phase follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from table.rules.cards import UNKNOWN, Card, points
from table.rules.regola import FIRST_CARDS, Claim, Layout, Outcome, Side, third_due


class Phase(StrEnum):
    """How far a coup is, in the order of an ordinary one."""

    BETTING = "betting"
    CLOSED = "closed"
    DEALING = "dealing"
    READING = "reading"
    DECLARED = "declared"
    BANCO_UP = "banco_up"
    DRAWING = "drawing"
    PUNTO_UP = "punto_up"
    ANNOUNCED = "announced"
    COUNTING = "counting"
    SETTLED = "settled"
    ENDED = "ended"


WITHOUT_RESULT = (Outcome.ANNULLED, Outcome.NULL_SEVEN, Outcome.VOID)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupFacts:
    """What has happened in one coup, as far as the phase depends on it.

    ``punto`` and ``banco`` are the cards as they lie, covered ones as the unknown card. ``out`` counts the cards of
    this coup that have left the shoe, an early one waiting for its box included. ``announced`` is (Banco, Punto), in
    the order it is said. ``paid_on`` are the hands that were paid: hands laid anew are not paid yet. ``remaining`` are
    the cards drawn for the seven (Art. 5), None before. ``outcome`` is set when the coup ends without a result.
    """

    blank: bool = False
    closed: bool = False
    out: int = 0
    has_reader: bool = False
    claim: Claim | None = None
    punto: tuple[Card, ...] = ()
    banco: tuple[Card, ...] = ()
    announced: tuple[int, int] | None = None
    remaining: tuple[Card, ...] | None = None
    paid_on: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None
    outcome: Outcome | None = None
    burned: bool = False

    @property
    def both_turned(self) -> bool:
        """Both hands lie open on the table."""
        return _turned(self.punto) and _turned(self.banco)

    @property
    def third_lies(self) -> bool:
        """A third card lies at one of the boxes."""
        return len(self.punto) > 2 or len(self.banco) > 2

    @property
    def declared(self) -> bool:
        """The reader has said what he has, or turned it; in a Colpo in Bianco nobody reads."""
        return self.has_reader and not self.blank and (self.claim is not None or _turned(self.punto))

    @property
    def lies_before_reader(self) -> bool:
        """Four cards lie there, and somebody is to read Punto's."""
        return self.has_reader and not self.blank and len(self.punto) + len(self.banco) >= FIRST_CARDS


def _turned(hand: Sequence[Card]) -> bool:
    return len(hand) >= 2 and UNKNOWN not in hand


def phase(facts: CoupFacts) -> Phase:
    """The first of these that holds, from the end of the coup back to its beginning."""
    if facts.burned or facts.outcome is Outcome.CANCELLED:
        return Phase.ENDED
    if facts.outcome in WITHOUT_RESULT or facts.paid_on == (facts.punto, facts.banco):
        return Phase.SETTLED
    if facts.both_turned and due(facts) is None:
        return _phase_of_open_hands(facts)
    return _phase_of_play(facts)


def _phase_of_open_hands(facts: CoupFacts) -> Phase:
    if facts.announced != (points(facts.banco), points(facts.punto)):
        return Phase.PUNTO_UP
    return Phase.ANNOUNCED if facts.remaining is None else Phase.COUNTING


def _phase_of_play(facts: CoupFacts) -> Phase:
    """A card that is found to be in the shoe still takes the coup back to the deal, whatever was turned or said."""
    if len(facts.punto) + len(facts.banco) < FIRST_CARDS:
        return _phase_of_the_deal(facts)
    if _turned(facts.banco[:2]):
        return Phase.DRAWING if facts.third_lies else Phase.BANCO_UP
    if facts.declared:
        return Phase.DECLARED
    return Phase.READING if facts.lies_before_reader else Phase.DEALING


def _phase_of_the_deal(facts: CoupFacts) -> Phase:
    if facts.out:
        return Phase.DEALING
    return Phase.CLOSED if facts.closed or facts.blank else Phase.BETTING


def due(facts: CoupFacts) -> Side | None:
    """To whom the next card is due by what is known: the true points once both hands lie open, else the declaration.

    None means nobody, or nobody yet: after four cards nothing is due before Banco is turned, nor while Punto's third
    card lies covered; and nobody has a right to a card of a coup that is over.
    """
    if facts.burned or facts.outcome in (Outcome.CANCELLED, *WITHOUT_RESULT):
        return None
    layout = Layout(facts.punto, facts.banco, ())
    if len(facts.punto) + len(facts.banco) < FIRST_CARDS or facts.both_turned:
        return layout.due
    if facts.claim is None or not _turned(facts.banco[:2]) or UNKNOWN in facts.punto[2:]:
        return None
    punto_third = facts.punto[2].points if len(facts.punto) > 2 else None
    return third_due(facts.claim, points(facts.banco[:2]), punto_third=punto_third, banco_complete=len(facts.banco) > 2)
