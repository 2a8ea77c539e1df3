"""Verbs by which inspectors answer alerts and calls from a seat: acknowledged, answered by whoever goes, closed."""

from functools import partial

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Alert
from table.play.act import Act
from table.play.declaration import ANYTIME, NOBODY, Number, verb
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused

answer = partial(
    verb,
    roles=(Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE),
    tables=ANYTIME,
    while_held=True,
    deciders=NOBODY,
)
"""Declare a verb by which inspectors answer a call: at any time, even while an incident holds the coup."""


# --- noted, and answered


@answer(
    title=pgettext_lazy("act", "acknowledge an alert"),
    said=(pgettext_lazy("record", "takes note of number %(number)s: %(code)s"),),
    public="number code",
)
def acknowledge_alert(act: Act, *, number: Number, code: str) -> None:
    """Acknowledge the alerts of the effect named ``code`` of the entry with this number, and so close them.

    That of an undecided case stays open until it is decided, unless the case is no more than a notice; its number is
    that of the entry that led it on last. Refused where there was none (E_ARGUMENTS), and where somebody has
    acknowledged one that is open, or all are closed (E_STALE).
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
    """Note that an inspector is on the way for the open alerts of this effect of this entry; another may take over.

    It acknowledges the alert of a case that is more than a notice, unless somebody has, and closes none. Refused to
    whoever is on the way already, or where all are closed (E_STALE), and where there was none (E_ARGUMENTS).
    """
    for alert in _open_alerts(act, number, code):
        if alert.going == act.actor:
            raise Refused(Code.STALE, "You are on the way there already.")
        alert.going = act.actor
        if alert.stays and alert.acknowledged is None:
            _note(act, alert)
        update(alert)


def _noted_by(badge: str) -> Refused:
    """Return the refusal (E_STALE) of an alert that the person with this badge has acknowledged already."""
    return Refused(Code.STALE, "“%(badge)s” has acknowledged this alert already.", badge=badge)


def _note(act: Act, alert: Alert) -> None:
    """Acknowledge an alert by the actor of this act, and close it unless it is of a case that is more than a notice.

    The row is not saved.
    """
    alert.acknowledged, alert.acknowledged_by = act.number, act.actor
    if not alert.stays:
        alert.closed = act.number


def _open_alerts(act: Act, number: int, code: str) -> list[Alert]:
    """Return the alerts of this effect of this entry that are not closed, acknowledged or not.

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
    """Record, by the entry alone, that an inspector is on the way to a seat that calls; another may take over.

    Refuses (E_POSITION) a position that the table does not have. The display is changed by what follows a press
    (:mod:`table.record.cross_register`), not here; that refuses (E_STALE) a seat that does not call, and whoever is on
    the way there already.
    """
    check_position(act.state.profile, position)


@answer(
    title=pgettext_lazy("act", "settle a call from a seat"),
    said=(pgettext_lazy("record", "position %(position)s called the pit: settled"),),
    public="position",
)
def close_call(act: Act, *, position: str) -> None:
    """Record, by the entry alone, that what the guest at a position called for is settled; they may call again.

    Refuses (E_POSITION) a position that the table does not have. The display is changed by what follows a press
    (:mod:`table.record.cross_register`), not here; that refuses (E_STALE) a seat that does not call.
    """
    check_position(act.state.profile, position)
