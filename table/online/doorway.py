"""Who comes to the online game, and how often: the cookie of a browser, the pace of a player and of an address."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers

from table.access.address import client_address, network_of
from table.access.pace import Pace
from table.access.share import share
from table.models import OnlinePlayer
from table.online import accounts
from table.online.words import render
from table.record.refusals import say
from table.rules.refusal import Code, Refused, require

COOKIE = "sabot_player"
OF_A_PLAYER = Pace(burst=30, per_second=5)
"""Pages and presses of one account; a hand takes a person some seconds."""
AT_AN_ADDRESS = Pace(burst=600, per_second=150)
"""Of all players behind one address, which may be a whole house of them."""
NEW_ACCOUNTS = Pace(burst=10, per_second=1 / 60)
"""Accounts that are opened at one address."""
PASSWORDS = Pace(burst=60, per_second=1)
"""Passwords that are shown at one address, right or wrong: each is looked up in the database of the house."""
STATUS = {Code.RATE: 429, Code.SIGNED_OUT: 403, Code.STALE: 409, Code.NONCE: 409}
"""How a refusal is answered; any other with 422."""

View = Callable[..., HttpResponse]


def anybody(view: View) -> View:
    """A page for whoever comes: no browser keeps it, what is refused is said, and it has its turn."""

    @wraps(view)
    def opened(request: HttpRequest, **given: Any) -> HttpResponse:
        try:
            _check_pace(AT_AN_ADDRESS, from_where(request))
            with share.turn():
                answer = view(request, **given)
        except Refused as refusal:
            answer = said(request, refusal)
        add_never_cache_headers(answer)
        return answer

    return opened


def players(view: View) -> View:
    """A page for players, who come to it as the one who is signed in here; others are led to the entrance."""

    @anybody
    @wraps(view)
    def opened(request: HttpRequest, **given: Any) -> HttpResponse:
        player = who(request)
        if player is None:
            return redirect("online")
        _check_pace(OF_A_PLAYER, player.pk)
        return view(request, player, **given)

    return opened


def from_where(request: HttpRequest) -> str:
    """The address at which somebody plays, as paces and wrong passwords are counted by it."""
    return network_of(client_address(request))


def _check_pace(pace: Pace, caller: object) -> None:
    require(pace.asks(caller), Code.RATE, "That was too much at once. Wait a moment, and press again.")


def check_password_pace(address: str) -> None:
    """Refused where passwords are shown at this address much faster than people type them."""
    _check_pace(PASSWORDS, address)


def check_new_account(address: str) -> None:
    """Refused where too many accounts are opened at this address."""
    require(NEW_ACCOUNTS.asks(address), Code.RATE, "Too many accounts are being opened here. Try again later.")


def who(request: HttpRequest) -> OnlinePlayer | None:
    """The player who is signed in at this browser."""
    token = request.COOKIES.get(COOKIE, "")
    return accounts.whose(token) if token else None


def enter(request: HttpRequest, player: OnlinePlayer, onward: str) -> HttpResponse:
    """He is signed in at this browser from now on; whoever was before is not."""
    leave(request)
    answer, age = redirect(onward), int(accounts.SIGNED_IN.total_seconds())
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(COOKIE, accounts.begin(player), max_age=age, secure=secure, httponly=True, samesite="Lax")
    rotate_token(request)
    return answer


def leave(request: HttpRequest) -> None:
    """Nobody is signed in at this browser."""
    if token := request.COOKIES.get(COOKIE, ""):
        accounts.end(token)


def wants_facts(request: HttpRequest) -> bool:
    """Whether the script of the table asks, which draws by itself, and not a browser that wants a page."""
    return request.headers.get("Accept", "") == "application/json"


def said(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The refusal in the language of who reads it: as facts, or as a page with the ways on from here."""
    status = STATUS.get(refusal.code, 422)
    if wants_facts(request):
        return JsonResponse({"code": refusal.code.value, "sentence": say(refusal)}, status=status)
    return render(request, "online/refused.html", {"sentence": say(refusal)}, status=status)
