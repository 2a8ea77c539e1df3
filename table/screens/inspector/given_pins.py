"""PINs that were given anew and decide nothing yet: at every table, until they do."""

from collections.abc import Iterator

from table.screens.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.screens.register.sentences import AT_DEVICE, BY_WHOM

TEMPLATE = "regions/desk/given_pins.html"


def given_pins(snapshot: Snapshot, macro: str) -> Iterator[Piece]:
    """A line of each; it leads to the page on which a third person confirms."""
    for it in snapshot.awaited_pins:
        by, device = str(BY_WHOM.get(it.by, it.by)), str(AT_DEVICE.get(it.device, it.device))
        yield piece(f"pin-{it.badge}", f"{TEMPLATE}:{macro}", it, by, device)
