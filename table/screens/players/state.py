"""State of a table as its displays show it: the headline of the coup, and the mark of a sleeping display."""

from django.utils.translation import gettext as _

from table.models import Table
from table.rules.phase import Phase
from table.rules.regola import Claim
from table.screens.read.notices import Notice, headline
from table.screens.read.pieces import Piece, piece
from table.screens.read.reasons import reason
from table.screens.read.snapshot import Snapshot
from table.words.terms import CALLS

AT_THIRD_CARDS = (f"phase-{Phase.BANCO_UP}", f"phase-{Phase.DRAWING}")


def said(table: Snapshot) -> Notice:
    """Return the headline of the table, with what is known of the declaration and of the third card.

    Once the reader has declared, that is their call; then, until both hands are complete, why a third card is due or
    not, by open cards and declarations alone. Else it is :func:`headline` as it is.
    """
    notice, coup = table.part(headline), table.state.coup
    if coup is None:
        return notice
    if notice.kind == f"phase-{Phase.DECLARED}" and coup.claim and coup.reader:
        call = {"position": coup.reader, "call": CALLS[Claim(coup.claim)]}
        return notice._replace(more=_("Position %(position)s: «%(call)s»") % call)
    why = reason(table.state) if notice.kind in AT_THIRD_CARDS else None
    return notice._replace(more=why.words) if why is not None else notice


def sleeps(table: Snapshot) -> bool:
    """Whether the table is closed and has no coup, so that its displays sleep: nothing is bright or still for long."""
    return table.table.status == Table.Status.CLOSED and table.state.coup is None


def asleep(table: Snapshot) -> Piece:
    """Return the piece of a sleeping display: the code of the table and its headline, which says that it is closed."""
    return piece("asleep", "regions/asleep.html:asleep", table.code, table.part(headline).words)
