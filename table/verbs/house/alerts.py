"""Alerts to inspectors: raised by effects, acknowledged, answered by whoever goes, closed; and calls from a seat.

An incident has one alert: it is raised with the case, shows how it stands, and closes when it is decided. Any other
closes when it is acknowledged. Who acknowledged it, and who was on the way, stays in the register.
"""

from collections.abc import Collection
from functools import partial
from typing import Annotated, Any

import msgspec
from django.utils.translation import pgettext_lazy

from table.memory.statements import insert, update
from table.models import Alert, Severity
from table.play.act import Act
from table.play.declaration import ANYTIME, NOBODY, verb
from table.play.effects import EFFECTS, alerts
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused

Number = Annotated[int, msgspec.Meta(gt=0, le=10**12)]
answer = partial(
    verb,
    roles=(Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE),
    tables=ANYTIME,
    while_held=True,
    deciders=NOBODY,
)
"""Declare a verb by which inspectors answer a call: at any time, even while an incident holds the coup."""


# --- raised, led on and closed


def raise_alerts(act: Act) -> None:
    """Raise an alert for each effect of the act that is declared with one, in the order of the effects.

    None where the act opened, continued or decided an incident, which has one alert of its own.
    """
    raised = _raised(act)
    if raised and not any(EFFECTS[name].of_case for name, _ in act.effects):
        Alert.objects.bulk_create(_alert(act, name, facts, severity=EFFECTS[name].severity) for name, facts in raised)


def raise_of_case(act: Act, severity: Severity, *, noticed: bool) -> None:
    """Raise the alert of the case that the act opens; it names the act's last effect that is declared with an alert.

    ``noticed``: the first one, by which the table itself has noticed the case. Raises IndexError where there is none.
    """
    name, facts = _raised(act)[0 if noticed else -1]
    alert = _alert(act, name, facts, severity=severity)
    alert.incident = act.number
    insert(alert)


def lead_on(act: Act, incident: int, severity: Severity) -> None:
    """Update the alert of a case to this severity, and to the last effect of this act that is declared with an alert.

    It is open again, not acknowledged, and nobody is on the way. Raises IndexError where no effect has one.
    """
    name, facts = _raised(act)[-1]
    latest: dict[str, Any] = {"number": act.number, "code": name, "facts": facts, "severity": severity}
    nobody: dict[str, Any] = {"acknowledged": None, "acknowledged_by": "", "going": "", "closed": None}
    act.table.alerts.filter(incident=incident).update(**latest, **nobody)


def close(act: Act, incidents: Collection[int]) -> None:
    """Close the alerts of these cases, which are decided."""
    act.table.alerts.filter(incident__in=incidents, closed=None).update(closed=act.number)


def _raised(act: Act) -> list[tuple[str, dict[str, Any]]]:
    return [(name, facts) for name, facts in act.effects if alerts(name)]


def _alert(act: Act, name: str, facts: dict[str, Any], *, severity: Severity) -> Alert:
    return Alert(table=act.table, number=act.number, code=name, facts=facts, severity=severity, since=act.at)


# --- noted, and answered


@answer(
    title=pgettext_lazy("act", "acknowledge an alert"),
    said=(pgettext_lazy("record", "takes note of number %(number)s: %(code)s"),),
    public="number code",
)
def acknowledge_alert(act: Act, *, number: Number, code: str) -> None:
    """Acknowledge the alerts of the effect named ``code`` of the entry with this number, and so close them.

    Those of an undecided case stay open until it is decided. Refused where there was none (E_ARGUMENTS), and where
    somebody has acknowledged them or all are closed (E_STALE).
    """
    for alert in _open_alerts(act, number, code):
        if alert.acknowledged is not None:
            raise _noted_by(alert.acknowledged_by)
        _note(act, alert)
        update(alert)


@answer(
    title=pgettext_lazy("act", "go to an alert"),
    said=(pgettext_lazy("record", "is on the way for number %(number)s: %(code)s"),),
    public="number code",
)
def go_to_alert(act: Act, *, number: Number, code: str) -> None:
    """Note that an inspector is on the way for the alerts of this effect of this entry; another may take over.

    It acknowledges the alert of a case, and closes none. Refused to whoever is on the way already, or where all are
    closed (E_STALE), and where there was none (E_ARGUMENTS).
    """
    for alert in _open_alerts(act, number, code):
        if alert.going == act.actor:
            raise Refused(Code.STALE, "You are on the way there already.")
        alert.going = act.actor
        if alert.stays and alert.acknowledged is None:
            _note(act, alert)
        update(alert)


def _noted_by(badge: str) -> Refused:
    return Refused(Code.STALE, "“%(badge)s” has acknowledged this alert already.", badge=badge)


def _note(act: Act, alert: Alert) -> None:
    """Acknowledge an alert by the actor of this act, and close it unless it stays. The row is not saved."""
    alert.acknowledged, alert.acknowledged_by = act.number, act.actor
    if not alert.stays:
        alert.closed = act.number


def _open_alerts(act: Act, number: int, code: str) -> list[Alert]:
    """Return the open alerts of this effect of this entry.

    Refused where there was none (E_ARGUMENTS), or where all are closed (E_STALE).
    """
    raised = list(act.table.alerts.filter(number=number, code=code))
    unclosed = [it for it in raised if it.closed is None]
    if unclosed:
        return unclosed
    if not raised:
        raise Refused(Code.ARGUMENTS, "There is no such alert at this table.")
    if raised[0].acknowledged_by:
        raise _noted_by(raised[0].acknowledged_by)
    raise Refused(Code.STALE, "It is settled already; nobody has to come.")


# --- calls from a seat, which stay on its display until an inspector answers


@answer(
    title=pgettext_lazy("act", "go to a seat that calls"),
    said=(pgettext_lazy("record", "position %(position)s calls the pit: is on the way"),),
    public="position",
)
def answer_call(act: Act, *, position: str) -> None:
    """Note that an inspector is on the way to a seat that calls, which its display shows; another may take over.

    Refused (E_POSITION) for a position that the table does not have; that it calls is not checked here.
    """
    check_position(act.state.profile, position)


@answer(
    title=pgettext_lazy("act", "settle a call from a seat"),
    said=(pgettext_lazy("record", "position %(position)s called the pit: settled"),),
    public="position",
)
def close_call(act: Act, *, position: str) -> None:
    """Note that what the guest called for is settled; they may call again.

    Refused (E_POSITION) for a position that the table does not have; that it calls is not checked here.
    """
    check_position(act.state.profile, position)
