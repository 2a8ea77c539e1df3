"""Proposals of players at the displays of their seats: one a display, until it is granted, turned down or outdated.

A proposal is no act: it makes no entry and moves nothing; only a press of the staff makes something of it. A display
also holds at most one call to the pit, which is for the inspectors in the same way.
"""

from collections.abc import Collection, Mapping
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
STANDS = {
    Display.Proposal.SEAT: Position.State.FREE,
    Display.Proposal.MARK: Position.State.OCCUPIED,
    Display.Proposal.RETURN: Position.State.MARKED,
    Display.Proposal.DISPUTE: Position.State.OCCUPIED,
}
"""State that a position must have for a proposal about it; «carta» and «no carta» have none."""
GRANTED_BY: Mapping[str, frozenset[str]] = {
    Display.Proposal.SEAT: frozenset({"reserve", "assign", "call_guest"}),
    Display.Proposal.MARK: frozenset({"mark"}),
    Display.Proposal.RETURN: frozenset({"return"}),
    **dict.fromkeys(Display.CLAIMS, frozenset({"declare"})),
}
"""Verbs that grant a proposal; a dispute is granted by a report, of which the table itself knows no verb."""
OF_THE_TABLE = frozenset[str]().union(*GRANTED_BY.values())
"""Verbs that grant any proposal but a dispute."""


def propose(display: Display, what: str, coup: str = "", *, at: datetime | None = None) -> None:
    """Store a player's proposal on the display of their seat, in the place of the one before, as of ``at`` (None: now).

    ``coup`` is the key of the coup that the display showed, for «carta» and «no carta». Counts a change in the table's
    ``inbox``, and pings once committed. Refuses what is no proposal (E_ARGUMENTS); a display that is revoked or not at
    a seat (E_ROLE); a seat that its table has no more (E_POSITION); «carta» and «no carta» where nobody reads now
    (E_PHASE), or of another coup (E_STALE); any other at a closed table (E_TABLE_NOT_OPEN), or at a position in the
    wrong state (E_SEAT); and a dispute before any coup was played to its end (E_PHASE).
    """
    require(what in Display.Proposal.values, Code.ARGUMENTS, "A display cannot propose “%(what)s”.", what=what[:20])
    with transaction.atomic():
        locked = _lock(display)
        _check_seat_display(locked)
        _check_sensible(locked, Display.Proposal(what), coup)
        locked.proposal, locked.proposed_at = what, at or timezone.now()
        locked.proposed_for = coup if what in Display.CLAIMS else ""
        _keep(locked)


def call(display: Display, *, at: datetime | None = None) -> None:
    """Record on a display that its player calls the pit, as of ``at`` (None: now); a change is counted in ``inbox``.

    Pings the table once committed; does nothing if it is calling already. Refuses (E_ROLE) a display that is revoked or
    at no seat, (E_POSITION) a seat that its table has no more, and (E_TABLE_NOT_OPEN) a call at a closed table.
    """
    with transaction.atomic():
        locked = _lock(display)
        _check_seat_display(locked)
        table = Table.objects.select_related("policy").get(pk=locked.table_id)
        check_position(TableState(table).profile, locked.position)
        _check_not_closed(table)
        if locked.called is None:
            locked.called, locked.coming = at or timezone.now(), ""
            _keep(locked)


def take(display: Display, proposed_at: datetime | None = None) -> str:
    """Remove the proposal from a display and return its kind; "" if there was none, whatever ``proposed_at`` is.

    Refuses (E_STALE) another proposal than that of ``proposed_at``; None is for any. If there was one, counts a change
    in the table's ``inbox``, and pings once committed. A call of the display stays.
    """
    with transaction.atomic():
        locked = _lock(display)
        taken = locked.proposal
        _check_as_shown(not taken or proposed_at in (None, locked.proposed_at))
        if taken:
            _clear(locked)
            _keep(locked)
    return taken


