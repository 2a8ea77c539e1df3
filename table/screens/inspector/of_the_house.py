"""What calls of the house itself, at every table: PINs given anew that decide nothing yet, gaps in the hand-outs."""

from collections.abc import Iterator

from table.screens.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.screens.register.sentences import AT_DEVICE, BY_WHOM


def of_the_house(snapshot: Snapshot, macro: str) -> Iterator[Piece]:
    """A line of each; that of a PIN leads to the page on which a third person confirms."""
    for it in snapshot.awaited_pins:
        by, device = str(BY_WHOM.get(it.by, it.by)), str(AT_DEVICE.get(it.device, it.device))
        yield piece(f"pin-{it.badge}", f"regions/desk/given_pins.html:{macro}", it, by, device)
    for gap in snapshot.gaps:
        yield piece(f"gap-{gap.register}-{gap.kind}", f"regions/desk/gaps.html:{macro}", gap)
