"""Cards and payments reckoned by hand, from the figures of the documents alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tests.browser.houses.documents import (
    BANCO_DRAWS_AFTER_STANDING,
    BANCO_DRAWS_ON,
    BANCO_DRAWS_TO,
    DRAWS_TO,
    NATURAL,
    House,
)

PUNTO, BANCO, TIE = "punto", "banco", "tie"
ORDER = ("punto", "banco", "egalite")
VALUES = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(value): value for value in range(2, 10)}
ROWS = 6


def points(cards: Sequence[str]) -> int:
    """The last digit of their sum; figures and tens count nothing."""
    return sum(VALUES[card[0]] for card in cards) % 10


@dataclass(frozen=True)
class Hands:
    """A coup: what lies before Punto and before Banco, thirds last."""

    punto: tuple[str, ...]
    banco: tuple[str, ...]

    @property
    def result(self) -> str:
        """Who is nearer to nine."""
        mine, theirs = points(self.punto), points(self.banco)
        return TIE if mine == theirs else PUNTO if mine > theirs else BANCO

    @property
    def cards(self) -> list[str]:
        """As an evening keys them: the first two of each, and then the thirds."""
        return [*self.punto[:2], *self.banco[:2], *self.punto[2:], *self.banco[2:]]


def dealt(shoe: Iterator[str]) -> Hands:
    """The next coup of a shoe: first and third card to Punto, second and fourth to Banco, thirds by the table."""
    first = [next(shoe) for _ in range(4)]
    punto, banco = first[0::2], first[1::2]
    mine, theirs = points(punto), points(banco)
    if max(mine, theirs) < NATURAL:
        if mine <= DRAWS_TO:
            punto.append(next(shoe))
        if _banco_draws(theirs, punto[2:]):
            banco.append(next(shoe))
    return Hands(tuple(punto), tuple(banco))


def _banco_draws(has: int, third: Sequence[str]) -> bool:
    if not third:
        return has <= BANCO_DRAWS_AFTER_STANDING
    return has <= BANCO_DRAWS_TO or BANCO_DRAWS_ON.get(has, "R" * 10)[VALUES[third[0][0]]] == "T"


# --- payments


class Stake(NamedTuple):
    """What a position lays on a box (cents), and whether it lays the tax ready beside it."""

    position: str
    box: str
    laid: int
    tax_ready: bool = False


class Paid(NamedTuple):
    """What comes of a stake: what the dealer's hand moves, and what it brings (cents)."""

    stake: Stake
    moves: tuple[tuple[str, int], ...]
    brings: int


def paid(house: House, hands: Hands, stake: Stake) -> Paid:
    """One stake by the document of the house."""
    wins = hands.result == {"egalite": TIE}.get(stake.box, stake.box)
    tax = stake.laid * house.commission // 100 if stake.box == BANCO else 0
    if not wins:
        stays = hands.result == TIE and stake.box != "egalite"
        moves = [("stays" if stays else "take", stake.laid), *([("tax_back", tax)] if stake.tax_ready else [])]
        return Paid(stake, tuple(moves), 0 if stays else -stake.laid)
    won = _won(house, hands, stake.box, stake.laid)
    moves = [("tax", tax), ("pay", won)] if stake.tax_ready else [("pay", won - tax)]
    return Paid(stake, tuple(moves), won - tax)


def _won(house: House, hands: Hands, box: str, laid: int) -> int:
    if box == "egalite":
        return laid * house.tie
    return laid // 2 if box == BANCO and points(hands.banco) == house.half_on else laid


def written(cents: int) -> str:
    """As it stands on a chip for an English reader."""
    return f"{cents / 100:,.2f}" if cents % 100 else f"{cents // 100:,}"


# --- roads


def bead_plate(results: Sequence[str], room: int) -> str:
    """The latest beads, column by column of six; the last column but one is the furthest that fills."""
    past = max(0, (len(results) - 1) // ROWS - room + 2)
    return "".join(_mark(it) for it in results[past * ROWS :])


def runs(results: Sequence[str]) -> list[tuple[str, int]]:
    """How often the same box won on end; a tie breaks no run."""
    decided = [_mark(it) for it in results if it != TIE]
    return [(mark, len(list(run))) for mark, run in groupby(decided)]


def big_road(results: Sequence[str], room: int) -> list[str]:
    """Each run that is seen as a column of rings, ``PPP``, a stroke behind a ring for each tie after it: ``PP/P``.

    Of no run more than six deep: where one would turn to the right, nobody has reckoned it here.
    """
    columns: list[str] = []
    for result in results:
        mark = _mark(result)
        if mark == "T":
            columns[-1] += "/"
        elif columns and columns[-1][0] == mark:
            columns[-1] += mark
        else:
            columns.append(mark)
    return columns[max(0, len(columns) - room + 1) :]


def _mark(result: str) -> str:
    return {PUNTO: "P", BANCO: "B", TIE: "T"}[result]
