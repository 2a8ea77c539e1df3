"""What the law settles by itself: nothing is asked, nobody decides, and it stands in the record."""

from procedures.models import Incident
from table.play.act import Act


def by_law(act: Act, case: Incident, facts: object = None) -> None:
    """The table goes on by the article; inspectors are told."""
    del facts
    case.status, case.decided = Incident.Status.SETTLED_BY_LAW, act.number
