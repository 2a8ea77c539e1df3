"""How a game is dealt: stakes are taken, the hand is dealt and settled, and the next shoe is sealed.

A press is two transactions: in the first the stakes leave the balance and the game is begun, in the second its cards
fall and what they pay comes back. Whatever happens to the player's link meanwhile, the second follows the first. Where
the process is killed between the two, the game is void when the house is open again, and the stakes are given back:
Baccarat online, note on malfunctions.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from threading import Lock
from typing import NamedTuple

import structlog
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from table.models import OnlineGame, OnlinePlayer
from table.online.levels import level_of
from table.record.press import check_name
from table.rules.cards import Card, parse_all, show
from table.rules.houses import ONLINE
from table.rules.payout import MoneyLine, refund, returned, settle
from table.rules.profile import Box
from table.rules.refusal import Cents, Code, Refused, require
from table.rules.regola import MOST_HAND_CARDS, Layout, lay_out
from table.rules.stakes import InAction, LaidStake, check_stake, close
from table.shoes import virtual

SHOWN_GAMES = 50
"""So many games that are over are kept of each player."""
LONGEST_HAND = timedelta(seconds=10)
"""So long another process may need between the two halves of a hand; it takes some milliseconds."""
TURN = Lock()
"""In a process hands are dealt one after the other: whatever is found begun in a turn, nobody here is dealing."""
log = structlog.stdlib.get_logger("sabot.online")


class Press(NamedTuple):
    """A press of *Distribuire*: its name, which game it is for, and what is laid on which box (cents).

    ``promised`` is the commitment that its page showed: it is dealt from that shoe or not at all; empty from any.
    """

    nonce: str
    number: int
    stakes: Mapping[Box, int]
    promised: str = ""


def press(player: OnlinePlayer, pressed: Press) -> OnlineGame:
    """The game that this press has dealt: now, or when it came for the first time. Refused with a sentence."""
    check_name(pressed.nonce)
    with TURN:
        _void(left_over().filter(player=player))
        with transaction.atomic():
            game = _begun(_locked(player), pressed)
        return complete(game) if game.state == OnlineGame.State.BEGUN else game


def became(player: OnlinePlayer, number: int) -> None:
    """A press for this game whose answer was lost has dealt it by now, or never will, however late it comes.

    What was not dealt gets another shoe, and no page that has shown the one before deals from it any more.
    """
    with TURN, transaction.atomic():
        lying = OnlineGame.objects.filter(player=_locked(player), number=number, state=OnlineGame.State.PREPARED)
        if game := lying.first():
            _seal(game)
            game.save(update_fields=["shoe", "commitment"])


def first_game(player: OnlinePlayer) -> None:
    """A shoe is sealed for somebody who has just come."""
    _prepare(player)
    player.save()


def set_back(player: OnlinePlayer, balance: int) -> None:
    """The balance is this from now on, whatever it was (cents); refused while another process deals him a hand."""
    with TURN:
        _void(left_over().filter(player=player))
        with transaction.atomic():
            dealt = OnlineGame.objects.filter(player=_locked(player), state=OnlineGame.State.BEGUN).exists()
            require(not dealt, Code.STALE, "A hand is being dealt at this moment. Press again.")
            OnlinePlayer.objects.filter(pk=player.pk).update(balance=balance)


# --- the first half: the stakes are taken


def _locked(player: OnlinePlayer) -> OnlinePlayer:
    """The account as it stands; whoever wants it at the same moment waits."""
    return OnlinePlayer.objects.select_for_update().get(pk=player.pk)


def _begun(player: OnlinePlayer, pressed: Press) -> OnlineGame:
    """The game of this press: one that it has begun before, or the one that it begins now."""
    laid = {str(box): cents for box, cents in pressed.stakes.items() if cents}
    of_his = OnlineGame.objects.filter(player=player)
    if first := of_his.filter(nonce=pressed.nonce).first():
        same = (first.number, first.stakes) == (pressed.number, laid)
        require(same, Code.NONCE, "This press was used for something else already; press again.")
        return first
    game = _ready(of_his, pressed)
    total = sum(it.stake.laid for it in in_action(player, pressed.stakes))
    require(
        total <= player.balance,
        Code.MONEY,
        "The balance of %(balance)s does not cover stakes of %(total)s.",
        balance=Cents(player.balance),
        total=Cents(total),
    )
    player.balance -= total
    player.save(update_fields=["balance"])
    game.state, game.nonce, game.stakes, game.at = OnlineGame.State.BEGUN, pressed.nonce, laid, timezone.now()
    game.save(update_fields=["state", "nonce", "stakes", "at"])
    return game


def _ready(of_his: "QuerySet[OnlineGame]", pressed: Press) -> OnlineGame:
    """The game that this press would begin, with the shoe that its page has promised."""
    game = of_his.filter(number=pressed.number, state=OnlineGame.State.PREPARED).first()
    if game is None:
        raise Refused(Code.STALE, "This game was dealt already, perhaps from another window; here is how it stands.")
    require(
        pressed.promised in ("", game.commitment),
        Code.STALE,
        "The shoe of this game was sealed anew, as an answer of another window was lost. Nothing is staked; lay your "
        "stakes again.",
    )
    return game


def in_action(player: OnlinePlayer, stakes: Mapping[Box, int]) -> list[InAction]:
    """These stakes, each held to the limits of the player's level; refused where there is none."""
    limits = level_of(player.staked).limits
    felt: list[LaidStake] = []
    for box, cents in stakes.items():
        if cents:
            stake = LaidStake(ONLINE.positions[0], player.key, box, cents)
            check_stake(ONLINE, limits, felt, stake)
            felt.append(stake)
    require(felt, Code.NO_STAKE, "Nothing is staked: lay a chip on a box first.")
    return close(ONLINE, limits, felt)


