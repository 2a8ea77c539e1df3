"""Incidents that the law settles by itself: nobody decides."""

from procedures.models import Incident
from table.play.act import Act


def by_law(act: Act, case: Incident, facts: object = None) -> None:
    """Settle the incident in the entry that opened it. It is not saved."""
    del facts
    case.status, case.decided = Incident.Status.SETTLED_BY_LAW, act.number
