"""Notices of the house that stand at every table: PINs set anew that decide nothing yet, gaps in exported files."""

from collections.abc import Iterator

from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.screens.register.sentences import AT_DEVICE, BY_WHOM


def of_the_house(snapshot: Snapshot, macro: str) -> Iterator[Piece]:
    """Yield a line for each notice; that of a PIN links to the page on which a third person confirms."""
    for it in snapshot.awaited_pins:
        by, device = str(BY_WHOM.get(it.by, it.by)), str(AT_DEVICE.get(it.device, it.device))
        yield piece(f"pin-{it.badge}", f"regions/desk/given_pins.html:{macro}", it, by, device)
    for gap in snapshot.gaps:
        yield piece(f"gap-{gap.register}-{gap.kind}", f"regions/desk/gaps.html:{macro}", gap)
