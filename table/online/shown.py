"""Games as players see them: the hands, and what each box paid with the stake included."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from table.models import OnlineGame, OnlinePlayer
from table.online import dealing
from table.online.levels import LEVELS, Level, level_of
from table.rules.cards import Card, parse_all, points
from table.rules.houses import ONLINE
from table.rules.profile import Box
from table.rules.regola import Result, Side, lay_out
from table.rules.stakes import Range, kind
from table.screens.rules.sentences.bets import price
from table.screens.rules.sentences.bets import table as priced
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES, SIDES

OVER = (OnlineGame.State.SETTLED, OnlineGame.State.VOID)
RESULTS: Mapping[Result, Promise] = {
    Result.PUNTO: gettext_lazy("Punto wins, %(punto)s to %(banco)s"),
    Result.BANCO: gettext_lazy("Banco wins, %(banco)s to %(punto)s"),
    Result.TIE: gettext_lazy("Tie, both have %(punto)s"),
}


class GameHand(NamedTuple):
    """Hand of a finished game; ``sums`` are its points after each of its cards."""

    side: Side
    name: Promise
    cards: tuple[Card, ...]
    points: int
    won: bool
    sums: tuple[int, ...]


class PaidBox(NamedTuple):
    """Outcome of the stake on a box, amounts in cents; ``how`` is won, push, lost or void.

    ``plate`` is the outcome in as few signs as there is room for on a chip.
    """

    box: Box
    label: Promise
    stake: int
    paid: int
    how: str
    words: str
    plate: str


class FinishedGame(NamedTuple):
    """Finished game for its template; ``net`` is what was paid less what was staked, in cents; ``gained`` words it."""

    game: OnlineGame
    hands: tuple[GameHand, ...]
    sentence: str
    paid: tuple[PaidBox, ...]
    total: str
    net: int
    gained: str


class LayoutBox(NamedTuple):
    """Box of the layout with the price and the limits that apply to a player."""

    box: Box
    label: Promise
    price: str
    limit: Range


def places(player: OnlinePlayer, numbers: Numbers) -> list[LayoutBox]:
    """List all boxes in the order of the felt, each with its price as text, and the player's limits in cents.

    Punto, Egalité and Banco come first.
    """
    limits = level_of(player.staked).limits
    main = (Box.PUNTO, Box.EGALITE, Box.BANCO)
    laid = (*main, *(box for box in ONLINE.boxes if box not in main))
    return [LayoutBox(box, BOX_NAMES[box], price(ONLINE, box, numbers).printed, limits[kind(box)]) for box in laid]


def levels(player: OnlinePlayer) -> list[tuple[Level, bool]]:
    """List every level with whether it is the player's."""
    return [(level, level == level_of(player.staked)) for level in LEVELS]


def returns(numbers: Numbers) -> list[tuple[Box, Promise, Promise, str, str]]:
    """List each box with its name, what wins it, what it pays for one (stake included), and its return in percent."""
    rows = priced(ONLINE, ONLINE.decks, ONLINE.decks, numbers)
    return [(it.box, it.label, it.wins_when, it.price.printed, numbers.percent(it.odds.rtp, 2)) for it in rows]


def shown(game: OnlineGame, numbers: Numbers) -> FinishedGame:
    """Prepare a finished game, settled or void, for display in the active language."""
    hands = tuple(_hands(game))
    paid = tuple(_paid(game, numbers))
    back, staked = sum(game.paid.values()), sum(game.stakes.values())
    total = _("%(staked)s staked, %(paid)s paid") % {"staked": _money(staked, numbers), "paid": _money(back, numbers)}
    return FinishedGame(game, hands, _sentence(game, hands), paid, total, back - staked, signed(back - staked, numbers))


def _hands(game: OnlineGame) -> Iterator[GameHand]:
    """Yield Punto's hand, then Banco's, each with its points, those after each card, and whether it won.

    Nothing for a void game.
    """
    if not game.drawn:
        return
    layout = lay_out(parse_all(game.drawn))
    for side, cards in ((Side.PUNTO, layout.punto), (Side.BANCO, layout.banco)):
        sums = tuple(points(cards[: count + 1]) for count in range(len(cards)))
        yield GameHand(side, SIDES[side], cards, points(cards), str(layout.result) == str(side), sums)