def take_with(row: Table, display: Display, verbs: Collection[str], *, claim: str = "") -> None:
    """Remove the proposal from a display within the act that grants it, and count a change in ``row.inbox``.

    ``row`` is the display's table, which the act has locked and saves; ``verbs`` are those of the press, ``claim`` what
    it declares. Locks the display. Does nothing where there is no proposal, or what none of these grants; a dispute is
    granted unless one of them grants another. Refuses (E_STALE) a claim if the other one is proposed by now.
    """
    locked = Display.objects.select_for_update().get(pk=display.pk)
    _check_as_shown({locked.proposal, claim} != {*Display.CLAIMS})
    granting = GRANTED_BY.get(locked.proposal)
    if locked.proposal and (OF_THE_TABLE.isdisjoint(verbs) if granting is None else not granting.isdisjoint(verbs)):
        _clear(locked)
        locked.save(update_fields=WRITTEN)
        row.inbox += 1


def _check_as_shown(as_shown: object) -> None:
    """Refuse (E_STALE) to take a proposal unless ``as_shown``: it is the one that the pressing screen showed."""
    require(as_shown, Code.STALE, "The player has proposed something since; look again and press again.")


def _clear(display: Display) -> None:
    display.proposal, display.proposed_for, display.proposed_at = "", "", None


def _lock(display: Display) -> Display:
    """Return the display as it is now, locked; its table is locked first, as by every act."""
    Table.objects.select_for_update().only("pk").get(pk=display.table_id)
    return Display.objects.select_for_update().get(pk=display.pk)


def _keep(display: Display) -> None:
    """Save the proposal and call of a display, count a change in its table's ``inbox``, and ping once committed.

    Screens are redrawn as that number grows. Not for an act, which saves the table's row itself (`take_with`).
    """
    display.save(update_fields=WRITTEN)
    Table.objects.filter(pk=display.table_id).update(inbox=F("inbox") + 1)
    ping_once_committed(*Table.objects.values_list("code", "number").get(pk=display.table_id))


# --- what makes sense


def _check_seat_display(display: Display) -> None:
    """Refuse (E_ROLE) a display that is revoked, or whose kind is not that of a seat."""
    require(not display.revoked, Code.ROLE, "This display belongs to no table any more; pair it again.")
    require(display.kind == Display.Kind.SEAT, Code.ROLE, "Only a display at a seat can propose something.")


def _check_sensible(display: Display, what: Display.Proposal, coup: str) -> None:
    """Refuse a proposal that makes no sense now.

    E_POSITION for a seat that the table has no more. «Carta» and «no carta»: E_PHASE where nobody reads there, E_STALE
    for another coup than ``coup``, which is looked at for these alone. All others: E_TABLE_NOT_OPEN at a closed table,
    E_SEAT for a position in the wrong state; a dispute also E_PHASE before any coup was played to its end.
    """
    state = TableState(Table.objects.select_related("policy").get(pk=display.table_id))
    check_position(state.profile, display.position)
    if what in Display.CLAIMS:
        _check_reads(state, display.position, coup)
    else:
        _check_not_closed(state.table)
        _check_stands(state, state.positions[display.position], what)
    if what is Display.Proposal.DISPUTE:
        _check_was_played(state)


def _check_not_closed(table: Table) -> None:
    require(table.status != Table.Status.CLOSED, Code.TABLE_NOT_OPEN, "The table is closed; nobody comes there.")


def _check_was_played(state: TableState) -> None:
    """Refuse (E_PHASE) a dispute unless some coup of the table, not only the last, is over and had a card."""
    require(
        Coup.objects.filter(table=state.table, ended=True, cards__isnull=False).exists(),
        Code.PHASE,
        "No coup is over yet.",
        source=state.cite("disputes_decided_by.over"),
    )


def _check_reads(state: TableState, position: str, coup: str) -> None:
    """Refuse (E_PHASE) «carta» and «no carta» unless this position is the reader's, in the phase of reading.

    Not while the coup is held either. Then refuses (E_STALE) what was meant for another coup than the key ``coup``.
    """
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
    """Refuse (E_SEAT) a proposal unless the position is as ``STANDS`` asks of it; KeyError for one not named there."""
    require(
        place.state == STANDS[what],
        Code.SEAT,
        "Position %(position)s is %(state)s, not %(expected)s.",
        source=state.cite("display"),
        position=place.label,
        state=place.state,
        expected=STANDS[what].value,
    )
