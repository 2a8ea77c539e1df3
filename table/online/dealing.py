"""Deals games: takes the stakes, deals and settles the hand, and seals the next shoe.

A press is two transactions: the first takes the stakes from the balance and begins the game, the second deals the cards
and pays. The second follows whatever becomes of the player's connection. If the process is killed between the two, the
game is voided when the house is open again, and the stakes are returned: Baccarat online, note on malfunctions.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock
from typing import NamedTuple

import structlog
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from table.models import OnlineGame, OnlinePlayer
from table.models.register import CLOCKS_DIFFER
from table.online import sittings
from table.online.levels import level_of
from table.record.press import check_name
from table.rules.cards import Card, parse_all, show
from table.rules.houses import ONLINE
from table.rules.payout import StakeMovement, refund, returned, settle
from table.rules.profile import Box
from table.rules.refusal import Cents, Code, Refused, require
from table.rules.regola import MOST_HAND_CARDS, Layout, lay_out
from table.rules.stakes import InAction, LaidStake, check_stake, close
from table.shoes import virtual

SHOWN_GAMES = 50
"""Number of finished games stored of each player."""
LONGEST_HAND = timedelta(seconds=10)
"""Time after which a game begun by another process counts as left over; dealing takes some milliseconds."""
TURN = Lock()
"""Lock of this process for dealing: whoever holds it knows that no other thread here is dealing."""
log = structlog.stdlib.get_logger("sabot.online")


class DealPress(NamedTuple):
    """Press of *Distribuire*: its nonce, the number of its game, and the stakes by box (cents, 0 for none).

    ``promised`` is the commitment that the page showed: only that shoe is dealt; if empty, any is.
    """

    nonce: str
    number: int
    stakes: Mapping[Box, int]
    promised: str = ""


def press(player: OnlinePlayer, pressed: DealPress) -> OnlineGame:
    """Take the stakes, deal and settle the game, and return it; the same press again gets that game, settled or void.

    Before that, games of the player that nobody will complete are voided, even if the press is refused afterwards. The
    stakes are taken in one transaction, the game is dealt and paid in a second. Refuses (E_ARGUMENTS) a nonce that is
    none, (E_NONCE) one that was used for something else, (E_STALE) a game or shoe that is no longer prepared, (E_PHASE)
    a hand while the hourly check is due, stakes as :func:`in_action` does, and (E_MONEY) those above the balance.
    """
    check_name(pressed.nonce)
    with TURN:
        _void(left_over().filter(player=player))
        with transaction.atomic():
            game = _begun(_locked(player.pk), pressed)
        return complete(game) if game.state == OnlineGame.State.BEGUN else game


def became(player: OnlinePlayer, number: int) -> None:
    """Seal another shoe for this game if it is still prepared, so that a press that promises the old one is refused.

    Nothing changes if the game was begun or does not exist. In one transaction, with the player's row locked; blocks
    while this process deals. Raises OnlinePlayer.DoesNotExist for a guest who is deleted.
    """
    with TURN, transaction.atomic():
        prepared = OnlineGame.objects.filter(player=_locked(player.pk), number=number, state=OnlineGame.State.PREPARED)
        if game := prepared.first():
            _seal(game)
            game.save(update_fields=["shoe", "commitment"])


def first_game(player: OnlinePlayer) -> None:
    """Create the first game of a new player, prepared with a sealed shoe, and save the player."""
    _prepare(player)
    player.save()


@contextmanager
def between_hands(player: OnlinePlayer) -> Iterator[None]:
    """Run the block in one transaction, with the player's row locked and no hand of theirs being dealt.

    Games that nobody will complete are voided first. Refuses (E_STALE) while another process deals the player a hand.
    """
    with TURN:
        _void(left_over().filter(player=player))
        with transaction.atomic():
            dealt = OnlineGame.objects.filter(player=_locked(player.pk), state=OnlineGame.State.BEGUN).exists()
            require(not dealt, Code.STALE, "A hand is being dealt at this moment. Press again.")
            yield


# --- first transaction: taking the stakes


def _locked(player: int) -> OnlinePlayer:
    """Return the player with this primary key as stored, with the row locked.

    Raises OnlinePlayer.DoesNotExist for a guest who is deleted.
    """
    return OnlinePlayer.objects.select_for_update().get(pk=player)


def _begun(player: OnlinePlayer, pressed: DealPress) -> OnlineGame:
    """Set the prepared game to begun and take its stakes from the balance, saving both; the caller locks the player.

    Or return the game that the same press has begun before, whatever its state is now. Refuses (E_NONCE) a nonce used
    for another game or other stakes, (E_STALE) a game that was dealt or is unknown, or whose shoe is another, (E_PHASE)
    while the hourly check is due, stakes as `in_action`, and (E_MONEY) beyond the balance.
    """
    laid = {str(box): cents for box, cents in pressed.stakes.items() if cents}
    of_his = OnlineGame.objects.filter(player=player)
    if first := of_his.filter(nonce=pressed.nonce).first():
        same = (first.number, first.stakes) == (pressed.number, laid)
        require(same, Code.NONCE, "This press was used for something else already; press again.")
        return first
    game = _ready(of_his, pressed)
    due = sittings.due(player)
    require(not due, Code.PHASE, "You have been playing for an hour or more. Say first whether you go on.")
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


def _ready(of_his: "QuerySet[OnlineGame]", pressed: DealPress) -> OnlineGame:
    """Return the prepared game with the number of this press; of the player's own games `of_his`.

    Refuses (E_STALE) if it was dealt already or is unknown, or if the press promises another commitment; ""
    promises none.
    """
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
    """Return those stakes (cents by box) that are not 0, in their order, with the part of each that is in action.

    Refuses as :func:`check_stake` does with the limits of the player's level, and (E_NO_STAKE) if all are 0. The
    balance is not looked at.
    """
    limits = level_of(player.staked).limits
    felt: list[LaidStake] = []
    for box, cents in stakes.items():
        if cents:
            stake = LaidStake(ONLINE.positions[0], player.key, box, cents)
            check_stake(ONLINE, limits, felt, stake)
            felt.append(stake)
    require(felt, Code.NO_STAKE, "Nothing is staked: lay a chip on a box first.")
    return close(ONLINE, limits, felt)


# --- second transaction: dealing and paying


def complete(game: OnlineGame) -> OnlineGame:
    """Deal and settle a begun game, pay the balance and seal the next shoe, in one transaction; return it.

    Adds its stakes to what the player has staked so far and its gain or loss to the sitting, and deletes their finished
    games but for the latest SHOWN_GAMES. One that is not begun, or no more, is returned as it is stored.
    """
    with transaction.atomic():
        player = _locked(game.player_id)
        game.refresh_from_db()
        if game.state != OnlineGame.State.BEGUN:
            return game  # another process has declared it void
        layout = _fallen(game)
        game.drawn = show(_in_order(layout))
        paid = _paid(settle(ONLINE, layout, list(_stakes(game, player))))
        player.staked += sum(game.stakes.values())
        _end(game, player, OnlineGame.State.SETTLED, paid)
    return game


def _fallen(game: OnlineGame) -> Layout:
    """Return the layout of the hand that the first cards of the game's shoe make, dealt yet or not; no excess."""
    cards = parse_all(" ".join(it.face for it in opened(game)[:MOST_HAND_CARDS]))
    return lay_out(cards)._replace(excess=())


