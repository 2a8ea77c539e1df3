"""Movement between cage and table: requested, issued, and received, perhaps for less; or void, once.

What was issued and not received stays in transit until it is received, found at the cage, or lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bank.rules.ledger import CAGE, DIFFERENCE, RACK, TRANSIT, MoneyPlace, Move, moves
from bank.rules.pieces import Pieces, worth
from table.rules.refusal import Cents, Code, require


class MovementKind(StrEnum):
    """Kind of movement: the first two fill the rack, a credit empties it, an exchange leaves its value."""

    OPENING = "opening"
    FILL = "fill"
    CREDIT = "credit"
    EXCHANGE = "exchange"


class Status(StrEnum):
    """Step of a movement; what is received or void is final."""

    REQUESTED = "requested"
    ISSUED = "issued"
    RECEIVED = "received"
    VOID = "void"


TO_RACK = frozenset({MovementKind.OPENING, MovementKind.FILL, MovementKind.EXCHANGE})
_NOTHING: Pieces = {}


@dataclass(frozen=True, slots=True)
class Movement:
    """Slip with its pieces: requested, issued (``corrected`` holds those keyed before), and received, piece by piece.

    ``given`` are those that an exchange takes from the rack, of equal value; they reach the cage with the first that
    are received. ``returned`` are the cents that were in transit and found at the cage or at the table, ``lost`` those
    that were found nowhere.
    """

    kind: MovementKind
    requested: Pieces
    given: Pieces = field(default_factory=dict)
    status: Status = Status.REQUESTED
    issued: Pieces = field(default_factory=dict)
    corrected: tuple[Pieces, ...] = ()
    received: Pieces = field(default_factory=dict)
    returned: int = 0
    lost: int = 0

    @classmethod
    def request(cls, kind: MovementKind, pieces: Pieces, *, given: Pieces = _NOTHING, expected: int = 0) -> "Movement":
        """Return a movement that was requested; ``given`` are what an exchange takes from the rack.

        Refuses (E_COUNT) one of nothing, (E_MONEY) a credit above the ``expected`` cents of the rack, and (E_UNEQUAL)
        an exchange of unequal value.
        """
        require(worth(pieces) > 0, Code.COUNT, "A movement of nothing is none.")
        require(
            kind is not MovementKind.EXCHANGE or worth(pieces) == worth(given),
            Code.UNEQUAL,
            "An exchange is of equal value: %(requested)s are requested, %(given)s given.",
            requested=Cents(worth(pieces)),
            given=Cents(worth(given)),
        )
        require(
            kind is not MovementKind.CREDIT or worth(pieces) <= expected,
            Code.MONEY,
            "By the acts the rack does not hold %(requested)s: less can leave it.",
            requested=Cents(worth(pieces)),
        )
        return cls(kind, dict(pieces), dict(given))

    @property
    def source(self) -> MoneyPlace:
        """Place that the pieces leave: the rack for a credit, the cage for any other, also for an exchange."""
        return CAGE if self.kind in TO_RACK else RACK

    @property
    def to(self) -> MoneyPlace:
        """Place for which the pieces are meant: the cage for a credit, the rack for any other, also for an exchange."""
        return RACK if self.kind in TO_RACK else CAGE

    @property
    def left_rack(self) -> int:
        """Cents that it took from the rack as it was issued: of a credit what was issued, of an exchange what it gives.

        0 before that, and for a movement to the rack alone.
        """
        if self.kind is MovementKind.EXCHANGE and self.issued:
            return worth(self.given)
        return worth(self.issued) if self.kind is MovementKind.CREDIT else 0

    @property
    def in_transit(self) -> int:
        """Cents that were issued and neither received, returned nor lost; what an exchange gives is not counted.

        0 for a void movement.
        """
        gone = self.status is Status.VOID
        return 0 if gone else worth(self.issued) - worth(self.received) - self.returned - self.lost

    @property
    def may_be_lost(self) -> bool:
        """Whether all of it may be lost: it is a fill or a credit that was issued, and nothing of it has arrived."""
        return self.status is Status.ISSUED and self.kind in (MovementKind.FILL, MovementKind.CREDIT)

    @property
    def open(self) -> bool:
        """Whether it waits to be issued or received, or is partly in transit; the bank is not closed before."""
        return self.status in (Status.REQUESTED, Status.ISSUED) or self.in_transit > 0

    def issue(self, pieces: Pieces) -> tuple["Movement", list[Move]]:
        """Return the movement with these pieces issued, and the moves from their source into transit.

        Pieces keyed again replace those before, and only the difference moves. What an exchange gives leaves the rack
        with the first that are issued. Refuses (E_FINAL) a movement that is void or of which anything was received or
        lost, and (E_COUNT) nothing at all.
        """
        self._check_not_final()
        require(worth(pieces) > 0, Code.COUNT, "A movement of nothing is none.")
        before = (*self.corrected, self.issued) if self.issued else self.corrected
        moved = moves(worth(pieces) - worth(self.issued), self.source, TRANSIT)
        if self.kind is MovementKind.EXCHANGE and not self.issued:
            moved += moves(worth(self.given), RACK, TRANSIT)
        return replace(self, status=Status.ISSUED, issued=dict(pieces), corrected=before), moved

    def receive(self, pieces: Pieces) -> tuple["Movement", list[Move]]:
        """Return the movement with these pieces received besides those before, and the moves out of transit.

        Its status is RECEIVED then, even while more is in transit. Refuses (E_FINAL) where nothing is in transit, and
        (E_COUNT) nothing, more of a kind than was issued, or more cents than are in transit. What an exchange gives
        reaches the cage with the first that are received.
        """
        require(self.in_transit > 0, Code.FINAL, "Nothing of this movement is on its way.")
        together = _sum(self.received, pieces)
        over = next((value for value, number in together.items() if number > self.issued.get(value, 0)), None)
        fits = over is None and worth(together) <= worth(self.issued) - self.returned - self.lost
        require(
            fits or self.to is CAGE,
            Code.COUNT,
            "More was counted than was issued: the cage keys anew what left it.",
        )
        require(
            fits, Code.COUNT, "More was counted than left the rack: the table counts out anew what it has handed over."
        )
        require(worth(pieces) > 0, Code.COUNT, "A movement of nothing is none.")
        moved = moves(worth(pieces), TRANSIT, self.to)
        if self.kind is MovementKind.EXCHANGE and not self.received:
            moved += moves(worth(self.given), TRANSIT, CAGE)
        return replace(self, status=Status.RECEIVED, received=together), moved

    def settle(self, to: MoneyPlace, amount: int) -> tuple["Movement", list[Move]]:
        """Return the movement with `amount` cents of its transit ended at ``to``, and the moves.

        ``to`` is where they were found, cage or rack, or DIFFERENCE if they are lost, by which the status is RECEIVED.
        Refuses (E_COUNT) more than is in transit, or nothing, and (E_FINAL) before anything was received, unless all of
        a fill or a credit is lost.
        """
        assert to in (CAGE, RACK, DIFFERENCE), "transit ends at the cage, at the table or nowhere"
        gone = self.may_be_lost and to is DIFFERENCE and amount == self.in_transit
        require(
            self.status is Status.RECEIVED or gone,
            Code.FINAL,
            "What is on its way is received, or the movement is void.",
        )
        require(
            0 < amount <= self.in_transit,
            Code.COUNT,
            "%(amount)s are not in transit, but %(transit)s.",
            amount=Cents(amount),
            transit=Cents(self.in_transit),
        )
        if to is DIFFERENCE:
            return replace(self, status=Status.RECEIVED, lost=self.lost + amount), moves(amount, TRANSIT, to)
        return replace(self, returned=self.returned + amount), moves(amount, TRANSIT, to)

    def void(self) -> tuple["Movement", list[Move]]:
        """Return the movement void, and the moves that take back what was issued.

        Refuses (E_FINAL) one that is void already, or of which anything was received or lost.
        """
        self._check_not_final()
        moved = moves(worth(self.issued), TRANSIT, self.source)
        if self.kind is MovementKind.EXCHANGE and self.issued:
            moved += moves(worth(self.given), TRANSIT, RACK)
        return replace(self, status=Status.VOID), moved

    def _check_not_final(self) -> None:
        """Refuse (E_FINAL) a movement that is void, or of which anything was received or lost."""
        require(
            self.status in (Status.REQUESTED, Status.ISSUED),
            Code.FINAL,
            "This movement was received, or is void: what it moved is moved back by another one.",
        )


def _sum(one: Pieces, other: Pieces) -> Mapping[int, int]:
    """Add up pieces kind by kind, the highest first; a kind with a number of 0 may be among them."""
    return {value: one.get(value, 0) + other.get(value, 0) for value in sorted({*one, *other}, reverse=True)}
