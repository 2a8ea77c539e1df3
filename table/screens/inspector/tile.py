"""A table as a tile of the pit: how it stands, how fast it plays, what lies on it, and what nobody has noted yet."""

from typing import Any

from django.utils.translation import get_language, gettext

from table.models import Shoe, Table
from table.screens.inspector.figures import RESULTS
from table.screens.inspector.pace import pace
from table.screens.read.notices import who_decides
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Snapshot
from table.screens.register.lines import told
from table.terms import BOX_NAMES, PHASES, SHOES, STATUSES

LATEST_RESULTS = 12


def tile(snapshot: Snapshot, _which: str) -> dict[str, Any]:
    """What the tile shows besides the table itself."""
    return {
        "state": state(snapshot),
        "standing": standing(snapshot),
        "pace": pace(snapshot.recent),
        "results": [(RESULTS[it].value, BOX_NAMES[RESULTS[it]]) for it in snapshot.results[-LATEST_RESULTS:]],
        "alerts": told(snapshot.alerts, Numbers(get_language() or "")),
    }


def state(snapshot: Snapshot) -> str:
    """Whether the table is held, suspended, closed or open: the word that the style sheet knows."""
    if snapshot.table.awaits or (snapshot.state.coup is not None and snapshot.state.coup.held):
        return "held"
    return "suspending" if snapshot.table.suspend_pending else snapshot.table.status


def standing(snapshot: Snapshot) -> str:
    """How far the table is, in a few words."""
    if snapshot.state.coup is not None and snapshot.state.phase is not None:
        return str(PHASES[snapshot.state.phase])
    if snapshot.table.status != Table.Status.OPEN:
        return str(STATUSES[snapshot.table.status])
    return _between_coups(snapshot)


def _between_coups(snapshot: Snapshot) -> str:
    if snapshot.table.awaits:
        return who_decides(snapshot)
    if snapshot.blank_next:
        return gettext("Colpo in Bianco due")
    shoe = snapshot.state.shoe
    if shoe is None or shoe.status in (Shoe.Status.LOADED, Shoe.Status.SHUFFLED, Shoe.Status.CUT):
        return gettext("shoe %(state)s") % {"state": SHOES[shoe.status if shoe else "none"]}
    return gettext("between two coups")
