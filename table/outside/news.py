"""Deliveries to outlets: the events of one table in order, and its alerts as they are raised and settled."""

from collections.abc import Iterator
from datetime import datetime
from operator import itemgetter
from typing import Literal

import msgspec
from django.conf import settings
from django.db.models import Q
from django.utils.translation import override

from table.models import Alert, Entry
from table.outside.events import Event, events, reached
from table.play.effects import alert_title


class AlertNews(msgspec.Struct, frozen=True):
    """Alert of a table's inspectors: it was "raised", or is "settled" (acknowledged, or its case closed).

    "number" is the event that the alert is about, "code" the effect by which it was raised, "title" the same in the
    language of the house. "coup" is the coup that was being played at that event, or the next one. "incident" is the
    event that opened the case to which the alert belongs, null without a case; such an alert is raised again under a
    new "number" when the case calls again, as when it is referred. "severity" is "holds" if the coup waits, "person" if
    somebody has to come, "notice" if it is for information only.
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

    "last" is the number up to which the receiver is informed. A delivery that was not confirmed is sent again: drop
    events whose number is not above the last one processed.
    """

    table: str
    last: int
    events: list[Event]
    alerts: list[AlertNews]


def delivery(register: str, *, reader: str, after: int, upto: int, most: int, only_alerts: bool = False) -> Delivery:
    """Return what `most` entries at most after number `after` did; `upto` is the number of the register's last entry.

    Guests have the names that `reader` sees. With `only_alerts` there are no events.
    """
    last = min(upto, after + most)
    listed = [] if only_alerts else events(register, reader=reader, after=after, upto=last, most=most)
    return Delivery(register, last, listed, list(alerts(register, after=after, upto=last)))


def alerts(register: str, *, after: int, upto: int) -> Iterator[AlertNews]:
    """Yield the alerts that the entries `after + 1` to `upto` raised or closed, in the order of those entries."""
    raised, closed = Q(number__gt=after, number__lte=upto), Q(closed__gt=after, closed__lte=upto)
    rows = list(Alert.objects.filter(raised | closed, table__code=register).order_by("number", "id"))
    ends = Entry.objects.filter(register=register, number__in=[it.closed for it in rows if it.closed])
    times = dict(ends.values_list("number", "at"))
    numbered = [(it.number, _news(register, it, None)) for it in rows if after < it.number <= upto]
    numbered += [
        (end, _news(register, it, times[end])) for it in rows if (end := it.closed or 0) and after < end <= upto
    ]
    yield from (news for _number, news in sorted(numbered, key=itemgetter(0)))


def _news(register: str, row: Alert, settled: datetime | None) -> AlertNews:
    with override(settings.LANGUAGE_CODE):
        title = str(alert_title(row.code))
    return AlertNews(
        table=register,
        number=row.number,
        # The coup before the act: an alert of an act that ends a coup is about that coup.
        coup=reached(register, row.number - 1).coup or reached(register, row.number).coup,
        incident=row.incident,
        code=row.code,
        title=title,
        severity=row.severity,
        status="settled" if settled else "raised",
        raised_at=row.since,
        settled_at=settled,
    )
