"""Regions that extensions add to the screens of a table's staff."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from table.screens.read.pieces import Piece
from table.screens.read.snapshot import Snapshot

Shown = Callable[[Snapshot, str], Iterable[Piece]]
"""Draws the pieces of a region from a snapshot and the part of its name after the colon."""


class StaffRegion(NamedTuple):
    """Kind of region that an extension adds to the screens of a table's staff, one for each of their roles.

    ``above`` places it above the regions of the screen, else it stands below; ``dialogs`` says that it consists of
    dialogs, ``training`` that it is for training tables only, ``rules`` are a policy key and the value that a table's
    rules must have for it. ``page`` is a template that the page includes once: style sheets, scripts, dialogs.
    """

    kind: str
    shown: Shown
    above: bool = False
    dialogs: bool = False
    training: bool = False
    rules: tuple[str, str] | None = None
    page: str = ""


ADDED: list[StaffRegion] = []
"""Regions that extensions have added, in the order of the screens."""
