"""Access to the online game: session cookie, decorators for views, rate limits, and its share of a process.

The play-money game must not slow a table down. As long as somebody has pressed at a table of this process within the
last ten seconds, it rests three times as long after each answer as it worked for it; further requests wait, and beyond
``MOST_WAITING`` are refused. Otherwise it takes what it needs.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from table.access.address import client_address, network_of
from table.access.pace import TokenBuckets
from table.memory import threads
from table.models import OnlinePlayer
from table.online import accounts, guests
from table.record.refusals import say
from table.rules.refusal import Code, Refused, require
from table.rules.topics.sources import BACCARAT_ONLINE
from table.words.voices import voiced_here

COOKIE = "sabot_player"
OF_A_PLAYER = TokenBuckets(burst=30, per_second=5)
"""Requests of one account; a hand takes a person some seconds."""
AT_AN_ADDRESS = TokenBuckets(burst=600, per_second=150)
"""Requests of all players at one address, which may be a whole household."""
NEW_ACCOUNTS = TokenBuckets(burst=10, per_second=1 / 60)
"""Attempts to open an account at one address."""
NEW_GUESTS = TokenBuckets(burst=6, per_second=1 / 60)
"""Guests let in at one address."""
PASSWORDS = TokenBuckets(burst=60, per_second=1)
"""Passwords sent from one address, right or wrong: each costs a query in the house's database."""
STATUS = {Code.RATE: 429, Code.SIGNED_OUT: 403, Code.STALE: 409, Code.NONCE: 409}
"""HTTP status of a refusal by its code; 422 for any other."""

View = Callable[..., HttpResponse]
PLAYS_SECONDS = 10.0
RESTS = 3.0
"""Length of a rest, in times of the work before it."""
MOST_WAITING = 60


def anybody(view: View) -> View:
    """Decorate a view that anybody may open.

    Its rate is limited by address, it waits its turn while tables play (`share.turn`), refusals are rendered, all in
    the words of the game, and its answer is not cached.
    """

    @wraps(view)
    def opened(request: HttpRequest, **given: Any) -> HttpResponse:
        """Serve the view, or render a refusal: of the rate, of a request while too many wait, or of the view itself."""
        with translation.override(voiced_here(BACCARAT_ONLINE)):
            try:
                check_pace(AT_AN_ADDRESS, from_where(request))
                with share.turn():
                    answer = view(request, **given)
            except Refused as refusal:
                answer = said(request, refusal)
        add_never_cache_headers(answer)
        return answer

    return opened


def players(view: View) -> View:
    """Decorate a view for signed-in players and guests, whom it gets as its second argument.

    It is served as by :func:`anybody`, and refused (E_RATE) to a player who sends too many requests. Anybody else is
    redirected to the entrance, as is a guest who is deleted during the request.
    """

    @anybody
    @wraps(view)
    def opened(request: HttpRequest, **given: Any) -> HttpResponse:
        """Serve the view to the player; redirect anybody else, and a guest deleted meanwhile, to the entrance."""
        player = who(request)
        if player is None:
            return redirect("online")
        check_pace(OF_A_PLAYER, player.pk)
        try:
            return view(request, player, **given)
        except OnlinePlayer.DoesNotExist:
            return redirect("online")

    return opened


def from_where(request: HttpRequest) -> str:
    """Network of the client, by which rates and wrong passwords are counted, as text.

    An IPv4 address, or the network of 64 bits of an IPv6 address. The client is the one that trusted proxies name,
    else whoever has connected; ``0.0.0.0`` where that has no address, as at a Unix socket.
    """
    return network_of(client_address(request))


def check_pace(pace: TokenBuckets, caller: object) -> None:
    """Take a token of this caller, in this process. Refuses (E_RATE) where none is left."""
    require(pace.take(caller), Code.RATE, "That was too much at once. Wait a moment, and press again.")


def who(request: HttpRequest) -> OnlinePlayer | None:
    """Return the player signed in at this browser; None without a valid session."""
    token = request.COOKIES.get(COOKIE, "")
    return accounts.whose(token) if token else None


def enter(request: HttpRequest, player: OnlinePlayer, onward: str) -> HttpResponse:
    """Sign a player or guest in at this browser and redirect to `onward`.

    A session that was here is ended, and its guest deleted unless a hand of theirs is being dealt. Sets the session
    cookie and a new CSRF token.
    """
    leave(request)
    lasts = guests.LASTS if guests.is_guest(player) else accounts.SIGNED_IN
    answer, token, age = redirect(onward), accounts.begin(player, lasts), int(lasts.total_seconds())
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(COOKIE, token, max_age=age, secure=secure, httponly=True, samesite="Lax")
    rotate_token(request)
    return answer


def leave(request: HttpRequest) -> None:
    """End the session of this browser, if there is one; the cookie stays.

    A guest is deleted as well, but not while a hand of theirs is being dealt.
    """
    player = who(request)
    if token := request.COOKIES.get(COOKIE, ""):
        accounts.end(token)
    if player and guests.is_guest(player):
        guests.forget(player)


def wants_facts(request: HttpRequest) -> bool:
    """Whether the request is from the page's script, which accepts JSON only."""
    return request.headers.get("Accept", "") == "application/json"


def said(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Render a refusal with its status: as JSON for the page's script, else as a page."""
    if wants_facts(request):
        facts = {"code": refusal.code.value, "sentence": say(refusal)}
        return JsonResponse(facts, status=STATUS.get(refusal.code, 422))
    return page(request, "online/refused.html", {}, refusal)


def page(request: HttpRequest, template: str, given: dict[str, Any], refusal: Refused | None) -> HttpResponse:
    """Render a page with this context, after a refusal with its ``sentence`` and its status; else that is ""."""
    status = STATUS.get(refusal.code, 422) if refusal else 200
    return render(request, template, given | {"sentence": say(refusal) if refusal else ""}, status=status)


# --- the share of a process


class Share:
    """Turns that are taken one after the other while tables play; ``clock`` and ``sleep`` are in seconds."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Begin with no turn taken; `clock` returns the time and `sleep` waits, both in seconds."""
        self._clock, self._sleep = clock, sleep
        self._turn = Lock()
        self._waiting, self._rested = 0, clock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Run the block: at once while no table plays, else one at a time, after the block before and its rest.

        A table plays where somebody has pressed at one of this process within PLAYS_SECONDS. Only then it blocks, and
        refuses (E_RATE) if MOST_WAITING wait or work already. Those that wait get their turns in no fixed order.
        """
        if self._clock() - threads.tables.pressed > PLAYS_SECONDS:
            yield
            return
        require(
            self._waiting < MOST_WAITING,
            Code.RATE,
            "Very many play here at the moment. Wait a moment, and press again.",
        )
        self._waiting += 1
        try:
            with self._turn:
                self._sleep(max(0.0, self._rested - self._clock()))
                yield from self._working()
        finally:
            self._waiting -= 1

    def _working(self) -> Iterator[None]:
        """Yield once, for the block to run, then set when the next turn may begin.

        That is after RESTS times as long as the block took.
        """
        began = self._clock()
        try:
            yield
        finally:
            worked = self._clock() - began
            self._rested = self._clock() + RESTS * worked


share = Share()
"""Turns of this process."""
