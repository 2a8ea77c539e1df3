"""A display sleeps while its table is closed: nothing on it is bright or stands still for long; it wakes with it."""

from table.models import Table
from table.screens.pieces import Piece, piece
from table.screens.read.notices import headline
from table.screens.read.snapshot import Snapshot


def sleeps(table: Snapshot) -> bool:
    """Whether there is nothing to be shown: the table is closed, and no coup waits on it."""
    return table.table.status == Table.Status.CLOSED and table.state.coup is None


def asleep(table: Snapshot) -> Piece:
    """A quiet mark: which table this is, and that it is closed."""
    return piece("asleep", "regions/asleep.html:asleep", table.code, headline(table).words)
