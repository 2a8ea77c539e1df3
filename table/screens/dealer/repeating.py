"""What *Repeat* would lay, seen before it is pressed: told by what the act itself goes by."""

from typing import NamedTuple

from table.play.stakes import again
from table.screens.read.snapshot import Snapshot


class Repeats(NamedTuple):
    """What a press would lay: each stake by position, box and amount (cents), and how many of a tie it would keep."""

    laid: tuple[tuple[str, str, int], ...] = ()
    kept: int = 0

    @property
    def anything(self) -> bool:
        """Whether there is a stake to lay or to keep."""
        return bool(self.laid) or self.kept > 0

    @property
    def cents(self) -> int:
        """All that would be laid."""
        return sum(cents for _position, _box, cents in self.laid)

    @property
    def ghosts(self) -> str:
        """What the felt shows of it beforehand: ``1:punto:10000 2:banco:5000``."""
        return " ".join(f"{position}:{box}:{cents}" for position, box, cents in self.laid)


NOTHING = Repeats()


def repeats(snapshot: Snapshot, position: str | None = None) -> Repeats:
    """What would be laid at one position, or at all; nothing while a Colpo in Bianco is due."""
    if snapshot.state.blank_due:
        return NOTHING
    can_be = [it for it in again(snapshot.state, position) if it.refused is None]
    laid = tuple((it.old.position, it.old.box, it.old.laid) for it in can_be if it.lies is None)
    return Repeats(laid, len(can_be) - len(laid))
