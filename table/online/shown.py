"""What a player reads of a game: the hands, and what each box paid as players read it, the stake included."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from table.models import OnlineGame, OnlinePlayer
from table.online import dealing
from table.online.levels import LEVELS, Level, level_of, limit
from table.rules.cards import Card, parse_all, points
from table.rules.houses import ONLINE
from table.rules.profile import Box
from table.rules.regola import Result, Side, lay_out
from table.rules.stakes import Range
from table.screens.read.numbers import Numbers
from table.screens.rules.bets import price
from table.screens.rules.bets import table as priced
from table.terms import BOX_NAMES, SIDES

OVER = (OnlineGame.State.SETTLED, OnlineGame.State.VOID)
RESULTS: Mapping[Result, Promise] = {
    Result.PUNTO: gettext_lazy("Punto wins, %(punto)s to %(banco)s"),
    Result.BANCO: gettext_lazy("Banco wins, %(banco)s to %(punto)s"),
    Result.TIE: gettext_lazy("Tie, both have %(punto)s"),
}


class Hand(NamedTuple):
    """One hand of a game that is over."""

    side: Side
    name: Promise
    cards: tuple[Card, ...]
    points: int
    won: bool


class Paid(NamedTuple):
    """What became of the stake on a box (cents); ``how`` is won, push, lost or void."""

    box: Box
    label: Promise
    stake: int
    paid: int
    how: str
    words: str


class Shown(NamedTuple):
    """A game that is over."""

    game: OnlineGame
    hands: tuple[Hand, ...]
    sentence: str
    paid: tuple[Paid, ...]
    total: str
    net: int


class Place(NamedTuple):
    """A box of the layout, as this player may lay on it."""

    box: Box
    label: Promise
    price: str
    limit: Range


def places(player: OnlinePlayer, numbers: Numbers) -> list[Place]:
    """The boxes in the order of the layout."""
    level = level_of(player.staked)
    return [Place(box, BOX_NAMES[box], price(ONLINE, box, numbers).printed, limit(level, box)) for box in ONLINE.boxes]


def chips(player: OnlinePlayer) -> list[int]:
    """The chips that can be laid somewhere at his level, in cents, from the smallest."""
    most = max(it.maximum for it in level_of(player.staked).limits.values())
    return [chip for chip in ONLINE.chips if chip <= most]


def levels(player: OnlinePlayer) -> list[tuple[Level, bool]]:
    """Every level, and whether it is his."""
    return [(level, level == level_of(player.staked)) for level in LEVELS]


def returns(numbers: Numbers) -> list[tuple[Box, Promise, Promise, str, str]]:
    """The table of payments: each box, what wins it, what one staked pays with the stake, and what returns of it."""
    rows = priced(ONLINE, ONLINE.decks, ONLINE.decks, numbers)
    return [(it.box, it.label, it.wins_when, it.price.printed, numbers.percent(it.odds.rtp, 2)) for it in rows]


def shown(game: OnlineGame, numbers: Numbers) -> Shown:
    """A game that is over, settled or void."""
    hands = tuple(_hands(game))
    paid = tuple(_paid(game, numbers))
    back, staked = sum(game.paid.values()), sum(game.stakes.values())
    total = _("%(staked)s staked, %(paid)s paid") % {"staked": _money(staked, numbers), "paid": _money(back, numbers)}
    return Shown(game, hands, _sentence(game, hands), paid, total, back - staked)


def _hands(game: OnlineGame) -> Iterator[Hand]:
    """Banco at the left, Punto at the right, as on a felt; of a game that was void no card fell."""
    if not game.drawn:
        return
    layout = lay_out(parse_all(game.drawn))
    for side, cards in ((Side.BANCO, layout.banco), (Side.PUNTO, layout.punto)):
        yield Hand(side, SIDES[side], cards, points(cards), str(layout.result) == str(side))


def _sentence(game: OnlineGame, hands: tuple[Hand, ...]) -> str:
    if not hands:
        return _("Void: the house broke down amid this game, and the stakes were given back.")
    counts = {str(hand.side): hand.points for hand in hands}
    return str(RESULTS[lay_out(parse_all(game.drawn)).result]) % counts


def _paid(game: OnlineGame, numbers: Numbers) -> Iterator[Paid]:
    for name, stake in game.stakes.items():
        paid, box = game.paid.get(name, 0), Box(name)
        how = "void" if game.state == OnlineGame.State.VOID else _how(stake, paid)
        yield Paid(box, BOX_NAMES[box], stake, paid, how, _words(how, stake, paid, numbers))


def _how(stake: int, paid: int) -> str:
    if not paid:
        return "lost"
    return "push" if paid == stake else "won"


def _words(how: str, stake: int, paid: int, numbers: Numbers) -> str:
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


def _money(cents: int, numbers: Numbers) -> str:
    return numbers.money(cents, ONLINE.currency)


# --- which games


def last(player: OnlinePlayer) -> OnlineGame | None:
    """The latest game that is over."""
    return _over(player).first()


def history(player: OnlinePlayer) -> list[OnlineGame]:
    """The latest games that are over, the last one first."""
    return list(_over(player).defer("shoe")[: dealing.SHOWN_GAMES])


def one(player: OnlinePlayer, number: int) -> OnlineGame | None:
    """A game of this player that is over; nobody sees another one's, nor a shoe that is still to be dealt."""
    return _over(player).filter(number=number).first()


def _over(player: OnlinePlayer) -> "QuerySet[OnlineGame]":
    return OnlineGame.objects.filter(player=player, state__in=OVER).order_by("-number")


def prepared(player: OnlinePlayer) -> OnlineGame | None:
    """The game that the next press begins; None while one is being dealt."""
    return OnlineGame.objects.filter(player=player, state=OnlineGame.State.PREPARED).defer("shoe").first()
