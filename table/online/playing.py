"""Views of a player's table: laying stakes and dealing, the hourly check, the history, and single games."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from table.models import OnlineGame, OnlinePlayer
from table.online import dealing, shown, sittings
from table.online.doorway import page, players, said, wants_facts
from table.online.levels import level_of
from table.rules.houses import ONLINE
from table.rules.profile import Box
from table.rules.refusal import Code, Refused, require
from table.words.numbers import Numbers, cents_of, numbers_here

MOST_DIGITS = 9
"""Digits of the number of a game, at most; nobody plays more games than that."""


@players
@require_safe
def table(request: HttpRequest, player: OnlinePlayer) -> HttpResponse:
    """Show the felt with the last finished game.

    With ``?new`` the felt is empty, with ``?again`` the stakes of that game are laid again. Counts as presence for the
    sitting, which is the time played without a pause, and voids a game of the player that nobody will complete.
    """
    dealing.look_after(player)
    sittings.attend(player)
    last, again = shown.last(player), "again" in request.GET
    return _table(request, player, None if again or "new" in request.GET else last, _typed(last) if again else {})


@players
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HttpRequest, player: OnlinePlayer) -> HttpResponse:
    """Take the stakes and deal the hand (*Distribuire*); a press with the same nonce gets the game that it has dealt.

    Answers the script with JSON; otherwise redirects to the table, or shows it with the refusal. GET and HEAD are
    redirected to the table, without dealing. A POST counts as presence at the table for the sitting.
    """
    if request.method != "POST":
        return redirect("online_table")
    sittings.attend(player)
    try:
        game = dealing.press(player, pressed(request.POST))
    except Refused as refusal:
        if wants_facts(request):
            return said(request, refusal)
        sent = {str(box): request.POST.get(str(box), "")[:20] for box in ONLINE.boxes}
        return _table(request, player, None, sent, refusal)
    return JsonResponse(_facts(player, game)) if wants_facts(request) else redirect("online_table")


def pressed(form: Mapping[str, str]) -> dealing.DealPress:
    """Parse nonce, number of the game, promised commitment and stakes of a press from the fields of a form.

    Boxes without an amount have a stake of 0. Refuses an amount (E_MONEY), and a number of the game (E_ARGUMENTS), that
    cannot be read; the nonce is not checked.
    """
    number = _number(form)
    stakes = {box: cents_of(form.get(str(box), "").strip() or "0") for box in ONLINE.boxes}
    return dealing.DealPress(form.get("nonce", ""), number, stakes, form.get("promised", ""))


def _number(form: Mapping[str, str]) -> int:
    """Return the number of the game in a form. Refuses (E_ARGUMENTS) anything but 1 to MOST_DIGITS digits."""
    number = form.get("game", "")
    require(
        number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS,
        Code.ARGUMENTS,
        "This press is for no game. Load the page again.",
    )
    return int(number)


@players
@require_http_methods(["GET", "HEAD", "POST"])
def state(request: HttpRequest, player: OnlinePlayer) -> HttpResponse:
    """Answer with the state of the table as JSON, after voiding a game of the player that nobody will complete.

    A POST, from a page that has lost the answer to a press, first seals another shoe for the game of the field ``game``
    if that is not yet dealt, so that the press is refused if it still comes; refuses (E_ARGUMENTS) without such a
    number.
    """
    if request.method == "POST":
        dealing.became(player, _number(request.POST))
    dealing.look_after(player)
    return JsonResponse(_facts(player, shown.last(player)))


@players
@require_http_methods(["POST"])
def go_on(request: HttpRequest, player: OnlinePlayer) -> HttpResponse:
    """Store that the player is present, and that the hourly checks of the sitting so far are answered.

    Answer the script with the state as JSON, else redirect to the table.
    """
    sittings.attend(player)
    sittings.go_on(player)
    return JsonResponse(_facts(player, shown.last(player))) if wants_facts(request) else redirect("online_table")


@players
@require_safe
def history(request: HttpRequest, player: OnlinePlayer) -> HttpResponse:
    """Show the finished games that are stored, newest first, after voiding one that nobody will complete."""
    dealing.look_after(player)
    numbers = numbers_here()
    games = [shown.shown(game, numbers) for game in shown.history(player)]
    given = {"player": player, "games": games, "numbers": numbers, "currency": ONLINE.currency}
    return render(request, "online/history.html", given | {"most": dealing.SHOWN_GAMES})


@players
@require_safe
def game(request: HttpRequest, player: OnlinePlayer, number: int) -> HttpResponse:
    """Show a finished game of the player with its opened shoe; 404 if there is none with this number."""
    found = shown.one(player, number) if number < 10**MOST_DIGITS else None
    if found is None:
        raise Http404
    numbers = numbers_here()
    given = {"it": shown.shown(found, numbers), "shoe": dealing.opened(found), "numbers": numbers, "player": player}
    return render(request, "online/game.html", given | {"currency": ONLINE.currency})


# --- context of the table


def _table(
    request: HttpRequest,
    player: OnlinePlayer,
    over: OnlineGame | None,
    stakes: Mapping[str, str],
    refusal: Refused | None = None,
) -> HttpResponse:
    """Render the table with the game that is over, if any, or with the texts of stakes to lay again by box.

    Only reads, the player anew from the database; the next game was prepared before. The status is that of the refusal,
    if any.
    """
    player.refresh_from_db()
    numbers, last = numbers_here(), shown.last(player)
    drawn = shown.shown(over, numbers) if over else None
    given = _next(player, numbers) | {
        "player": player,
        "numbers": numbers,
        "currency": ONLINE.currency,
        "places": shown.places(player, numbers),
        "chips": ONLINE.chips,
        "levels": shown.levels(player),
        "over": drawn,
        "outcomes": {it.box: it for it in drawn.paid} if drawn else {},
        "stakes": stakes,
        "last": _typed(last),
    }
    return page(request, "online/table.html", given, refusal)


def _typed(game: OnlineGame | None) -> dict[str, str]:
    """Stakes of a game as texts for the fields of the boxes, by box; empty without a game."""
    return {name: numbers_here().typed(stake) for name, stake in game.stakes.items()} if game else {}


def _next(player: OnlinePlayer, numbers: Numbers) -> dict[str, Any]:
    """Return the facts for the next press; no game is created.

    Balance in cents and as text, game number (0 while one is dealt), commitment, nonce, level, the results of the last
    games, and of the sitting its seconds, net result in cents and as text, and whether the hourly check is due.
    """
    ready, net = shown.prepared(player), sittings.net(player)
    return {
        "balance": player.balance,
        "money": numbers.money(player.balance, ONLINE.currency),
        "road": shown.road(player),
        "seconds": sittings.seconds(player),
        "net": net,
        "net_words": shown.signed(net, numbers),
        "due": sittings.due(player),
        "game": ready.number if ready else 0,
        "commitment": ready.commitment if ready else "",
        "nonce": uuid4().hex,
        "level": level_of(player.staked).number,
    }


def _facts(player: OnlinePlayer, over: OnlineGame | None) -> dict[str, Any]:
    """Return the facts for the page's script as JSON values, after reading the player anew from the database.

    They are those of `_next`, the maxima of the player's level by box, and of the game `over` its number (0 without
    one), HTML, sentence, stakes and outcomes by box, the cents that came back, what was gained in words ("" without),
    and whether it is more than 0.
    """
    player.refresh_from_db()
    numbers = numbers_here()
    drawn = shown.shown(over, numbers) if over else None
    return _next(player, numbers) | {
        "over": over.number if over else 0,
        "drawn": render_to_string("online/dealt.html", {"over": drawn}),
        "sentence": drawn.sentence if drawn else "",
        "paid": {str(it.box): [it.how, it.words] for it in drawn.paid} if drawn else {},
        "plates": {str(it.box): it.plate for it in drawn.paid} if drawn else {},
        "back": sum(over.paid.values()) if over else 0,
        "gained": drawn.gained if drawn else "",
        "maxima": {str(it.box): it.limit.maximum for it in shown.places(player, numbers)},
        "stakes": {Box(name).value: stake for name, stake in over.stakes.items()} if over else {},
        "won": drawn is not None and drawn.net > 0,
    }
