"""What an outlet is sent at a time: the events of one table in their order, and its alerts, raised or settled."""

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
    """An alert that inspectors had at a table: it was "raised", or is "settled" as somebody noted or decided it.

    "number" is the event that it tells of, "code" the effect by which it was raised, "title" the same in the language
    of the house. "coup" is the coup that was being played, or the next one. "incident" is the event that opened the
    case of which it is, null where it is of none; a case that is referred is raised anew. "severity" is "holds" where
    a coup waits, "person" where somebody has to come, "notice" where it is only to be known.
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
    """What happened at one table since the delivery before: its events in their order, none left out.

    "last" is the number of the last one. A delivery that was sent before comes again if nobody confirmed it: events
    whose number is not above the last one that was taken in are dropped.
    """

    table: str
    last: int
    events: list[Event]
    alerts: list[AlertNews]


def delivery(register: str, *, reader: str, after: int, upto: int, most: int, only_alerts: bool = False) -> Delivery:
    """What comes behind this number, so many entries at most, for this reader; ``upto`` is how far the register is."""
    last = min(upto, after + most)
    told = [] if only_alerts else events(register, reader=reader, after=after, upto=last, most=most)
    return Delivery(register, last, told, list(alerts(register, after=after, upto=last)))


def alerts(register: str, *, after: int, upto: int) -> Iterator[AlertNews]:
    """The alerts of a table that entries behind this number raised or closed, in the order in which they did."""
    raised, closed = Q(number__gt=after, number__lte=upto), Q(closed__gt=after, closed__lte=upto)
    rows = list(Alert.objects.filter(raised | closed, table__code=register).order_by("number", "id"))
    ends = Entry.objects.filter(register=register, number__in=[it.closed for it in rows if it.closed])
    times = dict(ends.values_list("number", "at"))
    told = [(it.number, _news(register, it, None)) for it in rows if after < it.number <= upto]
    told += [(end, _news(register, it, times[end])) for it in rows if (end := it.closed or 0) and after < end <= upto]
    yield from (news for _number, news in sorted(told, key=itemgetter(0)))


def _news(register: str, row: Alert, settled: datetime | None) -> AlertNews:
    with override(settings.LANGUAGE_CODE):
        title = str(alert_title(row.code))
    return AlertNews(
        table=register,
        number=row.number,
        # The coup as the act found it: the one that it ended is the one that it is about.
        coup=reached(register, row.number - 1).coup or reached(register, row.number).coup,
        incident=row.incident,
        code=row.code,
        title=title,
        severity=row.severity,
        status="settled" if settled else "raised",
        raised_at=row.since,
        settled_at=settled,
    )
