"""Sleep of a display while its table is closed: nothing on it is bright or stands still for long."""

from table.models import Table
from table.screens.read.notices import headline
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot


def sleeps(table: Snapshot) -> bool:
    """Whether the table is closed and has no coup, so that there is nothing to show."""
    return table.table.status == Table.Status.CLOSED and table.state.coup is None


def asleep(table: Snapshot) -> Piece:
    """Draw the mark of a sleeping display: the code of the table, and that it is closed."""
    return piece("asleep", "regions/asleep.html:asleep", table.code, headline(table).words)
