"""Alerts to inspectors: raised by the effects of an act, led on with their case, and closed when it is decided.

An incident has one alert: it is raised with the case, shows how it stands, and closes when it is decided. Any other,
and that of a case which is only a notice, closes when it is acknowledged (:mod:`table.verbs.house.alerts`). Who
acknowledged it, and who was on the way, stays in the register.
"""

from collections.abc import Collection
from typing import Any

from table.memory.statements import insert
from table.models import Alert, Severity
from table.play.act import Act
from table.play.effects import EFFECTS, Effects, alerts


def raise_alerts(act: Act) -> None:
    """Raise an alert, of the declared severity, for each effect of the act that is declared with one, in their order.

    None for an effect ``of_case``: the incident that it opened, led on or decided has one alert of its own. In an act
    with such an effect the others raise one only if somebody has to come, as for chips that go into custody, and none
    for a mere notice.
    """
    raised = [(name, facts) for name, facts in _raised(act.effects) if not EFFECTS[name].of_case]
    if any(EFFECTS[name].of_case for name, _ in act.effects):
        raised = [(name, facts) for name, facts in raised if EFFECTS[name].severity != Severity.NOTICE]
    if raised:
        Alert.objects.bulk_create(_alert(act, name, facts, severity=EFFECTS[name].severity) for name, facts in raised)


def raise_of_case(act: Act, severity: Severity, *, noticed: bool) -> None:
    """Raise the alert of the case that the act opens, named by the last of the act's effects declared with an alert.

    ``noticed``: the table itself has noticed the case, and the first of them names it instead. The case has the number
    of the act's entry. Raises IndexError where no effect has an alert.
    """
    name, facts = _raised(act.effects)[0 if noticed else -1]
    alert = _alert(act, name, facts, severity=severity)
    alert.incident = act.number
    insert(alert)


def lead_on(act: Act, incident: int, severity: Severity) -> None:
    """Update the alert of a case to this severity, and to the last effect of this act that is declared with an alert.

    ``incident`` is the number of the entry that opened the case; one without an alert gets none. The alert gets the
    name of the effect, its facts and the number of this entry; it is open again, not acknowledged, and nobody is on the
    way. Raises IndexError where no effect has one, whether or not the case has an alert.
    """
    name, facts = _raised(act.effects)[-1]
    latest: dict[str, Any] = {"number": act.number, "code": name, "facts": facts, "severity": severity}
    nobody: dict[str, Any] = {"acknowledged": None, "acknowledged_by": "", "going": "", "closed": None}
    act.table.alerts.filter(incident=incident).update(**latest, **nobody)


def close(act: Act, incidents: Collection[int]) -> None:
    """Close the open alerts of these cases (numbers of the entries that opened them) by the act's entry."""
    act.table.alerts.filter(incident__in=incidents, closed=None).update(closed=act.number)


def _raised(effects: Effects) -> list[tuple[str, dict[str, Any]]]:
    """List those of an act's effects that have an alert sentence (:func:`alerts`), in their order, with their facts."""
    return [(name, facts) for name, facts in effects if alerts(name)]


def _alert(act: Act, name: str, facts: dict[str, Any], *, severity: Severity) -> Alert:
    """Return a new alert of the act's table, by the act's entry and as of its time; it is not inserted."""
    return Alert(table=act.table, number=act.number, code=name, facts=facts, severity=severity, since=act.at)
