"""Calls and proposals on seat displays (:mod:`table.record.door.proposals`): which acts answer or end them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from table.models import Display, Table
from table.play.act import Act
from table.rules.refusal import Code, Refused, require

WRITTEN = ["called", "coming"]
OF_A_SEAT = (Display.Proposal.SEAT, Display.Proposal.MARK, Display.Proposal.RETURN)
"""Proposals that mean a seat in one state, and nothing once it is in another.

A dispute stays until it is taken, or another guest sits down there.
"""


def answer(act: Act, given: Mapping[str, Any]) -> None:
    """Set on the display at ``given["position"]``, which calls the pit, that the actor is on the way there; save it.

    Whoever was on the way before is replaced, and a change is counted in the table's ``inbox``; the call stays, and no
    effect is recorded. Refuses (E_STALE) where no display calls there any more, a revoked one not counted, or the actor
    is on the way already.
    """
    calls = _calling(act, given["position"])
    require(calls.coming != act.actor, Code.STALE, "You are on the way there already.")
    calls.coming = act.actor
    _keep(act, calls)


def close(act: Act, given: Mapping[str, Any]) -> None:
    """Remove the call to the pit from the display at ``given["position"]``, and who is on the way there.

    A change is counted in the table's ``inbox``; a proposal of the display stays. Refuses (E_STALE) where no display
    calls there any more, a revoked one not counted.
    """
    calls = _calling(act, given["position"])
    calls.called, calls.coming = None, ""
    _keep(act, calls)


def lapse(act: Act, _given: Mapping[str, Any]) -> None:
    """Remove all proposals and calls to the pit from the displays of a table that is closed now; nothing at any other.

    If there were any, a change is counted in the table's ``inbox``, whose row is saved when the act is done.
    """
    if act.table.status != Table.Status.CLOSED:
        return
    asking = Display.objects.filter(~Q(proposal="") | Q(called__isnull=False), table=act.table)
    nothing: dict[str, Any] = {"proposal": "", "proposed_for": "", "proposed_at": None, "called": None, "coming": ""}
    if asking.update(**nothing):
        act.table.inbox += 1


def outdate(act: Act, given: Mapping[str, Any]) -> None:
    """Remove a proposal to take, mark or resume the seat at ``given["position"]``, which is in another state now.

    Otherwise it would be shown, and could be granted, for whoever has the seat next. Other proposals and a call stay.
    If there was one a change is counted in the table's ``inbox``, whose row is saved when the act is done.
    """
    _drop(act, Display.objects.filter(table=act.table, position=given["position"], proposal__in=OF_A_SEAT))


def drop_of_earlier_guest(act: Act, given: Mapping[str, Any]) -> None:
    """Remove any proposal at ``given["position"]``, where a guest has just sat down, also one for this very seat.

    A dispute of the guest before would be shown to the new one as their own, who could then make none. A call stays.
    Counts a change as :func:`outdate` does.
    """
    _drop(act, Display.objects.filter(table=act.table, position=given["position"]).exclude(proposal=""))


def _drop(act: Act, displays: "QuerySet[Display]") -> None:
    """Empty the proposals of these displays of the act's table; if there are any, count a change in its ``inbox``.

    The caller selects only displays that have a proposal. The row of the table, changed in memory only, is saved when
    the act is done.
    """
    if displays.update(proposal="", proposed_for="", proposed_at=None):
        act.table.inbox += 1


def _calling(act: Act, position: str) -> Display:
    """Lock and return the display that calls at a position, but no revoked one. Refuses (E_STALE) where none does."""
    here = Display.objects.select_for_update().filter(table=act.table, position=position, revoked=False)
    found = here.exclude(called=None).first()
    if found is None:
        raise Refused(Code.STALE, "Position %(position)s does not call any more.", position=position[:8])
    return found


def _keep(act: Act, display: Display) -> None:
    """Save the call of a display to the pit and who is on the way (``WRITTEN``), and count a change in the ``inbox``.

    No other field of the display is saved. The row of the act's table, changed in memory only, is saved when the act is
    done.
    """
    display.save(update_fields=WRITTEN)
    act.table.inbox += 1
