"""Calls and proposals on seat displays (:mod:`table.record.door.proposals`): acts answer calls, closing ends all."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from table.models import Display, Table
from table.play.act import Act
from table.rules.refusal import Code, Refused, require

WRITTEN = ["called", "coming"]


def answer(act: Act, given: Mapping[str, Any]) -> None:
    """Record on the display that the actor is on the way to whoever calls there.

    Refuses (E_STALE) where nobody calls there any more, or the actor is on the way already.
    """
    calls = _calling(act, given["position"])
    require(calls.coming != act.actor, Code.STALE, "You are on the way there already.")
    calls.coming = act.actor
    _keep(act, calls)


def close(act: Act, given: Mapping[str, Any]) -> None:
    """Remove the call from the display. Refuses (E_STALE) where nobody calls there any more."""
    calls = _calling(act, given["position"])
    calls.called, calls.coming = None, ""
    _keep(act, calls)


def lapse(act: Act, _given: Mapping[str, Any]) -> None:
    """Remove all proposals and calls from the displays of a table that is closed now; nothing at any other."""
    if act.table.status != Table.Status.CLOSED:
        return
    asking = Display.objects.filter(~Q(proposal="") | Q(called__isnull=False), table=act.table)
    nothing: dict[str, Any] = {"proposal": "", "proposed_for": "", "proposed_at": None, "called": None, "coming": ""}
    if asking.update(**nothing):
        act.table.inbox += 1


def _calling(act: Act, position: str) -> Display:
    """Lock and return the display that calls at a position. Refuses (E_STALE) where none does."""
    here = Display.objects.select_for_update().filter(table=act.table, position=position, revoked=False)
    found = here.exclude(called=None).first()
    if found is None:
        raise Refused(Code.STALE, "Position %(position)s does not call any more.", position=position[:8])
    return found


def _keep(act: Act, display: Display) -> None:
    """Save the call; the row of the table is saved when the act is done."""
    display.save(update_fields=WRITTEN)
    act.table.inbox += 1