def _sentence(game: OnlineGame, hands: tuple[GameHand, ...]) -> str:
    """Return the sentence on who won with how many points, or that the game was void."""
    if not hands:
        return _("Void: the house broke down amid this game, and the stakes were given back.")
    counts = {str(hand.side): hand.points for hand in hands}
    return str(RESULTS[lay_out(parse_all(game.drawn)).result]) % counts


def _paid(game: OnlineGame, numbers: Numbers) -> Iterator[PaidBox]:
    """Yield the outcome of each box with a stake, in the order in which the stakes are stored.

    It is void for each box of a void game.
    """
    for name, stake in game.stakes.items():
        paid, box = game.paid.get(name, 0), Box(name)
        how = "void" if game.state == OnlineGame.State.VOID else _how(stake, paid)
        words = _words(how, stake, paid, numbers)
        yield PaidBox(box, BOX_NAMES[box], stake, paid, how, words, _plate(how, stake, paid, numbers))


def _how(stake: int, paid: int) -> str:
    """Return "lost" if nothing came back, "push" if just the stake did, else "won", even for less than the stake."""
    if not paid:
        return "lost"
    return "push" if paid == stake else "won"


def _words(how: str, stake: int, paid: int, numbers: Numbers) -> str:
    """Return in words what came back of a stake that was won, push (given back), void, or else lost (``how``)."""
    amounts = {"stake": _money(stake, numbers), "paid": _money(paid, numbers)}
    match how:
        case "won":
            return _("pays %(paid)s for %(stake)s") % amounts
        case "push":
            return _("Push: %(stake)s back") % amounts
        case "void":
            return _("void: %(stake)s back") % amounts
        case _:
            return _("%(stake)s lost") % amounts


def _plate(how: str, stake: int, paid: int, numbers: Numbers) -> str:
    """Return the outcome as it is written on a chip: “−” with the stake lost, “↩” with the stake given back.

    If it was won, it is what was paid, stake included, without a sign.
    """
    if how == "lost":
        return f"−{numbers.chip(stake)}"
    return numbers.chip(paid) if how == "won" else f"↩ {numbers.chip(stake)}"


def signed(cents: int, numbers: Numbers) -> str:
    """Format an amount of cents with its currency and sign, “+” or “−”; 0 has no sign."""
    sign = "+" if cents > 0 else "−" if cents < 0 else ""
    return sign + _money(abs(cents), numbers)


def _money(cents: int, numbers: Numbers) -> str:
    """Format an amount of cents with the currency of the game."""
    return numbers.money(cents, ONLINE.currency)


# --- queries


def last(player: OnlinePlayer) -> OnlineGame | None:
    """Return the latest finished game, settled or void; None if there is none."""
    return _over(player).first()


def history(player: OnlinePlayer) -> list[OnlineGame]:
    """List the latest finished games, settled and void, newest first, at most as many as are stored."""
    return list(_over(player).defer("shoe")[: dealing.SHOWN_GAMES])


def one(player: OnlinePlayer, number: int) -> OnlineGame | None:
    """Return a finished game of this player, settled or void, by its number.

    None if it is another player's, its shoe is still sealed, or it is no longer stored.
    """
    return _over(player).filter(number=number).first()


def road(player: OnlinePlayer) -> list[str]:
    """List the results of the finished games that are stored, the oldest first: punto, banco, tie, or void.

    At most SHOWN_GAMES, the latest.
    """
    drawn = list(_over(player).values_list("drawn", flat=True)[: dealing.SHOWN_GAMES])
    return [_result(it) for it in reversed(drawn)]


@lru_cache(maxsize=4096)
def _result(drawn: str) -> str:
    """Return the result of the cards drawn, as a game stores them: punto, banco or tie; "void" without cards."""
    return str(lay_out(parse_all(drawn)).result) if drawn else "void"


def _over(player: OnlinePlayer) -> "QuerySet[OnlineGame]":
    """Query the finished games of a player, settled and void, newest first."""
    return OnlineGame.objects.filter(player=player, state__in=OVER).order_by("-number")


def prepared(player: OnlinePlayer) -> OnlineGame | None:
    """Return the game that the next press begins, its shoe deferred; None while one is being dealt.

    It is only looked up: each game that ends, and the opening of the account, has prepared it.
    """
    return OnlineGame.objects.filter(player=player, state=OnlineGame.State.PREPARED).defer("shoe").first()
