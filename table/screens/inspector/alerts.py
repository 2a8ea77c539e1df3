"""Open alerts of a table as inspectors read them: what has happened, how it stands, since when, and who is coming.

Also the notices of the house that stand at every table: PINs set anew that decide nothing yet, gaps in exported files,
stalled deliveries, and what time alone has brought about.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext

from table.models import Alert, Display, Severity
from table.play.effects import alert_title
from table.screens.inspector.buttons import DeskKey, act
from table.screens.read.alerts import AlertWords, awaited_pins, timed_alerts, words_of_cases
from table.screens.read.lines import LineWriter
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers


class AlertLine(NamedTuple):
    """Alert as it is read: the entry that raised it, its code, its words, and its severity.

    ``key`` is unique among the alerts of a table. ``noted`` and ``going`` are badges, "" where nobody has.
    ``incident`` is the entry that opened the undecided case, 0 where it is of none. A call from a seat has no entry
    (0), and the ``position`` from which it came; one that time has raised has neither.
    """

    key: int | str
    number: int
    code: str
    words: AlertWords
    severity: str
    since: datetime
    noted: str
    going: str
    incident: int = 0
    position: str = ""

    @property
    def calls(self) -> bool:
        """Whether nobody has noted it and nobody is on the way; False for an alert raised by time."""
        return not self.noted and not self.going and bool(self.number or self.position)


CALL = "called_from_a_seat"
"""Code of a call from a seat."""
URGENCY = [it.value for it in Severity]


def alert_lines(snapshot: Snapshot, numbers: Numbers) -> tuple[AlertLine, ...]:
    """Return the open alerts and calls of a table in the order of their rank, without alerts of the house.

    What holds a coup is first, then what nobody has answered, then by severity; alerts raised by time rank as answered.
    Of equal rank the newest alert is first, then calls from seats, then alerts raised by time.
    """
    raised = snapshot.alerts
    cases = words_of_cases(snapshot) if any(it.stays for it in raised) else {}
    writer = LineWriter(numbers, {})
    found = [_alert_line(it, cases.get(it.incident or 0) if it.stays else None, writer) for it in reversed(raised)]
    by_time = (
        AlertLine(it.key, 0, it.code, it.words, it.severity, localtime(it.since), "", "")
        for it in timed_alerts(snapshot)
        if not it.of_house
    )
    lines = [*found, *map(_call, snapshot.calls), *by_time]
    lines.sort(key=lambda it: (it.severity != Severity.HOLDS, not it.calls, URGENCY.index(it.severity)))
    return tuple(lines)


def _call(display: Display) -> AlertLine:
    """Return the line of a call from a seat; its key is the negative primary key of the display, which has to call.

    It has no entry (0), ``noted`` is always "", and ``going`` is the badge of the inspector on the way, "" for none.
    """
    assert display.called is not None, "it calls"
    words = AlertWords(gettext("Position %(position)s calls the pit") % {"position": display.position}, "")
    since = localtime(display.called)
    return AlertLine(-display.pk, 0, CALL, words, Severity.PERSON, since, "", display.coming, position=display.position)


def _alert_line(alert: Alert, case: AlertWords | None, writer: LineWriter) -> AlertLine:
    """Return the line of an alert, in the words of its undecided case if it has any, else in those of its effect.

    ``incident`` is the entry that opened the case, 0 without `case`.
    """
    words = case or AlertWords(str(alert_title(alert.code)), writer.effect(alert.code, alert.facts))
    given = (alert.severity, localtime(alert.since), alert.acknowledged_by, alert.going)
    return AlertLine(alert.pk, alert.number, alert.code, words, *given, (alert.incident or 0) if case else 0)


class Answers(NamedTuple):
    """Buttons that answer an alert: that it is noted, None where it is, or a call settled; and that one goes there."""

    noted: DeskKey | None
    goes: DeskKey


def answers(it: AlertLine) -> Answers | None:
    """Return the two buttons that answer an alert or a call from a seat; None for an alert raised by time.

    ``noted`` says that an alert is noted (None if it is) or a call settled (always there), ``goes`` that one goes, also
    once somebody is on the way. Of a notice ``noted`` stands out; of anything else ``goes`` does until somebody is on
    the way, and then neither.
    """
    calm, urgent = "act-quiet", "act-alert"
    if it.position:
        look, given = calm if it.going else urgent, {"position": it.position}
        settled = act(gettext("Settled"), "close_call", calm, **given)
        return Answers(settled, act(gettext("I am going"), "answer_call", look, **given))
    if not it.number:
        return None
    notice, of_alert = it.severity == Severity.NOTICE, {"number": it.number, "code": it.code}
    noted = act(gettext("Noted"), "acknowledge_alert", urgent if notice else calm, **of_alert)
    goes = act(gettext("I am going"), "go_to_alert", calm if notice or it.going else urgent, **of_alert)
    return Answers(None if it.noted else noted, goes)


class Heard(NamedTuple):
    """Sound of a table's alerts: number unanswered, severity of the most urgent of them ("" if none), newest entry."""

    calling: int
    loud: str
    newest: int


def heard(alerts: Iterable[AlertLine]) -> Heard:
    """Return how the alerts sound: number, highest severity and newest entry of those that nobody has answered.

    Alerts raised by time do not count, and calls from seats have no entry; 0, "" and 0 if there are none.
    """
    calling = [it for it in alerts if it.calls]
    loud = min((it.severity for it in calling), key=URGENCY.index, default="")
    return Heard(len(calling), loud, max((it.number for it in calling), default=0))


def of_the_house(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield a piece for every single notice of the house.

    In this order, one for each PIN given anew that decides nothing yet, each gap (in hand-outs, or rows that were
    altered), each alert that time has raised for the whole house, each stalled delivery.
    """
    for it in awaited_pins(snapshot):
        yield piece(f"pin-{it.badge}", "regions/desk/given_pins.html:notice", it)
    for gap in snapshot.gaps:
        yield piece(f"gap-{gap.register}-{gap.kind}", "regions/desk/gaps.html:notice", gap)
    for timed in (it for it in timed_alerts(snapshot) if it.of_house):
        yield piece(f"timed-{timed.key}", "regions/desk/timed.html:notice", timed)
    for stall in snapshot.stalls:
        yield piece(f"stall-{stall.key}", "regions/desk/stalls.html:notice", stall)