def _in_order(layout: Layout) -> list[Card]:
    """Cards in the order in which they left the shoe: Punto, Banco, Punto, Banco, then the thirds, Punto's first.

    Without the excess. Raises IndexError for a layout in which a hand has fewer than two cards.
    """
    punto, banco = layout.punto, layout.banco
    return [punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]]


def _stakes(game: OnlineGame, player: OnlinePlayer) -> Iterable[InAction]:
    """Yield each stake of a game, laid by the player on its box: all of its cents in action, and no excess."""
    for box, cents in game.stakes.items():
        yield InAction(LaidStake(ONLINE.positions[0], player.key, Box(box), cents), cents, 0)


def _paid(lines: list[StakeMovement]) -> dict[str, int]:
    """Map each box that has a line, by name, to the amount that comes back on it, stake included (cents); 0 if lost."""
    boxes = dict.fromkeys(str(line.stake.stake.box) for line in lines)
    return {box: returned(line for line in lines if line.stake.stake.box == box) for box in boxes}


def _end(game: OnlineGame, player: OnlinePlayer, state: OnlineGame.State, paid: dict[str, int]) -> None:
    """Set state and payment (cents by box) of a game, pay the balance, and add gain or loss to the sitting.

    Prepares the next game, and deletes the finished games but for the latest SHOWN_GAMES. Saves game and player.
    """
    game.state, game.paid = state, paid
    game.save(update_fields=["state", "paid", "drawn"])
    player.balance += sum(paid.values())
    player.sitting_net += sum(paid.values()) - sum(game.stakes.values())
    _prepare(player)
    player.save(update_fields=["balance", "staked", "games", "sitting_net"])
    OnlineGame.objects.filter(player=player, number__lt=player.games - SHOWN_GAMES).delete()


