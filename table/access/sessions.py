"""Who is signed in at a device, and for how long: tablets are shared, so a session that nobody uses ends by itself."""

import time
from collections.abc import Callable
from typing import Any

import structlog
from django.contrib.auth import login, logout
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

from table.access import attempts, pins
from table.access.address import client_address
from table.models import Person
from table.record import metrics
from table.rules.profile import Role
from table.rules.refusal import Code, Refused

IDLE_SECONDS = 30 * 60
LONGEST_SECONDS = 12 * 3600
STEP_SECONDS = 60
"""How often it is written down that a session is in use; a write at every request would be one too many."""
SINCE, SEEN, DEVICE = "since", "seen", "device"

log = structlog.stdlib.get_logger("sabot.sessions")


class ByBadge(ModelBackend):
    """Whom a session stands for; a shoe reader is a device and signs in nowhere. PINs are tried in `prove` alone."""

    def authenticate(self, request: HttpRequest | None, *_args: Any, **_credentials: Any) -> None:
        """Nobody comes in past what counts wrong PINs."""

    def user_can_authenticate(self, user: object) -> bool:
        return isinstance(user, Person) and user.is_active and user.role != Role.SHOE


def prove(request: HttpRequest, *, badge: str, pin: str) -> Person:
    """Who has this badge and this PIN; refused in one sentence, whatever of it is wrong, and where a limit is reached.

    Nothing is hashed where one is reached already.
    """
    person = Person.objects.filter(badge=badge).first()
    tried = attempts.attempt(badge, person, client_address(request))
    try:
        attempts.check(tried)
        with attempts.turn(tried):
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
    metrics.SIGN_INS_FAILED.labels(reason).inc()
    log.warning("sign-in failed", device=device, reason=reason)


def begin(request: HttpRequest, person: Person) -> None:
    """Sign somebody in at this device, under a new session key; whoever was signed in before is not any more."""
    login(request, person, backend=f"{__name__}.{ByBadge.__name__}")
    request.session[SINCE] = request.session[SEEN] = int(time.time())
    request.session[DEVICE] = client_address(request)


def end(request: HttpRequest) -> None:
    """Nobody is signed in at this device any more, and nothing is left of the session."""
    logout(request)


def over(session: SessionBase) -> bool:
    """Whether this session lay idle for too long, or has lasted for a whole shift."""
    now, seen, since = int(time.time()), int(session.get(SEEN, 0)), int(session.get(SINCE, 0))
    return now - seen > IDLE_SECONDS or now - since > LONGEST_SECONDS


def touch(session: SessionBase) -> bool:
    """Note that the session is in use; True where there is something to save."""
    now = int(time.time())
    if now - session.get(SEEN, 0) < STEP_SECONDS:
        return False
    session[SEEN] = now
    return True


class EndIdleSessions:
    """The middleware that ends what is over, before anybody looks at who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A visitor without a session is not looked up at all.
        if not request.session.is_empty() and request.user.is_authenticated:
            if over(request.session):
                end(request)
            else:
                touch(request.session)
        return self.get_response(request)
