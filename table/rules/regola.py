"""Regola: to whom the next card is due, where each card ought to lie, who wins. Nobody has a choice in it.

The order in which the cards left the shoe is the one primary fact of a coup; everything here is a function of it. Super
Punto Banco, Premessa and Tabella della Regola; houses of the other four documents draw by the same table.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from table.rules.authority import cite
from table.rules.cards import POINT_VALUES, UNKNOWN, Card, check_count, points
from table.rules.refusal import Code, Refused

NATURAL = 8
MOST_TO_DRAW = 5
FIRST_CARDS = 4
MOST_HAND_CARDS = 6


class Side(StrEnum):
    """Hands of a coup. Punto lies to the dealer's right and is served first."""

    PUNTO = "punto"
    BANCO = "banco"


class Result(StrEnum):
    """Winner by the cards at the end of a coup; TIE is parità, on which Egalité is paid."""

    PUNTO = "punto"
    BANCO = "banco"
    TIE = "tie"


class Outcome(StrEnum):
    """End of a coup: on its cards, or without a result.

    BLANK is the Colpo in Bianco, ANNULLED what could not be rebuilt (Art. 6, 7, 16), NULL_SEVEN fewer cards than a
    last coup needs (seven by Art. 5), CANCELLED a betting closed without a card, VOID a malfunction of the online game.
    """

    SETTLED = "settled"
    BLANK = "blank"
    ANNULLED = "annulled"
    NULL_SEVEN = "null_seven"
    CANCELLED = "cancelled"
    VOID = "void"


class Claim(StrEnum):
    """Declaration of Punto's reader, by voice, gesture or turning the cards. It is never a choice."""

    CARTA = "carta"
    NO_CARTA = "no_carta"
    BATTUTA = "battuta"


# Banco's 0 … 7 points by row: T draws, R stands; first if Punto stood, then by Punto's third card 0 1 2 3 4 5 6 7 8 9.
# The printed tables leave Banco 3 to 6 open when Punto stood; Banco then draws up to 5 (Baccarat online).
TABLE = (
    "T TTTTTTTTTT",
    "T TTTTTTTTTT",
    "T TTTTTTTTTT",
    "T TTTTTTTTRT",
    "T RRTTTTTTRR",
    "T RRRRTTTTRR",
    "R RRRRRRTTRR",
    "R RRRRRRRRRR",
)
_AFTER_STANDING = tuple(row[0] == "T" for row in TABLE)
_AFTER_THIRD = tuple(tuple(cell == "T" for cell in row[2:]) for row in TABLE)


def _winner(punto: int, banco: int) -> Result:
    """Return who has more points, or a tie."""
    if punto == banco:
        return Result.TIE
    return Result.PUNTO if punto > banco else Result.BANCO


WINNER = tuple(tuple(_winner(punto, banco) for banco in range(POINT_VALUES)) for punto in range(POINT_VALUES))
"""Winner by the final points of Punto (row) and of Banco (column): the higher ones."""


class Layout(NamedTuple):
    """Cards of a coup as the Regola lays them: both hands in the order served, and the excess.

    ``excess`` are cards to which no hand has a right, in the order they came out.
    """

    punto: tuple[Card, ...]
    banco: tuple[Card, ...]
    excess: tuple[Card, ...]

    @property
    def result(self) -> Result:
        """Winner by the cards in both hands, complete or not; a covered card is refused (E_CARD_COVERED)."""
        return WINNER[points(self.punto)][points(self.banco)]

    @property
    def due(self) -> Side | None:
        """Side to which the next card is due: the first four in turn, Punto first, then thirds by the true points.

        None when both hands are complete. From four cards on, refuses a covered card among the first two of a hand, or
        as Punto's third (E_CARD_COVERED), unless a natural is open.
        """
        served = len(self.punto) + len(self.banco)
        if served < FIRST_CARDS:
            return Side.BANCO if served % 2 else Side.PUNTO
        if natural(self.punto[:2], self.banco[:2]):
            return None
        third = self.punto[2].points if len(self.punto) > 2 else None
        claim = claim_of(points(self.punto[:2]))
        return third_due(claim, points(self.banco[:2]), punto_third=third, banco_complete=len(self.banco) > 2)