# --- shoes


def _prepare(player: OnlinePlayer) -> None:
    """Create the player's next game with a newly sealed shoe.

    Raises the player's `games` by one without saving the player.
    """
    player.games += 1
    game = OnlineGame(player=player, number=player.games)
    _seal(game)
    game.save()


def _seal(game: OnlineGame) -> None:
    """Give the game a newly shuffled shoe and its commitment, without saving."""
    sealed = virtual.seal(virtual.shuffled(ONLINE.decks))
    game.shoe, game.commitment = " ".join(it.face + it.salt for it in sealed), virtual.commitment(sealed)


def opened(game: OnlineGame) -> list[virtual.UnturnedCard]:
    """Parse the game's shoe: sealed cards in order, with faces and salts. Not for display before the game is over."""
    return [virtual.UnturnedCard(order, it[:2], it[2:]) for order, it in enumerate(game.shoe.split(), start=1)]


# --- malfunctions


def look_after(player: OnlinePlayer) -> None:
    """Void the games of this player that :func:`left_over` finds, and return their stakes."""
    if OnlineGame.objects.filter(player=player, state=OnlineGame.State.BEGUN).exists():
        with TURN:
            _void(left_over().filter(player=player))


def left_over() -> "QuerySet[OnlineGame]":
    """Games that were begun and that nobody will complete; call it while holding `TURN`.

    On PostgreSQL other processes may be dealing, so a game counts only LONGEST_HAND after it was begun, or where that
    is more than CLOCKS_DIFFER in the future.
    """
    begun, now = OnlineGame.objects.filter(state=OnlineGame.State.BEGUN), timezone.now()
    if connection.vendor == "sqlite":
        return begun
    return begun.exclude(at__range=(now - LONGEST_HAND, now + CLOCKS_DIFFER))


def void_left_over() -> int:
    """Void all games that killed processes have left, returning their stakes; return how many."""
    with TURN:
        return _void(left_over())


def _void(games: "QuerySet[OnlineGame]") -> int:
    """Void those of these games that are begun, return their stakes, and return how many there were.

    Commits each by itself.
    """
    count = 0
    for found in games:
        with transaction.atomic():
            player, game = _locked(found.player_id), OnlineGame.objects.get(pk=found.pk)
            if game.state == OnlineGame.State.BEGUN:
                count += 1
                _end(game, player, OnlineGame.State.VOID, _paid(refund(_stakes(game, player))))
                log.warning("a game was void", player=player.pk, game=game.number)
    return count
