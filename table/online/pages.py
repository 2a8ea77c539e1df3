"""Pages around the game: the entrance, trying it, the list of tables, the help, the play money, and the account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from table.models import OnlinePlayer
from table.online import accounts, doorway, guests, shown
from table.online.dealing import SHOWN_GAMES
from table.online.doorway import COOKIE, anybody, check_pace, enter, from_where, leave, page, players, who
from table.rules.houses import ONLINE
from table.rules.refusal import Code, Refused, require
from table.screens.rules.page import front
from table.screens.rules.sentences import tableau
from table.words.numbers import numbers_here

SIGN_IN, SIGN_UP, TRY = "sign_in", "sign_up", "try"


@anybody
@require_safe
def entrance(request: HttpRequest) -> HttpResponse:
    """Show the ways in; to a signed-in player the list of tables instead, to a guest that list with the ways in.

    To nobody with ``?deleted`` also that the account is deleted.
    """
    player = who(request)
    if player is None:
        return _forms(request, deleted="deleted" in request.GET)
    numbers = numbers_here()
    money = {"numbers": numbers, "currency": ONLINE.currency, "balance": numbers.money(player.balance, ONLINE.currency)}
    ends = numbers.moment(player.since + guests.LASTS) if guests.is_guest(player) else ""
    given = {"player": player, "levels": shown.levels(player), "ends": ends, "start": _start(), "way": ""}
    return render(request, "online/tables.html", money | given)


@anybody
@require_http_methods(["GET", "HEAD", "POST"])
def try_it(request: HttpRequest) -> HttpResponse:
    """Let in a guest and redirect to the table; somebody who is signed in stays who they are.

    A refusal is shown at the entrance, to which GET and HEAD are redirected: they let nobody in.
    """
    if request.method != "POST":
        return redirect("online")
    if who(request):
        return redirect("online_table")
    try:
        require(
            doorway.NEW_GUESTS.take(from_where(request)),
            Code.RATE,
            "Too many guests are coming from here. Try again in some minutes, or open an account.",
        )
        guest = guests.let_in()
    except Refused as refusal:
        return _forms(request, TRY, refusal)
    return enter(request, guest, "online_table")


@sensitive_post_parameters("password")
@anybody
@require_http_methods(["GET", "HEAD", "POST"])
def come_in(request: HttpRequest, way: str) -> HttpResponse:
    """Sign a player up or in by name and password, whichever `way` says, and redirect to the list of tables.

    GET and HEAD redirect to the entrance. Signing up with the name of an account whose last sign-in was from the same
    client address, and with its password, signs that one in. A session that was here is ended then, and its guest
    deleted unless a hand of theirs is being dealt. With a refusal, which ends none, the forms of the entrance are shown
    again.
    """
    if request.method != "POST":
        return redirect("online")
    name, password, address = request.POST.get("name", ""), request.POST.get("password", ""), from_where(request)
    try:
        if way == SIGN_UP:
            require(
                doorway.NEW_ACCOUNTS.take(address),
                Code.RATE,
                "Too many accounts are being opened here. Try again later.",
            )
            player = accounts.open_account(name, password, address=address)
        else:
            check_pace(doorway.PASSWORDS, address)
            player = accounts.prove(name, password, address=address)
    except Refused as refusal:
        return _forms(request, way, refusal)
    return enter(request, player, "online")


def _forms(
    request: HttpRequest, way: str = "", refusal: Refused | None = None, *, deleted: bool = False
) -> HttpResponse:
    """Render the ways in, with the name that was typed; after a refusal with its sentence and its status.

    ``way`` is the form that was refused (SIGN_IN, SIGN_UP or TRY), "" for none. ``deleted`` says that an account has
    just been deleted.
    """
    given = {"way": way, "name": request.POST.get("name", "")[:40], "start": _start(), "deleted": deleted}
    return page(request, "online/entrance.html", given | {"shown": front((), numbers_here())["shown"]}, refusal)


def _start() -> str:
    """Return the formatted play money of the start."""
    return numbers_here().money(accounts.START, ONLINE.currency)


@anybody
@require_http_methods(["POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session of this browser, delete its cookie and redirect to the entrance.

    A guest is deleted as well, unless a hand of theirs is being dealt.
    """
    leave(request)
    return _gone(reverse("online"))


def _gone(to: str) -> HttpResponse:
    """Redirect to an address, and delete the session cookie."""
    answer = redirect(to)
    answer.delete_cookie(COOKIE, samesite="Lax")
    return answer


@players
@require_http_methods(["POST"])
def set_back(request: HttpRequest, player: OnlinePlayer) -> HttpResponse:
    """Reset the balance of play money, but not the level, and redirect to the table.

    Refused (E_STALE) while another process deals the player a hand.
    """
    accounts.set_back(player)
    return redirect("online_table")


@sensitive_post_parameters("password")
@players
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest, player: OnlinePlayer) -> HttpResponse:
    """Show the page on which the account is deleted; a POST with its password deletes it and redirects to the entrance.

    Its finished games stay, without a name (:func:`accounts.delete`). After a refusal, such as of a wrong password, the
    page is shown again with it. A guest, who has no password, is redirected to the list of tables.
    """
    if guests.is_guest(player):
        return redirect("online")
    refusal = None
    if request.method == "POST":
        address = from_where(request)
        try:
            check_pace(doorway.PASSWORDS, address)
            accounts.delete(player, request.POST.get("password", ""), address=address)
        except Refused as said:
            refusal = said
        else:
            return _gone(f"{reverse('online')}?deleted")
    return page(request, "online/account.html", {"player": player, "most": SHOWN_GAMES}, refusal)


@anybody
@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Show the help: how to play, rules, payments and returns, keys."""
    numbers = numbers_here()
    rules = {"punto": tableau.punto(), "banco": tableau.banco(), "naturals": tableau.NATURALS}
    given = {"returns": shown.returns(numbers), "player": who(request), "most": SHOWN_GAMES}
    return render(request, "online/help.html", rules | given)
