"""Lines about stakes, from the opening of the betting to «Rien ne va plus»."""

from operator import attrgetter
from typing import Any

from table.rules.refusal import Code, Refused
from table.script.form import presses, written
from table.script.player import Player
from table.script.values import StakePlace, WrittenStake

_coup = attrgetter("coup")

presses("opens the betting", "opens the betting", "open_bets")


@written("stakes STAKES", "stakes P100@2 B40@5 T10@1/rossi")
def stakes(player: Player, *, stakes: list[WrittenStake]) -> None:
    """Lay these stakes in chips, one after the other.

    Where there is no coup, it first opens the betting and clears the stakes left by a tie; else it does neither.
    """
    player.open_betting()
    player.stake(stakes)


@written("cash STAKE", "cash P100@6")
def cash(player: Player, *, stake: WrittenStake) -> None:
    """Lay one stake in banknotes.

    Where there is no coup, it first opens the betting and clears the stakes left by a tie; else it does neither.
    """
    player.open_betting()
    player.stake([stake], cash=True)


@written("changes the cash PLACE", "changes the cash P@6")
def change_cash(player: Player, *, place: StakePlace) -> None:
    """Change all banknotes of the stake at ``place`` into chips; refuses (E_ARGUMENTS) a place without a box."""
    player.press("change_cash", **_at(player, place))


@written("raises STAKE", "raises P50@4")
def raise_(player: Player, *, stake: WrittenStake) -> None:
    """Add the amount of ``stake``, in chips, to the stake that lies at its position and box, of its guest if any."""
    player.press("raise", by=stake.amount, **_at(player, StakePlace(stake.position, stake.box, stake.guest)))


@written("lowers STAKE", "lowers P50@4")
def lower(player: Player, *, stake: WrittenStake) -> None:
    """Press `lower` by the amount of ``stake``, for the stake at its position and box, of its guest if it has one.

    Refused as that act is, such as (E_NO_STAKE) where none lies there, and (E_MONEY) where nothing would be left.
    """
    player.press("lower", by=stake.amount, **_at(player, StakePlace(stake.position, stake.box, stake.guest)))


@written("withdraws PLACE", "withdraws P@4")
def withdraw(player: Player, *, place: StakePlace) -> None:
    """Press `withdraw`: take the whole stake at ``place``, of its guest if it has one, off the felt.

    Refuses (E_ARGUMENTS) a place without a box.
    """
    player.press("withdraw", **_at(player, place))


@written("tax PLACE", "tax B@4")
def lay_tax(player: Player, *, place: StakePlace) -> None:
    """Lay ready the tax of the stake on Banco at this position and of this guest; the box of ``place`` is ignored."""
    player.press("lay_tax", coup=player.coup, position=place.position, guest=place.guest)


@written("takes the tax back PLACE", "takes the tax back B@4")
def withdraw_tax(player: Player, *, place: StakePlace) -> None:
    """Take back the tax laid ready for the stake on Banco at this position and of this guest; the box is ignored."""
    player.press("withdraw_tax", coup=player.coup, position=place.position, guest=place.guest)


presses("keeps [POSITION]", "keeps 4", "keep", coup=_coup, position=None)
presses("repeats [POSITION]", "repeats 4", "repeat", coup=_coup, position=None)
presses("clears [POSITION]", "clears 4", "clear", coup=_coup, position=None)
presses("rien ne va plus", "rien ne va plus", "close_bets", said=True)


def _at(player: Player, place: StakePlace) -> dict[str, Any]:
    """Return the arguments that name a stake of the current coup: coup, position, box, guest.

    Refuses (E_ARGUMENTS) a place without a box.
    """
    if place.box is None:
        raise Refused(Code.ARGUMENTS, "Say which stake at position %(position)s: P@4, B@4 or T@4.", position=place[0])
    return {"coup": player.coup, "position": place.position, "box": place.box.value, "guest": place.guest}
