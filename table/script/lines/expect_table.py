"""Expectations about the table: Button, shoe, seats, limits, held cards, money, alerts, effects of the last act.

Each function returns the expected value and the actual one.
"""

from table.models import LimitRange
from table.play.next_act import next_act
from table.rules.cards import show
from table.rules.refusal import Cents
from table.script.lines.expect import expects
from table.script.player import Player

expects("button POSITION", "button 2")(lambda player, position: (position, player.table.button or "nowhere"))


expects("table WORD", "table suspended")(lambda player, word: (word, player.table.status))


expects("blank due", "blank due")(lambda player: ("due", "due" if player.state.blank_due else "not due"))


expects("no blank due", "no blank due")(lambda player: ("not due", "due" if player.state.blank_due else "not due"))


expects("waiting CARDS", "waiting ?? 8D")(
    lambda player, cards: (show(cards), show(card.card for card in player.state.held) or "none")
)


expects("nothing waiting", "nothing waiting")(
    lambda player: ("none", show(card.card for card in player.state.held) or "none")
)


@expects("COUNT cards out", "7 cards out")
def out(player: Player, *, count: int) -> tuple[object, object]:
    """Return the expected number, and how many cards of the latest taglia have left the shoe: “no shoe” without one."""
    shoe = player.table.shoes.last()
    return count, shoe.out if shoe else "no shoe"


@expects("taglia ended", "taglia ended")
def taglia_ended(player: Player) -> tuple[object, object]:
    """Return “ended”, and the status of the latest shoe: “ended” once its last coup is over, “no shoe” without one."""
    shoe = player.table.shoes.last()
    return "ended", shoe.status if shoe else "no shoe"


@expects("seat POSITION STANDING", "seat 5 marked")
def seat(player: Player, *, position: str, standing: str) -> tuple[object, object]:
    """Return the expected state of a position (free, assigned, occupied or marked), and the actual one.

    “no such position” where the table has none with this label.
    """
    place = player.state.positions.get(position)
    return standing, place.state if place else "no such position"


@expects("limits LIMITS", "limits main 20-500 egalite 5-200")
def limits(player: Player, *, limits: dict[str, list[int]]) -> tuple[object, object]:
    """Return the expected limits (cents by kind of stake), and those of the current coup, between coups those in force.

    Both as texts in units, see :func:`_shown`, sorted by kind of stake; all kinds have to be named.
    """
    state = player.state
    return _shown(limits), _shown(state.coup.limits if state.coup else state.limits_of(LimitRange.Standing.NOW))


@expects("coming limits LIMITS", "coming limits main 20-500 egalite 5-200")
def coming_limits(player: Player, *, limits: dict[str, list[int]]) -> tuple[object, object]:
    """Return as texts in units the ``limits`` that the script expects, and those decided for the next coup, or “none”.

    ``limits`` are given in cents by kind of stake. Those decided may be announced or not; of a kind that has both,
    those not announced count. See :func:`_shown`; all kinds that change have to be named.
    """
    state = player.state
    coming = state.limits_of(LimitRange.Standing.NEXT) | state.limits_of(LimitRange.Standing.UNANNOUNCED)
    return _shown(limits), _shown(coming) or "none"


def _shown(limits: dict[str, list[int]]) -> str:
    """Return limits in cents as one text in units, sorted by kind: ``egalite 5.00-200.00 main 20.00-500.00``.

    "" for none.
    """
    return " ".join(f"{kind} {Cents(low)}-{Cents(high)}" for kind, (low, high) in sorted(limits.items()))


expects("tips MONEY", "tips 5")(
    lambda player, money: (Cents(money), Cents(sum(tip.amount for tip in player.table.tips.all())))
)


@expects("custody POSITION MONEY", "custody 4 200")
def custody(player: Player, *, position: str, money: int) -> tuple[object, object]:
    """Return the expected cents, and the sum of uncollected amounts in custody for this position.

    What was collected, or the Direzione has disposed of, is not in it.
    """
    slips = [it for it in player.state.custody if it.position == position]
    return Cents(money), Cents(sum(it.amount for it in slips))


expects("nothing in custody", "nothing in custody")(
    lambda player: (
        "nothing",
        ", ".join(f"{it.position} {Cents(it.amount)}" for it in player.state.custody) or "nothing",
    )
)


@expects("next WORD", "next turn_banco")
def next_(player: Player, *, word: str) -> tuple[object, object]:
    """Return the expected verb, and that of the act that the table expects of the dealer: “nothing” without one."""
    act = next_act(player.state)
    return word, act.verb if act else "nothing"


@expects("effect WORDS", "effect wrong_announcement banco=5 punto=6")
def effect(player: Player, *, words: str) -> tuple[object, object]:
    """Return ``words``, and the same if the last entry has such an effect; else all its effects, “nothing” without any.

    ``words`` are the name and any of its facts, written ``name=value``, compared as texts; of a fact with spaces in it
    that is never equal.
    """
    name, *facts = words.split()
    shown = [[it, *(f"{key}={value}" for key, value in given.items())] for it, given in player.effects]
    found = any(it[0] == name and set(facts) <= set(it[1:]) for it in shown)
    return words, words if found else "; ".join(" ".join(it) for it in shown) or "nothing"


expects("alerts WORDS", "alerts card_held left_without_owner")(
    lambda player, words: (words, " ".join(_open_alerts(player)) or "no alert")
)


expects("no alert", "no alert")(lambda player: ("no alert", " ".join(_open_alerts(player)) or "no alert"))


def _open_alerts(player: Player) -> list[str]:
    """List the codes of the open alerts of the table, one for each alert, by their numbers (of entries)."""
    return list(player.table.alerts.filter(closed=None).values_list("code", flat=True))


@expects("phrase WORDS", "phrase Ultimo colpo della taglia")
def phrase(player: Player, *, words: str) -> tuple[object, object]:
    """Return the expected phrase, and the last one that the last entry says: “nothing said” without one."""
    said = [facts["words"] for name, facts in player.effects if name == "phrase"]
    return words, said[-1] if said else "nothing said"
