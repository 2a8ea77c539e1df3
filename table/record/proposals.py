"""What players propose at the displays of their seats: one proposal a display, until the dealer takes it.

A proposal is no act: it leaves no entry, moves nothing, and only the dealer's own press makes something of it.
Beside it lies at most one call to the pit, which is for the inspectors in the same way.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from table.models import Coup, Display, Position, Table
from table.play.state import TableState
from table.record.door import ping_once_committed
from table.rules.phase import Phase
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require

WRITTEN = ["proposal", "proposed_for", "proposed_at", "called", "coming"]
CLAIMS = (Display.Proposal.CARTA, Display.Proposal.NO_CARTA)
STANDS = {
    Display.Proposal.SEAT: Position.State.FREE,
    Display.Proposal.MARK: Position.State.OCCUPIED,
    Display.Proposal.RETURN: Position.State.MARKED,
    Display.Proposal.DISPUTE: Position.State.OCCUPIED,
}
"""How the position has to stand for what is proposed about it."""


def propose(display: Display, what: str, coup: str = "", *, at: datetime | None = None) -> None:
    """A player proposes this at his seat; it takes the place of what he proposed before.

    ``coup`` is the key of the coup that the display showed, for «carta» and «no carta». Raises :class:`Refused`.
    """
    require(what in Display.Proposal.values, Code.ARGUMENTS, "A display cannot propose “%(what)s”.", what=what[:20])
    with transaction.atomic():
        lying = _lock(display)
        _check_seat_display(lying)
        _check_sensible(lying, Display.Proposal(what), coup)
        lying.proposal, lying.proposed_at = what, at or timezone.now()
        lying.proposed_for = coup if what in CLAIMS else ""
        _keep(lying)


def call(display: Display, *, at: datetime | None = None) -> None:
    """A player calls the pit; one who has called already goes on calling since then. Raises :class:`Refused`."""
    with transaction.atomic():
        lying = _lock(display)
        _check_seat_display(lying)
        table = Table.every.select_related("policy").get(pk=lying.table_id)
        check_position(TableState(table).profile, lying.position)
        require(table.status != Table.Status.CLOSED, Code.TABLE_NOT_OPEN, "The table is closed; nobody comes there.")
        if lying.called is None:
            lying.called, lying.coming = at or timezone.now(), ""
            _keep(lying)


def take(display: Display) -> str:
    """What is proposed at this display is taken from it, and given; empty if nothing lay there."""
    with transaction.atomic():
        lying = _lock(display)
        taken = lying.proposal
        if taken:
            _clear(lying)
            _keep(lying)
    return taken


def take_with(row: Table, display: Display) -> None:
    """Take it in the transaction of the act that grants it, which holds the lock of the table and writes its row."""
    lying = Display.objects.select_for_update().get(pk=display.pk)
    if lying.proposal:
        _clear(lying)
        lying.save(update_fields=WRITTEN)
        row.inbox += 1


def _clear(display: Display) -> None:
    display.proposal, display.proposed_for, display.proposed_at = "", "", None


def _lock(display: Display) -> Display:
    """The display as it is now; who comes at the same moment waits: at the table first, as every act does."""
    Table.every.select_for_update().only("pk").get(pk=display.table_id)
    return Display.objects.select_for_update().get(pk=display.pk)


def _keep(display: Display) -> None:
    """What is proposed has changed, and the screens of the table are told to look."""
    display.save(update_fields=WRITTEN)
    Table.every.filter(pk=display.table_id).update(inbox=F("inbox") + 1)
    table = Table.every.get(pk=display.table_id)
    ping_once_committed(table.code, table.number)


# --- what makes sense


def _check_seat_display(display: Display) -> None:
    require(not display.revoked, Code.ROLE, "This display belongs to no table any more; pair it again.")
    require(display.kind == Display.Kind.SEAT, Code.ROLE, "Only a display at a seat can propose something.")


def _check_sensible(display: Display, what: Display.Proposal, coup: str) -> None:
    state = TableState(Table.every.select_related("policy").get(pk=display.table_id))
    check_position(state.profile, display.position)
    if what in CLAIMS:
        _check_reads(state, display.position, coup)
    else:
        _check_stands(state, state.positions[display.position], what)
    if what is Display.Proposal.DISPUTE:
        _check_was_played(state)


def _check_was_played(state: TableState) -> None:
    """A coup has to be over before it can be disputed."""
    require(
        Coup.objects.filter(table=state.table, ended=True).exists(),
        Code.PHASE,
        "No coup is over yet.",
        source=state.cite("disputes_decided_by.over"),
    )


def _check_reads(state: TableState, position: str, coup: str) -> None:
    """Only the reader says «carta» or «no carta», while the cards lie before him."""
    reading = state.coup
    if reading is None or state.phase is not Phase.READING or reading.held or reading.reader != position:
        raise Refused(
            Code.PHASE,
            "Nobody reads at position %(position)s now.",
            source=state.cite("reader"),
            position=position,
        )
    require(reading.key == coup, Code.STALE, "This was meant for another coup; look again and press again.")


def _check_stands(state: TableState, place: Position, what: Display.Proposal) -> None:
    require(
        place.state == STANDS[what],
        Code.SEAT,
        "Position %(position)s is %(state)s, not %(expected)s.",
        source=state.cite("display"),
        position=place.label,
        state=place.state,
        expected=STANDS[what].value,
    )
