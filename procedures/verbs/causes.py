"""Causes of incidents: only an Ispettore di Gioco names one; whoever happened to deal is on duty, and no cause.

A cause is stored as the badge of somebody of the staff, as ``@3`` for whoever plays at position 3, or as ``?`` where it
was looked into and nobody knows. Empty, nobody has named one.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from procedures.case.cases import cause_named_at, of_number
from procedures.models import AT_POSITION, UNKNOWN_CAUSE
from table.models import Person
from table.play.act import Act
from table.play.declaration import ANYTIME, Number, verb
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, require


def check_cause_seen(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) to name a cause in place of one that was named after what the screen showed.

    Checked at the press alone, as earlier entries did so.
    """
    act.check_seen(cause_named_at(act, given["incident"]))


@verb(
    title=pgettext_lazy("act", "name the cause"),
    said=(
        pgettext_lazy("record", "names %(badge)s as the cause of incident %(incident)s"),
        pgettext_lazy("record", "names position %(position)s as the cause of incident %(incident)s"),
        pgettext_lazy("record", "the cause of incident %(incident)s is unknown"),
    ),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    while_held=True,
    source="cases.cause",
    public="incident",
    at_press=check_cause_seen,
)
def name_cause(act: Act, *, incident: Number, badge: str | None = None, position: str | None = None) -> None:
    """Name who caused an incident, in place of whoever was named: one of the staff or a position; “?” without either.

    From then on an attestation by whoever is named does not count, even one given before. Refuses (E_ARGUMENTS) an
    unknown incident, (E_FINAL) a decided one, (E_ARGUMENTS) both at once or a badge that nobody has, and
    (E_POSITION) an unknown position. Records ``cause_named``.
    """
    case = of_number(act, incident)
    require(badge is None or position is None, Code.ARGUMENTS, "The cause is one of the staff or a position, not both.")
    if position is not None:
        check_position(act.state.profile, position)
        case.caused_by = AT_POSITION + position
    else:
        case.caused_by = UNKNOWN_CAUSE if badge is None else of_staff(badge)
    act.update(case)
    act.effect("cause_named", incident=case.number, cause=case.caused_by)


def check_names_cause(act: Act, badge: str) -> None:
    """Refuse (E_ROLE) all but an Ispettore di Gioco, and (E_ARGUMENTS) a badge that nobody has."""
    require(
        act.role == Role.ISPETTORE_GIOCO,
        Code.ROLE,
        "Who caused it is named by an Ispettore di Gioco; whoever dealt stands in the record as on duty.",
        source=act.cite("cases.cause"),
    )
    of_staff(badge)


def of_staff(badge: str) -> str:
    """Return this badge. Refuses (E_ARGUMENTS) one that nobody in the house has."""
    known = Person.objects.filter(badge=badge).exists()
    require(known, Code.ARGUMENTS, "Nobody has the badge “%(badge)s”.", badge=badge[:20])
    return badge
