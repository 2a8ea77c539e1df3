"""Sends news to every outlet, each event in order and at least once, in a process of its own.

The stored progress of an outlet advances only when it has confirmed, so that a restart continues where it was. After a
failure an outlet is left alone for a pause that doubles each time, up to five minutes; nothing is skipped.
"""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from table.models import Outlet, Table, Told
from table.outside.news import delivery
from table.outside.of_the_house import KINDS, Kind
from table.outside.outlets import Way, ways
from table.outside.sending import MOST_SECONDS, NotSent
from table.verbs.house.outside import begin

log = structlog.stdlib.get_logger("sabot.outside")
MOST_AT_ONCE = 100
"""Entries in one delivery, or warnings in one message, at most."""
MOST_ALERTS_BEHIND = 1000
"""Entries searched for alerts at a time, for outlets that get alerts only."""
HELD_SECONDS = 6 * MOST_SECONDS
"""Time after which an outlet held by a silent process is free again; longer than any delivery takes."""
LONGEST_PAUSE = timedelta(minutes=5)


class Pass(NamedTuple):
    """Result of one pass over all outlets: deliveries accepted, and outlets that failed."""

    sent: int = 0
    failed: int = 0


def deliver() -> Pass:
    """Send every outlet all that is new to it, except those held by another process or pausing after a failure."""
    done = Pass()
    for way in ways():
        sender = Sender(way)
        if sender.takes():
            try:
                failed = not sender.tell_all()
            finally:
                sender.leaves()
            done = Pass(done.sent + sender.sent, done.failed + failed)
    return done


class Sender:
    """Sends news to one outlet; holds the outlet meanwhile, so that two processes never send to the same one."""

    def __init__(self, way: Way) -> None:
        self._way, self._me, self.sent = way, uuid4().hex, 0
        self._outlet = _outlet_of(way)
        self._failures = self._outlet.failures
        self._mine = Outlet.objects.filter(pk=self._outlet.pk, holder=self._me)

    def takes(self) -> bool:
        """Hold the outlet, and return whether that succeeded: not if another process holds it, or while it pauses."""
        now = timezone.now()
        free = Q(held_until=None) | Q(held_until__lte=now)
        due = Q(retry_at=None) | Q(retry_at__lte=now)
        held = {"holder": self._me, "held_until": _held(now)}
        return bool(Outlet.objects.filter(free & due, pk=self._outlet.pk).update(**held))

    def leaves(self) -> None:
        """Release the outlet, if this sender still holds it."""
        self._mine.update(holder="", held_until=None)

    def tell_all(self) -> bool:
        """Send all news of the outlet's tables, and warnings if it gets them.

        If that fails, start a pause and return False.
        """
        progress = dict(Told.objects.filter(outlet=self._outlet).values_list("register", "number"))
        rows = Table.objects.filter(code__in=self._way.tables) if self._way.tables else Table.objects.all()
        try:
            for code, number in rows.order_by(*Table.IN_ORDER).values_list("code", "number"):
                self._tell(code, after=progress.get(code, 0), upto=number)
            if self._way.only_alerts:
                for kind in KINDS:
                    self._warn(kind, progress.get(kind.progress_name))
        except NotSent as error:
            self._rests(str(error))
            return False
        return True

    def _tell(self, code: str, *, after: int, upto: int) -> None:
        most = MOST_ALERTS_BEHIND if self._way.only_alerts else MOST_AT_ONCE
        while after < upto:
            # Another process has taken the outlet over: it was held for too long without a sign of life.
            if not self._mine.update(held_until=_held(timezone.now())):
                return
            news = delivery(
                code, reader=self._way.name, after=after, upto=upto, most=most, only_alerts=self._way.only_alerts
            )
            if news.events or news.alerts:
                self._way.send(news)
                self.sent += 1
                counts = {"events": len(news.events), "alerts": len(news.alerts)}
                log.info("delivered", outlet=self._way.name, table=code, number=news.last, **counts)
            self._moved(code, after, news.last)
            after = news.last

    def _warn(self, kind: Kind, after: int | None) -> None:
        """Send the warnings of one kind after this number; an outlet without progress (None) starts at the newest."""
        if after is None:
            latest = kind.newest()
            self._moved(kind.progress_name, latest, latest)
            return
        found = kind.behind(after, most=MOST_AT_ONCE)
        if found and self._mine.update(held_until=_held(timezone.now())):
            self._way.warn([it for _number, it in found])
            self.sent += 1
            log.info("delivered", outlet=self._way.name, warned=len(found))
            self._moved(kind.progress_name, after, found[-1][0])

    def _moved(self, code: str, before: int, now: int) -> None:
        """Store the confirmed progress in a register, from `before` to `now`, and end the count of failures."""
        if self._failures:
            self._mine.update(failures=0, retry_at=None)
            self._failures = 0
        with transaction.atomic():
            row, _new = Told.objects.get_or_create(outlet=self._outlet, register=code, defaults={"number": before})
            Told.objects.filter(pk=row.pk, number=before).update(number=now)

    def _rests(self, why: str) -> None:
        """Store a failure and the end of the pause, which doubles each time."""
        self._failures += 1
        pause = min(timedelta(seconds=2 ** min(self._failures, 10)), LONGEST_PAUSE)
        self._mine.update(failures=self._failures, retry_at=timezone.now() + pause)
        rests = {"failures": self._failures, "seconds": pause.total_seconds()}
        log.warning("not delivered", outlet=self._way.name, why=why, **rests)


def _held(now: datetime) -> datetime:
    return now + timedelta(seconds=HELD_SECONDS)


def _outlet_of(way: Way) -> Outlet:
    """Return the row of an outlet; a new one starts at the end of every table's register."""
    with transaction.atomic():
        outlet, new = Outlet.objects.get_or_create(name=way.name)
        if new:
            begin(outlet)
    return outlet
