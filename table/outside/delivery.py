"""Sends news to every outlet, each event in order and at least once, in a process of its own.

The stored progress of an outlet advances only when it has confirmed, so that a restart continues where it was. What
was sent and not confirmed is sent again as it was, with nothing added. After a failure the outlet, or one table of it,
is left alone for a pause that doubles each time, up to five minutes; then people are alerted, and nothing is skipped.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import structlog
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from table.models import Outlet, Table, Told
from table.models.register import CLOCKS_DIFFER
from table.outside.news import delivery
from table.outside.of_the_house import KINDS, WarningKind
from table.outside.outlets import DeliveryWay, ways
from table.outside.sending import MOST_PAUSE, MOST_SECONDS, NotSent
from table.record import stalls
from table.record.epoch import epoch

log = structlog.stdlib.get_logger("sabot.outside")
MOST_AT_ONCE = 100
"""Entries in one delivery, or warnings in one message, at most."""
MOST_ALERTS_BEHIND = 1000
"""Entries searched for alerts at a time, for outlets that get alerts only."""
LEASE_SECONDS = 6 * MOST_SECONDS
"""Time after which an outlet held by a silent process is free again; longer than any delivery takes."""
MOST_PASS_SECONDS = 3 * MOST_SECONDS
"""Time after which a pass begins no more deliveries to one outlet, so that a slow one does not hold back the others."""
LONGEST_PAUSE = timedelta(minutes=5)
STALLED_AT = 9
"""Consecutive failures after which people are alerted: the pause has become the longest one, after eight minutes."""


class Pass(NamedTuple):
    """Result of one pass over all outlets: deliveries accepted, and outlets that failed."""

    sent: int = 0
    failed: int = 0


def deliver() -> Pass:
    """Send every outlet what is new to it, for about ``MOST_PASS_SECONDS`` each.

    Returns how many messages were accepted, and how many outlets failed, even in one table only. Skips outlets
    that another process holds or that pause after a failure. One that fails, or a fault of the house's own met
    while sending to it, does not stop the others; a database error does. Ends the stalls of outlets that no
    longer exist. Raises :class:`~table.outside.outlets.Unknown` for a malformed ALERTS_TO.
    """
    done, listed = Pass(), list(ways())
    stalls.of_no_outlet_but([it.name for it in listed])
    for way in listed:
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

    def __init__(self, way: DeliveryWay) -> None:
        """Get or create the rows of the outlet, and start the clock of its pass; does not take the outlet (`takes`).

        A new outlet begins where each table is now: nothing of before is ever sent to it.
        """
        self._way, self._me, self.sent = way, uuid4().hex, 0
        with transaction.atomic():
            self._outlet, new = Outlet.objects.get_or_create(name=way.name)
            if new:
                self._outlet.begin()
        self._mine = Outlet.objects.filter(pk=self._outlet.pk, holder=self._me)
        self._epoch, self._until = epoch(), time.monotonic() + MOST_PASS_SECONDS

    def takes(self) -> bool:
        """Try to hold the outlet for LEASE_SECONDS, and return whether that succeeded.

        False if it is held already, or pauses. A hold or pause with an end later than any can have counts as none:
        the clock was ahead when it was stored.
        """
        now = timezone.now()
        leased = Q(held_until__gt=now, held_until__lte=_lease_end(now) + CLOCKS_DIFFER)
        pauses = Q(retry_at__gt=now, retry_at__lte=_latest_pause(now))
        lease = {"holder": self._me, "held_until": _lease_end(now)}
        taken = Outlet.objects.filter(~leased & ~pauses, pk=self._outlet.pk).update(**lease)
        self._outlet.refresh_from_db()
        return bool(taken)

    def leaves(self) -> None:
        """Release the outlet, if this sender still holds it."""
        self._mine.update(holder="", held_until=None)

    def tell_all(self) -> bool:
        """Send the news of the outlet's tables for the time of a pass, then new warnings if it gets alerts only.

        Of each kind these are at most MOST_AT_ONCE; of a kind without stored progress, which begins now, none.
        The outlet has been taken before (`takes`). Returns whether nothing failed: True also where the time did not
        suffice, or another process has taken the outlet since. A table one of whose deliveries is refused by itself
        pauses, and the others go on, but this returns False. Any other failure pauses the outlet and ends this with
        False; a database error is raised instead, without a pause.
        """
        good = True
        try:
            with self._faults_are_failures(one=False):
                for progress, upto in self._due():
                    good &= self._tell(progress, upto)
                if self._way.only_alerts:
                    warned = dict(self._outlet.told.values_list("register", "number"))
                    for kind in KINDS:
                        self._warn(kind, warned.get(kind.progress_name))
        except NotSent as error:
            self._rests(self._outlet, "", error)
            return False
        return good

    def _due(self) -> Iterator[tuple[Told, int]]:
        """Yield the progress in each of the outlet's tables that does not pause, with its register's last number.

        Also where nothing is new; one without progress is given one from number 0, not saved. Tables for which no
        delivery was confirmed yet come first, then that for which one was longest ago. Ends when the time of a pass is
        over.
        """
        now, known = timezone.now(), {it.register: it for it in self._outlet.told.all()}
        rows = Table.real.filter(code__in=self._way.tables) if self._way.tables else Table.real.all()
        numbers = dict(rows.order_by(*Table.IN_ORDER).values_list("code", "number"))
        listed = [known.get(code) or Told(outlet=self._outlet, register=code, number=0) for code in numbers]
        for it in sorted(listed, key=lambda it: it.at.timestamp() if it.at else 0.0):
            if time.monotonic() > self._until:
                return
            if it.retry_at is None or not now < it.retry_at <= _latest_pause(now):
                yield it, numbers[it.register]

    def _tell(self, progress: Told, upto: int) -> bool:
        """Send the news of one table up to entry `upto`, or until the time of a pass is over.

        After that, if a backup has replaced the database since the last confirmed delivery, announce the end of the
        register (:meth:`_announce`); an announcement that was begun and not confirmed comes first. Returns False, and
        pauses the table alone, if one delivery was refused by itself; True also where another process holds the outlet,
        or its webhook was revoked. Raises NotSent where the outlet as a whole does not answer.
        """
        try:
            if progress.upto == progress.number:
                self._announce(progress)
            while progress.number < upto and time.monotonic() <= self._until:
                if not self._send(progress, upto):
                    return True
            if progress.number >= upto and progress.epoch != self._epoch:
                self._announce(progress)
        except NotSent as error:
            if not error.one:
                raise
            self._rests(progress, progress.register, error)
            self._answers()
            return False
        return True

    def _send(self, progress: Told, upto: int) -> bool:
        """Send the next delivery of a table, or again the one that was not confirmed, and store the progress.

        It is of at most MOST_AT_ONCE entries, of MOST_ALERTS_BEHIND for an outlet that gets alerts only; its end is
        stored before, and what was sent is logged. What holds neither events nor alerts is not sent, only stored.
        Returns False, with nothing sent or stored, if another process has the outlet or its webhook was revoked. Raises
        NotSent.
        """
        if not self._holds():
            return False
        most = MOST_ALERTS_BEHIND if self._way.only_alerts else MOST_AT_ONCE
        if progress.upto is None:
            progress.upto = min(upto, progress.number + most)
            _store(progress, "upto")
        with self._faults_are_failures(one=True):
            news = delivery(
                progress.register,
                reader=self._way.name,
                after=progress.number,
                upto=progress.upto,
                epoch=self._epoch,
                only_alerts=self._way.only_alerts,
            )
        if news.events or news.alerts:
            self._way.send(news)
            self.sent += 1
            counts = {"events": len(news.events), "alerts": len(news.alerts)}
            log.info("delivered", outlet=self._way.name, table=progress.register, number=news.last, **counts)
        self._moved(progress, news.last)
        return True

    def _announce(self, progress: Told) -> None:
        """Send a delivery without events that says where a register ends, after a backup has replaced the database.

        It is stored as begun before, and its epoch after. Nothing is sent, and only the epoch stored, for an outlet
        that gets alerts only, and for a table that was added after the outlet began and was not told to its end yet.
        For any other nothing is sent or stored if another process holds the outlet. Raises NotSent.
        """
        if progress.epoch and not self._way.only_alerts:
            if not self._holds():
                return
            number = progress.upto = progress.number
            _store(progress, "upto")
            self._way.send(delivery(progress.register, reader="", after=number, upto=number, epoch=self._epoch))
            self.sent += 1
            log.info("announced", outlet=self._way.name, table=progress.register, number=number)
        progress.epoch = self._epoch
        self._moved(progress, progress.number)

    def _warn(self, kind: WarningKind, after: int | None) -> None:
        """Send the warnings of one kind with numbers above `after`, at most MOST_AT_ONCE, and store the last number.

        An outlet without progress (None) is sent none: the number of the newest one is stored for it now. To any other
        nothing is sent, and nothing stored, if another process holds it. Raises NotSent.
        """
        if after is None:
            latest = kind.newest()
            self._moved(Told(outlet=self._outlet, register=kind.progress_name, number=latest), latest)
            return
        found = kind.behind(after, most=MOST_AT_ONCE)
        if found and self._holds():
            self._way.warn([it for _number, it in found])
            self.sent += 1
            log.info("delivered", outlet=self._way.name, warned=len(found))
            self._moved(self._outlet.told.get(register=kind.progress_name), found[-1][0])

    @contextmanager
    def _faults_are_failures(self, *, one: bool) -> Iterator[None]:
        """Log any exception of the body with its traceback and raise NotSent(``one``) instead, with its type alone.

        A NotSent of the body itself and database errors pass.
        """
        try:
            yield
        except (NotSent, DatabaseError):
            raise
        except Exception as fault:
            log.exception("fault in a delivery", outlet=self._way.name)
            raise NotSent(type(fault).__name__, one=one) from fault  # its text may name a guest; people read it

    def _holds(self) -> bool:
        """Extend the hold on the outlet, and return whether it is still this sender's, and gets anything still.

        One that had lapsed is extended, too, unless another process took it: then False. False, too, for a webhook
        revoked or admitted anew since the pass began.
        """
        return self._way.is_open() and bool(self._mine.update(held_until=_lease_end(timezone.now())))

    def _moved(self, progress: Told, number: int) -> None:
        """Store `number` as the last confirmed one of a register, now, with the epoch of `progress`.

        Forgets a delivery that was begun, failures and a pause. Ends the stall of this register if it had failures, and
        failures, pause and stall of the outlet as a whole.
        """
        if progress.failures:
            stalls.over(self._outlet, progress.register)
        progress.number, progress.at = number, timezone.now()
        progress.upto, progress.failures, progress.retry_at = None, 0, None
        _store(progress, "number", "at", "upto", "failures", "retry_at", "epoch")
        self._answers()

    def _answers(self) -> None:
        """Set the failures and the pause of the outlet itself to zero, and end its stall, as it has answered."""
        if self._outlet.failures:
            self._mine.update(failures=0, retry_at=None)
            self._outlet.failures = 0
            stalls.over(self._outlet, "")

    def _rests(self, row: Outlet | Told, register: str, error: NotSent) -> None:
        """Store and log one more failure of `row`, the outlet or its progress in a table, and when it is tried again.

        That is after a pause that doubles each time up to LONGEST_PAUSE, or longer if the receiver asks for it. From
        failure STALLED_AT on, or at once where the receiver wants no more deliveries, people are alerted by a stall;
        while that lasts, each failure only replaces its reason. `register` is that of the table, "" for the outlet.
        """
        row.failures += 1
        pause = max(min(timedelta(seconds=2 ** min(row.failures, 10)), LONGEST_PAUSE), error.pause)
        row.retry_at = timezone.now() + pause
        values: dict[str, Any] = {"failures": row.failures, "retry_at": row.retry_at}
        if isinstance(row, Told):
            _store(row, *values)
        else:
            self._mine.update(**values)
        rests = {"failures": row.failures, "seconds": pause.total_seconds()}
        log.warning("not delivered", outlet=self._way.name, table=register, why=str(error), **rests)
        if error.gone or row.failures >= STALLED_AT:
            stalls.began(self._outlet, register, str(error))


def _store(progress: Told, *columns: str) -> None:
    """Save these columns of a progress, unless its row has a higher number already, stored by another process.

    The numbers are compared whichever the columns are. A missing row is created.
    """
    with transaction.atomic():
        if not progress.pk:
            row, _new = Told.objects.get_or_create(
                outlet=progress.outlet, register=progress.register, defaults={"number": progress.number}
            )
            progress.pk = row.pk
        values = {it: getattr(progress, it) for it in columns}
        Told.objects.filter(pk=progress.pk, number__lte=progress.number).update(**values)


def _latest_pause(now: datetime) -> datetime:
    """Return the latest end that a pause can have: ``now`` plus MOST_PAUSE and CLOCKS_DIFFER.

    One beyond it was stored before a clock was set back, and is over.
    """
    return now + MOST_PAUSE + CLOCKS_DIFFER


def _lease_end(now: datetime) -> datetime:
    return now + timedelta(seconds=LEASE_SECONDS)
