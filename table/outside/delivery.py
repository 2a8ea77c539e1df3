"""What was not told yet is sent, to each outlet every event in order and at least once. No act ever waits for it.

How far an outlet was told moves on only when it has confirmed, so that after any stop it goes on where it was. One that
does not answer is left alone for longer and longer, up to five minutes, and then gets everything in its order.
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
"""Entries of one delivery."""
MOST_ALERTS_BEHIND = 1000
"""Entries in which alerts are looked for at a time."""
HELD_SECONDS = 6 * MOST_SECONDS
"""So long an outlet stays with who sends there if he is heard of no more: longer than any delivery takes."""
LONGEST_PAUSE = timedelta(minutes=5)


class Pass(NamedTuple):
    """What came of going once through all outlets: deliveries that arrived, and outlets that could not be told."""

    sent: int = 0
    failed: int = 0


def deliver() -> Pass:
    """Tell every outlet whatever it has not been told yet; those that failed lately are left alone."""
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
    """Who sends to one outlet, alone: two processes that deliver at once never send to the same one."""

    def __init__(self, way: Way) -> None:
        self._way, self._me, self.sent = way, uuid4().hex, 0
        self._outlet = _outlet_of(way)
        self._failures = self._outlet.failures
        self._mine = Outlet.objects.filter(pk=self._outlet.pk, holder=self._me)

    def takes(self) -> bool:
        """Take the outlet, unless somebody holds it or it failed too lately."""
        now = timezone.now()
        free = Q(held_until=None) | Q(held_until__lte=now)
        due = Q(retry_at=None) | Q(retry_at__lte=now)
        held = {"holder": self._me, "held_until": _held(now)}
        return bool(Outlet.objects.filter(free & due, pk=self._outlet.pk).update(**held))

    def leaves(self) -> None:
        """Others may have it."""
        self._mine.update(holder="", held_until=None)

    def tell_all(self) -> bool:
        """Everything that is new at its tables; False where something did not arrive, and it is to rest."""
        told = dict(Told.objects.filter(outlet=self._outlet).values_list("register", "number"))
        rows = Table.objects.filter(code__in=self._way.tables) if self._way.tables else Table.objects.all()
        try:
            for code, number in rows.order_by(*Table.IN_ORDER).values_list("code", "number"):
                self._tell(code, after=told.get(code, 0), upto=number)
            if self._way.only_alerts:
                for kind in KINDS:
                    self._warn(kind, told.get(kind.told_as))
        except NotSent as error:
            self._rests(str(error))
            return False
        return True

    def _tell(self, code: str, *, after: int, upto: int) -> None:
        most = MOST_ALERTS_BEHIND if self._way.only_alerts else MOST_AT_ONCE
        while after < upto:
            # Who was away for so long that another one has taken the outlet sends nothing any more.
            if not self._mine.update(held_until=_held(timezone.now())):
                return
            news = delivery(
                code, reader=self._way.name, after=after, upto=upto, most=most, only_alerts=self._way.only_alerts
            )
            if news.events or news.alerts:
                self._way.send(news)
                self.sent += 1
                told = {"events": len(news.events), "alerts": len(news.alerts)}
                log.info("delivered", outlet=self._way.name, table=code, number=news.last, **told)
            self._moved(code, after, news.last)
            after = news.last

    def _warn(self, kind: Kind, after: int | None) -> None:
        """Of what calls of the house itself since; what was before there was the outlet is none of its."""
        if after is None:
            latest = kind.newest()
            self._moved(kind.told_as, latest, latest)
            return
        found = kind.behind(after, most=MOST_AT_ONCE)
        if found and self._mine.update(held_until=_held(timezone.now())):
            self._way.warn([it for _number, it in found])
            self.sent += 1
            log.info("delivered", outlet=self._way.name, warned=len(found))
            self._moved(kind.told_as, after, found[-1][0])

    def _moved(self, code: str, before: int, now: int) -> None:
        """The outlet has confirmed: so far it has been told."""
        if self._failures:
            self._mine.update(failures=0, retry_at=None)
            self._failures = 0
        with transaction.atomic():
            row, _new = Told.objects.get_or_create(outlet=self._outlet, register=code, defaults={"number": before})
            Told.objects.filter(pk=row.pk, number=before).update(number=now)

    def _rests(self, why: str) -> None:
        """It did not arrive: the pause doubles each time."""
        self._failures += 1
        pause = min(timedelta(seconds=2 ** min(self._failures, 10)), LONGEST_PAUSE)
        self._mine.update(failures=self._failures, retry_at=timezone.now() + pause)
        rests = {"failures": self._failures, "seconds": pause.total_seconds()}
        log.warning("not delivered", outlet=self._way.name, why=why, **rests)


def _held(now: datetime) -> datetime:
    return now + timedelta(seconds=HELD_SECONDS)


def _outlet_of(way: Way) -> Outlet:
    """The row of an outlet, made when it is first looked for."""
    with transaction.atomic():
        outlet, new = Outlet.objects.get_or_create(name=way.name)
        if new:
            begin(outlet)
    return outlet
