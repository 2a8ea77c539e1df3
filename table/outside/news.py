"""Deliveries to outlets: the events of one table in order, and its alerts as they are raised and settled."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from operator import itemgetter
from typing import Any, Literal, NamedTuple

import msgspec
from django.conf import settings
from django.db.models import F, Q
from django.utils.translation import override

from table.models import Alert, Entry, Severity
from table.outside.events import Event, events, reached
from table.play.effects import EFFECTS, alert_title
from table.play.effects import alerts as has_alert
from table.record import chain

VERSION = "1.1"
"""Version of what leaves the house; its second number grows as fields are added, its first if one changes or goes."""


class AlertNews(msgspec.Struct, frozen=True):
    """Alert of a table's inspectors: it was "raised", or is "settled" (acknowledged, or its case closed).

    "number" is the event that the alert is about, "code" the effect by which it was raised, "title" the same in the
    language of the house. "coup" is the coup that was being played at that event, or the next one. "incident" is the
    event that opened the case to which the alert belongs, null without a case; such an alert is raised again under a
    new "number" when the case calls again, as when it is referred, and "raised_at" stays that of its opening.
    "severity" is "holds" if the coup waits, "person" if somebody has to come, "notice" if it is for information only.
    """

    table: str
    number: int
    coup: str
    incident: int | None
    code: str
    title: str
    severity: str
    status: Literal["raised", "settled"]
    raised_at: datetime
    settled_at: datetime | None


class Delivery(msgspec.Struct, frozen=True):
    """Events of one table since the previous delivery, in order and without gaps, and its alerts.

    "after" is the number up to which the receiver was informed before, and "last" that up to which it is now; "digest"
    is that of the event "last", empty if that is 0. A delivery that was not confirmed is sent again as it was. "epoch"
    is another one after a backup has replaced the house's database: numbers may then stand for other events, which have
    other digests. One without events, whose "last" equals "after", announces that the register ends there in this
    epoch. "version" is that of this schema: fields may be added without another first number.
    """

    version: str
    epoch: str
    table: str
    after: int
    last: int
    digest: str
    events: list[Event]
    alerts: list[AlertNews]

    def name(self, reader: str) -> str:
        """Return the id of this delivery for `reader`: ``msg_`` and 32 hexadecimal digits.

        A hash over reader, epoch, table, numbers and digest: equal each time the same delivery is sent.
        """
        parts = (reader, self.epoch, self.table, str(self.after), str(self.last), self.digest)
        return f"msg_{sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"


def delivery(
    register: str, *, reader: str, after: int, upto: int, epoch: str = "", only_alerts: bool = False
) -> Delivery:
    """Return a delivery of the events and alerts of the entries after number `after` up to `upto`.

    Guests have the pseudonyms of `reader`, as in :func:`events`, which may store a secret. It has no events where
    `only_alerts`. Its digest is that of entry `upto`, "" if there is none. `epoch` identifies the database, and is only
    passed on.
    """
    listed = [] if only_alerts else events(register, reader=reader, after=after, upto=upto, most=upto - after)
    last = Entry.objects.filter(register=register, number=upto).values_list("digest", flat=True)
    digest = listed[-1].digest if listed else last.first() or ""
    return Delivery(
        VERSION, epoch, register, after, upto, digest, listed, list(alerts(register, after=after, upto=upto))
    )


def alerts(register: str, *, after: int, upto: int) -> Iterator[AlertNews]:
    """Yield the alerts that the entries `after + 1` to `upto` raised, raised again or closed.

    In the order of those entries. One that was both raised and closed among them comes twice; several of one effect of
    one entry, which are acknowledged together, are one.
    """
    of_table = Alert.objects.filter(table__code=register)
    raised, closed = Q(number__gt=after, number__lte=upto), Q(closed__gt=after, closed__lte=upto)
    rows = list(of_table.filter(raised | closed).order_by("number", "id"))
    ends = Entry.objects.filter(register=register, number__in=[it.closed for it in rows if it.closed])
    times = dict(ends.values_list("number", "at"))
    numbered = [(it.number, _news(register, it, _latest(it), None)) for it in rows if after < it.number <= upto]
    numbered += [
        (end, _news(register, it, _latest(it), times[end]))
        for it in rows
        if (end := it.closed or 0) and after < end <= upto
    ]
    raised_anew = of_table.filter(incident__lt=F("number"), incident__lte=upto, number__gt=after).order_by("id")
    for row in raised_anew:
        numbered += [(it.number, _news(register, row, it, None)) for it in _before(register, row, after, upto)]
    yield from dict.fromkeys(news for _number, news in sorted(numbered, key=itemgetter(0)))


class Raise(NamedTuple):
    """One time that an alert was raised: by which entry, under which name, and how urgent it was then."""

    number: int
    code: str
    severity: str


def _latest(row: Alert) -> Raise:
    """Return how an alert was raised last, as its row has it."""
    return Raise(row.number, row.code, row.severity)


def _before(register: str, row: Alert, after: int, upto: int) -> Sequence[Raise]:
    """List how the entries `after + 1` to `upto` raised the alert of a case, in their order; [] where none did.

    The last time that it was raised at all is left out, as its row has that.
    """
    incident, low, high = row.incident or 0, max(after + 1, row.incident or 0), min(upto, row.number - 1)
    wanted = Q(number__gte=low, number__lte=high) | Q(number=incident)
    entries = Entry.objects.filter(wanted, register=register).order_by("number").only("number", "outcome")
    found = {it.number: chain.effects(it.outcome) for it in entries}
    holds = any(facts.get("holds") for _name, facts in found.get(incident, ()))
    raises = (_raise(it, effects, incident, holds=holds) for it, effects in found.items() if it >= low)
    return [it for it in raises if it is not None]


def _raise(number: int, effects: Sequence[Sequence[Any]], incident: int, *, holds: bool) -> Raise | None:
    """Return how an entry with this number and these effects raised the alert of a case; None if it did not.

    `incident` is the entry that opened the case. If it is this one, the last effect with an alert counts, or the
    first for a case that the table noticed; the severity is HOLDS if the case holds the coup, else PERSON. In a
    later entry the last effect with an alert counts that names the case, with its declared severity, but PERSON
    for HOLDS unless `holds`.
    """
    of_case = [(name, facts) for name, facts in effects if name in EFFECTS and EFFECTS[name].of_case]
    named = [name for name, _facts in effects if has_alert(name)]
    opening = next(((name, facts) for name, facts in of_case if "incident" not in facts), None)
    if number == incident and opening is not None and named:
        # One that the table noticed has the first alert of its act, one that was reported has its own.
        code = named[-1] if has_alert(opening[0]) else named[0]
        return Raise(number, code, Severity.HOLDS if opening[1].get("holds") else Severity.PERSON)
    mine = [name for name, facts in of_case if has_alert(name) and facts.get("incident") == incident]
    if not mine:
        return None
    severity = EFFECTS[mine[-1]].severity
    return Raise(number, mine[-1], Severity.PERSON if severity == Severity.HOLDS and not holds else severity)


def _news(register: str, row: Alert, raised: Raise, settled: datetime | None) -> AlertNews:
    """Return the news that an alert of the table `register` was raised, or settled at `settled` unless None.

    Titles are in the language of the house. The coup is that before the act, or where there is none that after it.
    """
    with override(settings.LANGUAGE_CODE):
        title = str(alert_title(raised.code))
    return AlertNews(
        table=register,
        number=raised.number,
        # The coup before the act: an alert of an act that ends a coup is about that coup.
        coup=reached(register, raised.number - 1).coup or reached(register, raised.number).coup,
        incident=row.incident,
        code=raised.code,
        title=title,
        severity=raised.severity,
        status="settled" if settled else "raised",
        raised_at=row.since,
        settled_at=settled,
    )
