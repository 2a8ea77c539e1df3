"""Preview of *Repeat*: the stakes it would lay, computed by the code of the act itself."""

from typing import NamedTuple

from table.play.stakes import again
from table.screens.read.snapshot import Snapshot


class Repeats(NamedTuple):
    """Stakes that *Repeat* would lay, by position, box and amount (cents), and how many of a tie it would keep."""

    laid: tuple[tuple[str, str, int], ...] = ()
    kept: int = 0

    @property
    def anything(self) -> bool:
        """Whether there is a stake to lay or to keep."""
        return bool(self.laid) or self.kept > 0

    @property
    def cents(self) -> int:
        """Sum of the stakes that would be laid, in cents."""
        return sum(cents for _position, _box, cents in self.laid)

    @property
    def ghosts(self) -> str:
        """Stakes that the felt previews: ``1:punto:10000 2:banco:5000``."""
        return " ".join(f"{position}:{box}:{cents}" for position, box, cents in self.laid)


NOTHING = Repeats()


def repeats(snapshot: Snapshot, position: str | None = None) -> Repeats:
    """Return what *Repeat* would lay at one position, or at all; nothing while a Colpo in Bianco is due."""
    if snapshot.state.blank_due:
        return NOTHING
    can_be = [it for it in again(snapshot.state, position) if it.refused is None]
    laid = tuple((it.old.position, it.old.box, it.old.laid) for it in can_be if it.left_over is None)
    return Repeats(laid, len(can_be) - len(laid))
