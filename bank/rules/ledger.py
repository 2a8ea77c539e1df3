"""Ledger of the bank: where each chip and each note is, and which moves an act of the table or of the bank makes.

Nothing is created and nothing vanishes: the sum over all places stays what it was, of chips and of notes.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from table.rules.payout import HANDED_BACK, MoneyKind
from table.rules.refusal import Code, require


class Commodity(StrEnum):
    """Kind of money that is kept apart from the other."""

    CHIPS = "chips"
    NOTES = "notes"


class MoneyPlace(StrEnum):
    """Place where money is.

    ``TRANSIT`` is on the way between cage and table under a slip, ``LOCKED`` a float that stays at a closed table,
    ``DIFFERENCE`` what a count found to be lacking or too much.
    """

    CAGE = "cage"
    TRANSIT = "transit"
    RACK = "rack"
    FELT = "felt"
    BOX = "box"
    TIPS = "tips"
    CUSTODY = "custody"
    LOCKED = "locked"
    GUESTS = "guests"
    DIFFERENCE = "difference"


CHIPS, NOTES = Commodity
CAGE, TRANSIT, RACK, FELT, BOX, TIPS, CUSTODY, LOCKED, GUESTS, DIFFERENCE = MoneyPlace
MAY_BE_NEGATIVE = frozenset({CAGE, GUESTS, DIFFERENCE})
"""Places whose contents are counted from where the ledger began."""


class Move(NamedTuple):
    """Amount, above 0 in cents, of chips or notes that goes from one place to another."""

    commodity: Commodity
    source: MoneyPlace
    to: MoneyPlace
    amount: int


def moves(amount: int, source: MoneyPlace, to: MoneyPlace, commodity: Commodity = CHIPS) -> list[Move]:
    """Return the move of an amount (cents) as a list, the other way where it is negative; empty for 0."""
    if not amount:
        return []
    return [Move(commodity, source, to, amount) if amount > 0 else Move(commodity, to, source, -amount)]


Balances = Mapping[tuple[Commodity, MoneyPlace], int]
"""Cents by commodity and place; where there are none, the place may be missing."""


class Ledger:
    """Balances of all places, in cents by commodity and place; 0 unless they are given.

    ``posted`` are the moves that were made since, in their order.
    """

    def __init__(self, balances: Balances | None = None) -> None:
        """Begin with a copy of these balances, 0 for any that is missing, and without moves."""
        self._balances = dict(balances or {})
        self.posted: list[Move] = []

    @property
    def balances(self) -> Balances:
        """Copy of the cents by (commodity, place), one flat mapping, for all that have had any; an amount may be 0."""
        return dict(self._balances)

    def balance(self, place: MoneyPlace, commodity: Commodity = CHIPS) -> int:
        """Return the cents of a commodity at a place; 0 where there have been none."""
        return self._balances.get((commodity, place), 0)

    def total(self, commodity: Commodity) -> int:
        """Return the sum of a commodity over all places, in cents; no move changes it."""
        return sum(amount for (of, _place), amount in self._balances.items() if of is commodity)

    def left_with(self, balances: Balances) -> "Ledger":
        """Return a ledger with these balances instead, and the moves posted so far, which both ledgers share.

        It is that of a session of which another one takes over the rest.
        """
        found = Ledger(balances)
        found.posted = self.posted
        return found

    def post(self, posted: Iterable[Move], *, forced: bool = False) -> None:
        """Make the given moves, all of them or none, and append them to the attribute ``posted``, those made so far.

        Asserts that each is of more than 0 cents. Refuses (E_MONEY) moves that together take more from a place than it
        holds; one below 0 already may stay there, but not fall further. Cage, guests and differences may fall below 0
        at any time, and with ``forced`` the rack: a win that was paid is a fact, whatever the rack was said to hold.
        """
        after, made = dict(self._balances), list(posted)
        for move in made:
            assert move.amount > 0, "a move of nothing, or backwards"
            after[move.commodity, move.source] = after.get((move.commodity, move.source), 0) - move.amount
            after[move.commodity, move.to] = after.get((move.commodity, move.to), 0) + move.amount
        for key, amount in after.items():
            place = key[1]
            require(
                amount >= min(0, self._balances.get(key, 0)) or place in MAY_BE_NEGATIVE or (forced and place is RACK),
                Code.MONEY,
                "By the acts there is less where that is to come from.",
            )
        self._balances = after
        self.posted += made


# --- what the acts of a coup move

_OF_LINE: Mapping[MoneyKind, tuple[MoneyPlace, MoneyPlace]] = {
    MoneyKind.LOSS: (RACK, FELT),
    **dict.fromkeys(HANDED_BACK, (FELT, GUESTS)),
    **dict.fromkeys((MoneyKind.WIN, MoneyKind.COMMISSION, MoneyKind.ROUNDING, MoneyKind.CORRECTION), (RACK, GUESTS)),
}
"""Where the positive amount of a money line comes from, and where it goes; a negative one goes the other way."""


def laid(amount: int) -> list[Move]:
    """Return the moves of a stake in chips, or of its tax laid ready, from the guests to the felt.

    Empty for 0 cents, the other way below 0.
    """
    return moves(amount, GUESTS, FELT)


def notes_changed(amount: int) -> list[Move]:
    """Return the moves by which a guest buys chips: notes into the box, chips from the rack.

    Below 0 they are taken back.
    """
    return [*moves(amount, GUESTS, BOX, NOTES), *moves(amount, RACK, GUESTS)]


def settled(lines: Iterable[tuple[MoneyKind, int]]) -> Iterator[Move]:
    """Yield the ledger moves of money lines (kind, cents), none for a line of 0.

    A loss (below 0) goes from the felt to the rack, what is handed back from the felt to the guests. A win, rounding
    and a correction of money go from the rack to the guests, below 0 the other way, as commission does. A line posted
    again with the opposite amount takes its move back.
    """
    for kind, amount in lines:
        yield from moves(amount, *_OF_LINE[kind])


def computed(lines: Iterable[tuple[MoneyKind, int]]) -> int:
    """Return the table's result by these money lines, in cents: what the bettors lost less what they won.

    Stakes and whatever else is handed back are in neither; 0 without lines.
    """
    return -sum(amount for kind, amount in lines if kind not in HANDED_BACK)
