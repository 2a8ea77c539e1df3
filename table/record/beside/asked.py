"""What is asked at the displays of the seats (table/record/proposals.py): calls are answered, and all of it lapses."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from table.models import Display, Table
from table.play.act import Act
from table.rules.refusal import Code, Refused, require

WRITTEN = ["called", "coming"]


def answer(act: Act, given: Mapping[str, Any]) -> None:
    """Somebody is on the way. Refused with E_STALE where nobody calls any more, or he is on the way already."""
    calls = _calling(act, given["position"])
    require(calls.coming != act.actor, Code.STALE, "You are on the way there already.")
    calls.coming = act.actor
    _keep(act, calls)


def close(act: Act, given: Mapping[str, Any]) -> None:
    """What he called for is settled. Refused with E_STALE where nobody calls any more."""
    calls = _calling(act, given["position"])
    calls.called, calls.coming = None, ""
    _keep(act, calls)


def lapse(act: Act, _given: Mapping[str, Any]) -> None:
    """Nobody sits at a table that is closed now: what was proposed there, and who called the pit, waits no longer."""
    if act.table.status != Table.Status.CLOSED:
        return
    asking = Display.objects.filter(~Q(proposal="") | Q(called__isnull=False), table=act.table)
    nothing: dict[str, Any] = {"proposal": "", "proposed_for": "", "proposed_at": None, "called": None, "coming": ""}
    if asking.update(**nothing):
        act.table.inbox += 1


def _calling(act: Act, position: str) -> Display:
    here = Display.objects.select_for_update().filter(table=act.table, position=position, revoked=False)
    found = here.exclude(called=None).first()
    if found is None:
        raise Refused(Code.STALE, "Position %(position)s does not call any more.", position=position[:8])
    return found


def _keep(act: Act, display: Display) -> None:
    """The row of the table is written when the act is done."""
    display.save(update_fields=WRITTEN)
    act.table.inbox += 1
