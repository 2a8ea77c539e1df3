"""Who is signed in at a device, and for how long: tablets are shared, so a session that nobody uses ends by itself."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Any
from zlib import crc32

import structlog
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.backends import ModelBackend
from django.db.models import QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from table.access.address import client_address
from table.access.session_store import SessionStore
from table.models import Person, StaffSession
from table.record import clocks, metrics
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require

IDLE_SECONDS = 30 * 60
LONGEST_SECONDS = 12 * 3600
STEP_SECONDS = 60
"""How often it is written down that a session is in use; a write at every request would be one too many."""
KEPT_OVER = timedelta(days=1)
"""How long after its date the row of a session lies there still: the clock on the wall may have been put forward."""
MOST_ELSEWHERE = 5000

_AT_A_TIME = tuple(Lock() for _ in range(64))
"""One attempt at a time for each badge: a hundred guesses at once would all be counted too late."""
log = structlog.stdlib.get_logger("sabot.sessions")


class ByBadge(ModelBackend):
    """People sign in with badge and PIN; a shoe reader is a device and signs in nowhere."""

    def user_can_authenticate(self, user: object) -> bool:
        return isinstance(user, Person) and user.is_active and user.role != Role.SHOE


def prove(request: HttpRequest, *, badge: str, pin: str) -> Person:
    """Who has this badge and this PIN; refused in one sentence, whatever of it is wrong."""
    with _AT_A_TIME[crc32(badge.encode()) % len(_AT_A_TIME)]:
        person = authenticate(request, badge=badge, password=pin)
    if isinstance(person, Person):
        return person
    locked = bool(getattr(request, "axes_locked_out", False))
    metrics.SIGN_INS_FAILED.labels("locked" if locked else "wrong").inc()
    log.warning("sign-in failed", device=client_address(request), locked=locked)
    require(
        not locked,
        Code.RATE,
        "This badge is locked at this device: five wrong PINs in a row. The Direzione can lift it at once; "
        "otherwise try again in ten minutes.",
    )
    raise Refused(Code.SIGNED_OUT, "Badge and PIN do not belong together. Check both and try again.")


def locked() -> dict[str, list[str]]:
    """The badges that are locked now, and at which devices."""
    since = timezone.now() - settings.AXES_COOLOFF_TIME
    guesses = AccessAttempt.objects.filter(attempt_time__gte=since).values_list("username", "ip_address")
    found = guesses.annotate(wrong=Sum("failures_since_start")).filter(wrong__gte=settings.AXES_FAILURE_LIMIT)
    at: dict[str, list[str]] = {}
    for badge, address, _wrong in found.order_by("username", "ip_address"):
        at.setdefault(badge, []).append(address)
    return at


def lift(badge: str) -> None:
    """Forget the wrong PINs of a badge, at every device."""
    AccessAttempt.objects.filter(username=badge).delete()


def wrong_before(at: datetime) -> "QuerySet[Any]":
    """The wrong PINs that were last tried before this, long after they locked anybody out."""
    over = min(at, timezone.now() - settings.AXES_COOLOFF_TIME)
    found: QuerySet[Any] = AccessAttempt.objects.filter(attempt_time__lt=over)
    return found


def begin(request: HttpRequest, person: Person) -> None:
    """Sign somebody in at this device, under a new session key; whoever was signed in before is not any more."""
    login(request, person, backend=f"{__name__}.{ByBadge.__name__}")
    _of(request).renew()


def end(request: HttpRequest) -> None:
    """Nobody is signed in at this device any more, and nothing is left of the session."""
    logout(request)


def ended() -> "QuerySet[StaffSession]":
    """The sessions that are over for so long that no clock on any wall brings them back."""
    return StaffSession.objects.filter(expire_date__lt=timezone.now() - KEPT_OVER)


# --- how long


_elsewhere: OrderedDict[tuple[str, str, int], float] = OrderedDict()
"""When this process saw first what another machine had written down of a session: since then it lies idle for us."""


def rested(row: StaffSession) -> float:
    """The seconds since the session was last used, as far as that was written down.

    They are counted by the machine's own clock, from the start of this process at the earliest: nobody is signed out
    because the house was down.
    """
    if row.clock == clocks.MACHINE:
        return max(0.0, clocks.steady() - max(row.mark, clocks.STARTED))
    seen = _elsewhere.setdefault((row.session_key, row.clock, row.mark), clocks.steady())
    if len(_elsewhere) > MOST_ELSEWHERE:
        _elsewhere.popitem(last=False)
    return clocks.steady() - seen


def over(row: StaffSession) -> bool:
    """Whether this session lay idle for too long, or has lasted for a whole shift."""
    idle = rested(row)
    return idle > IDLE_SECONDS or row.used + idle > LONGEST_SECONDS


def touch(row: StaffSession) -> bool:
    """Write down that the session is in use, where it is time for it; False if it was ended at this very moment."""
    passed = rested(row)
    if row.clock == clocks.MACHINE and passed < STEP_SECONDS:
        return True
    row.used, row.clock, row.mark = row.used + int(passed), clocks.MACHINE, int(clocks.steady())
    lasted = {"used": row.used, "clock": row.clock, "mark": row.mark}
    return StaffSession.objects.filter(pk=row.pk).update(**lasted) > 0


def _of(request: HttpRequest) -> SessionStore:
    assert isinstance(request.session, SessionStore), "SESSION_ENGINE is ours"
    return request.session


class EndIdleSessions:
    """The middleware that ends what is over, before anybody looks at who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A visitor without a session is not looked up at all.
        if not request.session.is_empty() and request.user.is_authenticated:
            row = _of(request).row
            if row is None or over(row) or not touch(row):
                end(request)
        return self.get_response(request)
