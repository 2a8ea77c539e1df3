"""Expectations of a script: every line compares a fact of the table with what is written.

Those about a coup, its cards, its reader, its end, its money, stand here, too: all but those about cards and phase look
at the latest coup, also after its end.
"""

import functools
from collections.abc import Callable
from typing import Any

from table.models import Coup, Money
from table.rules.cards import Card, points, show
from table.rules.payout import MoneyKind
from table.rules.refusal import Cents, Refused
from table.rules.regola import Side
from table.script.coups import net
from table.script.form import ScriptLine, Unmet, sentence, written
from table.script.player import Player
from table.script.values import StakePlace

Compares = Callable[..., tuple[object, object]]


def expects(text: str, example: str) -> Callable[[Compares], Compares]:
    """Return a decorator that registers a comparison as the script line written ``expect`` and ``text``.

    ``example`` is such a line without ``expect``. The function returns the expected value and the actual one; the line
    raises Unmet with the actual one where their texts differ. The function itself is returned unchanged.
    """

    def declare(compares: Compares) -> Compares:
        """Register a comparison as a script line, and return it unchanged."""

        @functools.wraps(compares)
        def compare(player: Player, **given: Any) -> None:
            """Call the comparison, and raise Unmet with the actual value if it is not the expected one.

            Their texts are compared.
            """
            wanted, found = compares(player, **given)
            if str(wanted) != str(found):
                raise Unmet(str(found))

        written(f"expect {text}", f"expect {example}")(compare)
        return compares

    return declare


@written("expect refused CODE: LINE", "expect refused E_ONE_STAKE: stakes B50@4")
def refused(player: Player, *, code: str, line: ScriptLine) -> None:
    """Execute ``line``, and raise Unmet unless it is refused with this code: “no refusal”, or the other refusal.

    Any refusal is added to ``player.refusals``, with the text of the line. What the line did before it stays.
    """
    try:
        line.does(player, **line.given)
    except Refused as no:
        player.refusals.append((line.text, no))
        if no.code != code:
            raise Unmet(f"{no.code}: {sentence(no)}") from no
        return
    raise Unmet("no refusal")


# --- about a coup; each function returns the expected value and the actual one


def _coup(player: Player) -> Coup:
    """Return the current coup, else the table's latest one. Raises Unmet where there is none."""
    coup = player.state.coup or player.table.coups.order_by("shoe__taglia", "number").last()
    if coup is None:
        raise Unmet("no coup")
    return coup


expects("reader POSITION", "reader 2")(lambda player, position: (position, _coup(player).reader or "nobody"))


expects("dealer completes", "dealer completes")(lambda player: ("nobody", _coup(player).reader or "nobody"))


@expects("points banco BANCO punto PUNTO", "points banco 7 punto 6")
def points_of(player: Player, *, banco: int, punto: int) -> tuple[object, object]:
    """Return as texts, ``banco 7 punto 6``, the expected points of the hands of the current coup, and the actual ones.

    A hand without cards has 0, as both have between coups. Raises Unmet, naming the cards, while one is covered.
    """
    hands = {side: player.state.hand(side) for side in Side}
    if any(card.rank == "?" for hand in hands.values() for card in hand):
        raise Unmet(", ".join(f"{side} {show(hand)}" for side, hand in hands.items()))
    return (
        f"banco {banco} punto {punto}",
        f"banco {points(hands[Side.BANCO])} punto {points(hands[Side.PUNTO])}",
    )


@expects("hand SIDE CARDS", "hand punto 2H KS 4D")
def hand(player: Player, *, side: str, cards: list[Card]) -> tuple[object, object]:
    """Return as texts the expected ``cards`` of a side's hand, and those that it has on the table.

    In the latter “??” stands for a covered card, and “nothing” for a hand without cards, as between coups.
    """
    return show(cards), show(player.state.hand(Side(side))) or "nothing"


expects("phase WORD", "phase reading")(lambda player, word: (word, player.state.phase or "idle"))


expects("result WORD", "result tie")(lambda player, word: (word, _coup(player).result or "none"))


expects("outcome WORD", "outcome null_seven")(lambda player, word: (word, _coup(player).outcome or "none"))


# --- money


def _rows(coup: Coup, place: StakePlace) -> list[Any]:
    """List the stakes of a coup at the position of a place, and in its box and of its guest if it names them.

    A guest counts as bettor or as who laid the stake.
    """
    return [
        stake
        for stake in coup.stakes.all()
        if stake.position == place.position
        and place.box in (None, stake.box)
        and place.guest in (None, stake.bettor, stake.laid_by)
    ]


@expects("net PLACE SIGNED", "net P@2 -100.00")
def net_of(player: Player, *, place: StakePlace, signed: int) -> tuple[object, object]:
    """Return ``signed``, the expected result in cents, and what the stakes at this place have won or lost so far.

    That is in the latest coup, 0 before it is paid, without what disputes have moved; “no stake” where none lies there.
    Without a box or guest all stakes at the position count. Raises Unmet where there is no coup.
    """
    coup = _coup(player)
    rows = _rows(coup, place)
    return Cents(signed), Cents(sum(net(coup, stake) for stake in rows)) if rows else "no stake"


@expects("money PAID PLACE SIGNED", "money excess_returned P@2 200.00")
def money(player: Player, *, paid: MoneyKind, place: StakePlace, signed: int) -> tuple[object, object]:
    """Return ``signed``, the expected sum in cents, and that of the money lines of the kind ``paid`` at this place.

    They are those of the latest coup, losses negative; 0 without such a line. Without a box or guest all stakes at the
    position count. Raises Unmet where there is no coup.
    """
    coup = _coup(player)
    lines = Money.objects.filter(coup=coup, stake__in=_rows(coup, place), kind=paid)
    return Cents(signed), Cents(sum(line.amount for line in lines))


@expects("stake PLACE MONEY", "stake P@4 150")
def stake(player: Player, *, place: StakePlace, money: int) -> tuple[object, object]:
    """Return ``money``, the expected cents, and those laid at this place in the latest coup: 0 for nothing.

    Without a box or guest all stakes at the position count. Raises Unmet where there is no coup.
    """
    return Cents(money), Cents(sum(row.laid for row in _rows(_coup(player), place)))


expects("in action PLACE MONEY", "in action P@2 500")(
    lambda player, place, money: (Cents(money), Cents(sum(row.in_action or 0 for row in _rows(_coup(player), place))))
)
