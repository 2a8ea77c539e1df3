"""Phase of a coup: computed from its facts, never stored, so that a remedy needs to change nothing but facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from table.rules.cards import UNKNOWN, Card, points
from table.rules.regola import FIRST_CARDS, Claim, Layout, Outcome, Side, third_due


class Phase(StrEnum):
    """Stages of a coup, in the order of an ordinary one."""

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
    """Facts of one coup that determine its phase.

    ``punto`` and ``banco`` are the cards on the table, covered ones as the unknown card. ``out`` counts the cards of
    this coup that have left the shoe, including an early one that waits for its box. ``announced`` is (Banco, Punto),
    in the order of the call. ``paid_on`` are the hands that were paid: if they change afterwards, the coup is unpaid
    again. ``remaining`` are the cards drawn for the seven (Art. 5), None before. ``outcome`` is set when the coup ends
    without a result.
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
        """Whether both hands have at least two cards and none of them is covered."""
        return _turned(self.punto) and _turned(self.banco)

    @property
    def has_third(self) -> bool:
        """Whether either hand has a third card, open or covered."""
        return len(self.punto) > 2 or len(self.banco) > 2

    @property
    def declared(self) -> bool:
        """Whether the reader has declared, or all of Punto's cards, at least two, lie open whoever turned them.

        False without a reader and in a Colpo in Bianco.
        """
        return self.has_reader and not self.blank and (self.claim is not None or _turned(self.punto))

    @property
    def awaits_reader(self) -> bool:
        """Whether somebody reads Punto's cards and at least four cards lie on the table; false in a Colpo in Bianco.

        It stays true once they have declared.
        """
        return self.has_reader and not self.blank and len(self.punto) + len(self.banco) >= FIRST_CARDS


def _turned(hand: Sequence[Card]) -> bool:
    """Whether a hand has at least two cards and none of them is covered."""
    return len(hand) >= 2 and UNKNOWN not in hand


def phase(facts: CoupFacts) -> Phase:
    """Return the phase of a coup by its facts.

    ENDED once it is burned or cancelled; SETTLED once its outcome is annulled, null or void, or it was paid on the
    hands as they are now. Two complete open hands are PUNTO_UP until the true points of both are announced, then
    ANNOUNCED, or COUNTING once the remaining cards are drawn for the seven. Else a phase from BETTING to DRAWING, see
    :func:`_phase_of_play`.
    """
    if facts.burned or facts.outcome is Outcome.CANCELLED:
        return Phase.ENDED
    if facts.outcome in WITHOUT_RESULT or facts.paid_on == (facts.punto, facts.banco):
        return Phase.SETTLED
    if facts.both_turned and due(facts) is None:
        if facts.announced != (points(facts.banco), points(facts.punto)):
            return Phase.PUNTO_UP
        return Phase.ANNOUNCED if facts.remaining is None else Phase.COUNTING
    return _phase_of_play(facts)


def _phase_of_play(facts: CoupFacts) -> Phase:
    """Return a phase between betting and drawing, by the cards on the table.

    With fewer than four of them, whatever was turned or declared, DEALING if a card has left the shoe, else CLOSED for
    closed betting or a Colpo in Bianco, or BETTING. Once Banco's first two are open BANCO_UP, or DRAWING if either hand
    has a third card. Before that, with a reader and outside a Colpo in Bianco, DECLARED or READING; else DEALING.
    """
    if len(facts.punto) + len(facts.banco) < FIRST_CARDS:
        if facts.out:
            return Phase.DEALING
        return Phase.CLOSED if facts.closed or facts.blank else Phase.BETTING
    if _turned(facts.banco[:2]):
        return Phase.DRAWING if facts.has_third else Phase.BANCO_UP
    if facts.declared:
        return Phase.DECLARED
    return Phase.READING if facts.awaits_reader else Phase.DEALING


def due(facts: CoupFacts) -> Side | None:
    """Return the side to which the next card is due: the first four in turn, Punto first, then thirds by the Regola.

    The first is due to Punto even while the betting is open. If both hands are open it goes by their true points;
    before that by Punto's declaration and the points of Banco's first two cards. None where no card is due or it is not
    known yet: before a declaration or the turning of Banco, while Punto's third card is covered, and once the coup is
    over.
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
