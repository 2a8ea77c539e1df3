"""What nobody has settled yet, as inspectors read it: what it asks for, how it stands, since when, and who is going."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext

from table.models import Alert, Display, Severity
from table.play.effects import alert_title
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Snapshot
from table.screens.register.lines import Writer


class Words(NamedTuple):
    """What has happened, and how it stands now or what is known of it."""

    title: str
    stands: str


class Told(NamedTuple):
    """An alert as it is read: the entry that it tells of, its code, its words, and what it asks for.

    ``key`` tells it from others of the same entry. ``noted`` and ``going`` are badges, empty where nobody has.
    ``incident`` is the entry that opened the undecided case of which it tells, 0 where it is of none. A call from a
    seat tells of no entry: ``position`` is where from.
    """

    key: int
    number: int
    code: str
    words: Words
    severity: str
    since: datetime
    noted: str
    going: str
    incident: int = 0
    position: str = ""

    @property
    def calls(self) -> bool:
        """Whether nobody has noted it, and nobody is on the way."""
        return not self.noted and not self.going


CASES: list[Callable[[Snapshot], Mapping[int, Words]]] = []
"""What extensions have to say of the incidents that are undecided, by the entries that opened them."""
CALL = "called_from_a_seat"
"""What a call from a seat has in the place of an alert’s code."""
URGENCY = [it.value for it in Severity]


def told(snapshot: Snapshot, numbers: Numbers) -> tuple[Told, ...]:
    """Alerts and calls from seats that stand at a table: what holds a coup, then what calls, the newest first."""
    raised = snapshot.alerts
    cases = _of_cases(snapshot) if any(it.stays for it in raised) else {}
    writer = Writer(numbers, {})
    found = [_told(it, cases.get(it.incident or 0) if it.stays else None, writer) for it in reversed(raised)]
    return tuple(sorted([*found, *map(_call, snapshot.calls)], key=_turn))


def _call(display: Display) -> Told:
    """Somebody at a seat calls the pit; the display before it holds that, and no entry."""
    assert display.called is not None, "it calls"
    words = Words(gettext("Position %(position)s calls the pit") % {"position": display.position}, "")
    since = localtime(display.called)
    return Told(-display.pk, 0, CALL, words, Severity.PERSON, since, "", display.coming, position=display.position)


def _turn(it: Told) -> tuple[bool, bool, int]:
    return it.severity != Severity.HOLDS, not it.calls, URGENCY.index(it.severity)


def _of_cases(snapshot: Snapshot) -> dict[int, Words]:
    return {number: words for told in CASES for number, words in told(snapshot).items()}


def _told(alert: Alert, case: Words | None, writer: Writer) -> Told:
    words = case or Words(str(alert_title(alert.code)), writer.effect(alert.code, alert.facts))
    given = (alert.severity, localtime(alert.since), alert.acknowledged_by, alert.going)
    return Told(alert.pk, alert.number, alert.code, words, *given, (alert.incident or 0) if case else 0)


class Heard(NamedTuple):
    """What is heard of the alerts of a table: how many call, what the most urgent asks for, and the newest of them."""

    calling: int
    loud: str
    newest: int


def heard(alerts: Iterable[Told]) -> Heard:
    """Of these alerts those that call; nothing is heard of what somebody knows of."""
    calling = [it for it in alerts if it.calls]
    loud = min((it.severity for it in calling), key=URGENCY.index, default="")
    return Heard(len(calling), loud, max((it.number for it in calling), default=0))
