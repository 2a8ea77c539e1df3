"""Session of a table's bank: what its rack must hold, its result, and the differences that its counts leave."""

from dataclasses import dataclass
from typing import NamedTuple


class Differences(NamedTuple):
    """Differences of counted less expected cents: in the rack, and in the box of notes.

    The two may cancel each other out, so that a sum of 0 proves nothing.
    """

    rack: int
    box: int

    @property
    def total(self) -> int:
        """Sum of the differences of rack and box in cents: the physical result less the computed one."""
        return self.rack + self.box


@dataclass(frozen=True, slots=True)
class Session:
    """Sums that went into a rack and out of it since the count at opening, in cents.

    ``notes`` were changed into chips, at the table or as a stake. ``computed`` is the result by the money lines of the
    coups. A fill or a credit that brings the float back to its amount after the count at closing is none of these.
    """

    opener: int
    fills: int = 0
    credits: int = 0
    notes: int = 0
    computed: int = 0

    def since(self, counted: int, then: "Session") -> "Session":
        """Return a session of the sums since `then`, an earlier state of this one, opened with `counted` cents."""
        return Session(
            counted,
            self.fills - then.fills,
            self.credits - then.credits,
            self.notes - then.notes,
            self.computed - then.computed,
        )

    @property
    def expected(self) -> int:
        """Cents that the rack must hold: opener + fills - credits - notes + computed."""
        return self.opener + self.fills - self.credits - self.notes + self.computed

    def physical(self, *, rack: int, box: int) -> int:
        """Return the result in cents by what was counted in the rack at closing and, of notes, in the box.

        It is `rack` + credits + `box` - opener - fills; ``notes``, those entered by the acts, are not in it.
        """
        return rack + self.credits + box - self.opener - self.fills

    def differences(self, *, rack: int, box: int) -> Differences:
        """Return counted less expected cents of rack and box; their sum is the physical less the computed result."""
        return Differences(rack - self.expected, box - self.notes)