def claim_of(punto: int) -> Claim:
    """Return the declaration that the Regola requires on two-card points: 0-5 carta, 6-7 no carta, 8-9 battuta."""
    if punto >= NATURAL:
        return Claim.BATTUTA
    return Claim.CARTA if punto <= MOST_TO_DRAW else Claim.NO_CARTA


def banco_draws(banco: int, punto_third: int | None) -> bool:
    """Whether Banco draws on these two-card points after this third card of Punto (its points; None: Punto stood).

    Never on 8 or 9. Whether Punto has a battuta is not looked at.
    """
    if banco >= NATURAL:
        return False
    return _AFTER_STANDING[banco] if punto_third is None else _AFTER_THIRD[banco][punto_third]


def third_due(claim: Claim, banco: int, *, punto_third: int | None = None, banco_complete: bool = False) -> Side | None:
    """Return the side whose third card is due, by Punto's declaration and Banco's two-card points; None if none is.

    ``punto_third`` are the points of Punto's third card, None before it; it counts only after *carta*.
    ``banco_complete``: Banco has its third. The declaration decides, true or not, and none is due after a battuta or on
    Banco's 8 or 9.
    """
    if claim is Claim.BATTUTA or banco >= NATURAL:
        return None
    if claim is Claim.CARTA and punto_third is None:
        return Side.PUNTO
    third = punto_third if claim is Claim.CARTA else None
    return Side.BANCO if banco_draws(banco, third) and not banco_complete else None


def natural(punto: Sequence[Card], banco: Sequence[Card]) -> bool:
    """Whether either two-card hand is a battuta, which stops both; one with a covered card counts as none."""
    return (UNKNOWN not in punto and points(punto) >= NATURAL) or (UNKNOWN not in banco and points(banco) >= NATURAL)


def lay_out(drawn: Sequence[Card]) -> Layout:
    """Lay drawn cards by the Regola: 1 and 3 to Punto, 2 and 4 to Banco, third cards, the rest excess.

    They are given in the order drawn. Up to four are laid by their order alone, covered or not; from the fifth on
    both hands must be open, or one of them a natural, and from the sixth on Punto's third card, too (else
    E_CARD_COVERED). Refuses (E_COUNT) an empty list, and one longer than eight decks.
    """
    check_count(len(drawn))
    if len(drawn) <= FIRST_CARDS:
        return Layout(tuple(drawn[0::2]), tuple(drawn[1::2]), ())
    first, second, third, fourth = drawn[:FIRST_CARDS]
    punto: tuple[Card, ...] = (first, third)
    banco: tuple[Card, ...] = (second, fourth)
    if UNKNOWN in drawn and natural(punto, banco):
        return Layout(punto, banco, tuple(drawn[FIRST_CARDS:]))
    served = FIRST_CARDS
    p, b = (first.points + third.points) % POINT_VALUES, (second.points + fourth.points) % POINT_VALUES
    if p < NATURAL and b < NATURAL:
        draws = _AFTER_STANDING[b]
        if p <= MOST_TO_DRAW:
            punto, served = (first, third, drawn[4]), 5
            draws = len(drawn) > served and _AFTER_THIRD[b][drawn[4].points]
        if draws:
            banco, served = (second, fourth, drawn[served]), served + 1
    # Equivalent to calling the class, in half the time: whole taglie are laid out coup by coup.
    return tuple.__new__(Layout, (punto, banco, tuple(drawn[served:])))


def complete(drawn: Sequence[Card]) -> Layout:
    """Return the layout of a finished coup, of all its cards in the order drawn.

    Refuses an empty list, and one of more cards than eight decks have together (E_COUNT); a coup to which a card is
    still due (E_REGOLA); and (E_CARD_COVERED), unless an open hand of two has 8 or 9 points, a covered card among the
    first four, or as Punto's third, whatever Banco has. Banco's third card and excess may be covered.
    """
    layout = lay_out(drawn)
    if (side := layout.due) is not None:
        raise Refused(
            Code.REGOLA,
            "The coup is not complete: a card is still due to %(side)s.",
            source=cite(None, "regola.table"),
            side=side,
        )
    return layout