# --- the second half: the cards fall


def complete(game: OnlineGame) -> OnlineGame:
    """Deal a game that was begun, settle it, and seal the next shoe; all of it or nothing."""
    with transaction.atomic():
        player = _locked_of(game)
        game.refresh_from_db()
        if game.state != OnlineGame.State.BEGUN:
            return game  # another process has declared it void
        layout = _fallen(game)
        game.drawn = show(_in_order(layout))
        paid = _paid(settle(ONLINE, layout, list(_stakes(game, player))))
        player.staked += sum(game.stakes.values())
        _end(game, player, OnlineGame.State.SETTLED, paid)
    return game


def _locked_of(game: OnlineGame) -> OnlinePlayer:
    return OnlinePlayer.objects.select_for_update().get(pk=game.player_id)


def _fallen(game: OnlineGame) -> Layout:
    """The hands that this shoe makes, and no card more."""
    cards = parse_all(" ".join(it.face for it in opened(game)[:MOST_HAND_CARDS]))
    return lay_out(cards)._replace(excess=())


def _in_order(layout: Layout) -> list[Card]:
    """The cards as they left the shoe: one to each side in turn, then the thirds."""
    punto, banco = layout.punto, layout.banco
    return [punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]]


def _stakes(game: OnlineGame, player: OnlinePlayer) -> Iterable[InAction]:
    for box, cents in game.stakes.items():
        yield InAction(LaidStake(ONLINE.positions[0], player.key, Box(box), cents), cents, 0)


def _paid(lines: list[MoneyLine]) -> dict[str, int]:
    """What comes back on each box, the stake included (cents)."""
    boxes = dict.fromkeys(str(line.stake.stake.box) for line in lines)
    return {box: returned(line for line in lines if line.stake.stake.box == box) for box in boxes}


def _end(game: OnlineGame, player: OnlinePlayer, state: OnlineGame.State, paid: dict[str, int]) -> None:
    """The game is over: the balance has what it paid, the next shoe is sealed, and the oldest game is forgotten."""
    game.state, game.paid = state, paid
    game.save(update_fields=["state", "paid", "drawn"])
    player.balance += sum(paid.values())
    _prepare(player)
    player.save(update_fields=["balance", "staked", "games"])
    OnlineGame.objects.filter(player=player, number__lt=player.games - SHOWN_GAMES).delete()


# --- shoes


def _prepare(player: OnlinePlayer) -> None:
    """Six decks are shuffled for the next game, and sealed."""
    player.games += 1
    game = OnlineGame(player=player, number=player.games)
    _seal(game)
    game.save()


def _seal(game: OnlineGame) -> None:
    """Its shoe, and what is promised of it. The row is not saved."""
    sealed = virtual.seal(virtual.shuffled(ONLINE.decks))
    game.shoe, game.commitment = " ".join(it.face + it.salt for it in sealed), virtual.commitment(sealed)


def opened(game: OnlineGame) -> list[virtual.Sealed]:
    """The cards of a game's shoe in their order, faces and salts; nobody is shown them before it is over."""
    return [virtual.Sealed(order, it[:2], it[2:]) for order, it in enumerate(game.shoe.split(), start=1)]


# --- a malfunction


def look_after(player: OnlinePlayer) -> None:
    """Where a game of this player was begun and nobody will complete it, it is void; else nothing is done."""
    if OnlineGame.objects.filter(player=player, state=OnlineGame.State.BEGUN).exists():
        with TURN:
            _void(left_over().filter(player=player))


def left_over() -> "QuerySet[OnlineGame]":
    """Games that were begun and that nobody will complete; to be asked for in a turn.

    Where other processes deal too, one of theirs may be between its two halves.
    """
    begun = OnlineGame.objects.filter(state=OnlineGame.State.BEGUN)
    return begun if connection.vendor == "sqlite" else begun.filter(at__lt=timezone.now() - LONGEST_HAND)


def void_left_over() -> int:
    """When the house opens: games that a killed process has left are void, and their stakes given back."""
    with TURN:
        return _void(left_over())


def _void(games: "QuerySet[OnlineGame]") -> int:
    count = 0
    for found in games:
        with transaction.atomic():
            player, game = _locked_of(found), OnlineGame.objects.get(pk=found.pk)
            if game.state == OnlineGame.State.BEGUN:
                count += 1
                _end(game, player, OnlineGame.State.VOID, _paid(refund(_stakes(game, player))))
                log.warning("a game was void", player=player.pk, game=game.number)
    return count
