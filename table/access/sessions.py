"""Sessions at devices, and how long they last: tablets are shared, so a session that nobody uses ends by itself."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import structlog
from django.contrib.auth import login, logout
from django.contrib.auth.backends import ModelBackend
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from table.access import attempts, pins
from table.access.address import client_address
from table.access.session_store import SessionStore
from table.models import Person, StaffSession
from table.record import metrics
from table.record.machine import clocks
from table.rules.profile import Role
from table.rules.refusal import Code, Refused

IDLE_SECONDS = 30 * 60
LONGEST_SECONDS = 12 * 3600
STEP_SECONDS = 60
"""Seconds between two notes that a session is in use, as one at every request would be too many."""
GRACE = timedelta(days=1)
"""Time for which the row of a session stays after its date: the wall clock may have been set forward."""
MOST_ELSEWHERE = 5000
DEVICE = "device"
"""Key in a session of the address at which it was begun."""

log = structlog.stdlib.get_logger("sabot.sessions")


class ByBadge(ModelBackend):
    """Backend for sessions of people; a shoe reader is a device and signs in nowhere. Only `prove` checks PINs."""

    def authenticate(self, request: HttpRequest | None, *_args: Any, **_credentials: Any) -> None:
        """Sign nobody in: this would bypass the counting of wrong PINs."""

    def user_can_authenticate(self, user: object) -> bool:
        return isinstance(user, Person) and user.is_active and user.role != Role.SHOE


def prove(request: HttpRequest, *, badge: str, pin: str) -> Person:
    """Return who has this badge and this PIN; a try is stored as a wrong PIN until it has proved right.

    Then that row is deleted, earlier ones of the badge at this device are marked as forgiven, and the device is noted
    as theirs. Refuses (E_RATE) where a limit is reached by this try, or was before it (then without hashing), or if too
    many sign in at once; (E_SIGNED_OUT) a PIN hashed with another pepper, which is stored as no try; and (E_SIGNED_OUT
    too, always with one sentence) a wrong badge or PIN, and whoever works here no more or is a shoe reader. Refusals
    are logged and counted; a limit that a wrong PIN reaches may be stored as an attack.
    """
    person = Person.objects.filter(badge=badge).first()
    tried = attempts.attempt(badge, person, client_address(request))
    try:
        attempts.check(tried)
        # Before anything is counted: where no PIN can be compared, none is wrong.
        pins.check_pepper(tried.pin)
        with attempts.hashing_slot(tried):
            row = attempts.begin(tried)
            fits = pins.fits(pin, tried.pin)
        if fits and person is not None and ByBadge().user_can_authenticate(person):
            attempts.right(tried, row)
            return person
        attempts.wrong(tried)
        attempts.check(tried)
    except Refused as refused:
        _failed(tried.address, "locked" if refused.code is Code.RATE else "pepper")
        raise
    _failed(tried.address, "wrong")
    raise Refused(Code.SIGNED_OUT, "Badge and PIN do not belong together. Check both and try again.")


def _failed(device: str, reason: str) -> None:
    """Count a failed sign-in by its reason, in the metrics, and log it as a warning with the address of the device.

    ``reason`` is ``locked``, ``pepper`` or ``wrong``.
    """
    metrics.SIGN_INS_FAILED.labels(reason).inc()
    log.warning("sign-in failed", device=device, reason=reason)


def begin(request: HttpRequest, person: Person) -> None:
    """Sign somebody in at this device, with a new session key, in place of whoever was signed in; saves the session.

    The session has the address of the device.
    """
    login(request, person, backend=f"{__name__}.{ByBadge.__name__}")
    request.session[DEVICE] = client_address(request)
    _of(request).renew()
    request.session.save()


def end(request: HttpRequest) -> None:
    """Sign out whoever is signed in at this device, and delete the session; records nothing in the register."""
    logout(request)


def ended() -> "QuerySet[StaffSession]":
    """Query the sessions whose date of expiry is over by more than GRACE, so that no set clock brings them back."""
    return StaffSession.objects.filter(expire_date__lt=timezone.now() - GRACE)


# --- how long


_elsewhere: OrderedDict[tuple[str, str, int], float] = OrderedDict()
"""Times when this process first saw what another machine had stored of a session, which counts as idle since then."""


def rested(row: StaffSession) -> float:
    """Seconds since the session was last used, as far as that is stored.

    They are counted by the monotonic clock, from the start of this process at the earliest: nobody is signed out
    because the house was down. What another machine has stored counts from when this process first saw it.
    """
    if row.clock == clocks.MACHINE:
        return max(0.0, clocks.steady() - max(row.mark, clocks.STARTED))
    seen = _elsewhere.setdefault((row.session_key, row.clock, row.mark), clocks.steady())
    if len(_elsewhere) > MOST_ELSEWHERE:
        _elsewhere.popitem(last=False)
    return clocks.steady() - seen


def over(row: StaffSession) -> bool:
    """Whether a session was idle for more than IDLE_SECONDS, or has lasted for more than LONGEST_SECONDS.

    Seconds are those of :func:`rested`, and those that :func:`touch` has summed up: by no wall clock.
    """
    idle = rested(row)
    return idle > IDLE_SECONDS or row.used + idle > LONGEST_SECONDS


def touch(row: StaffSession) -> bool:
    """Store that a session is in use, with the seconds since the last time, unless this machine did so lately.

    Lately is less than STEP_SECONDS ago; then nothing is looked up, and the result is True. Else False if the session
    has been ended in the meantime, so that nothing could be stored, and True if it was, in ``row`` as well.
    """
    passed = rested(row)
    if row.clock == clocks.MACHINE and passed < STEP_SECONDS:
        return True
    used, mark = row.used + int(passed), int(clocks.steady())
    if not StaffSession.objects.filter(pk=row.pk).update(used=used, clock=clocks.MACHINE, mark=mark):
        return False
    row.used, row.clock, row.mark = used, clocks.MACHINE, mark
    return True


def _of(request: HttpRequest) -> SessionStore:
    """Return the session of a request, as the house's own class. Raises AssertionError for any other."""
    assert isinstance(request.session, SessionStore), "SESSION_ENGINE is ours"
    return request.session


class EndIdleSessions:
    """Middleware, behind Django's for authentication, that ends sessions that are over, before a view looks at them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """End a session that is over or gone, note the use of any other, and answer the request.

        It is over where nobody used it for too long, or after a whole shift (:func:`over`); the request is then
        answered as one of nobody signed in. A session with nobody signed in is left alone.
        """
        # A visitor without a session is not looked up at all.
        if not request.session.is_empty() and request.user.is_authenticated:
            row = _of(request).row
            if row is None or over(row) or not touch(row):
                end(request)
        return self.get_response(request)
