"""The rules once more, written from the printed regulations and not from the house's own code, so that two agree.

Cards are their names here (``7S``), amounts cents, policies the plain values of a table's rules.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

# Banco's points, and the third cards of Punto upon which Banco draws; "-" is a Punto who stood.
BANCO_DRAWS_ON = {
    0: "-0123456789",
    1: "-0123456789",
    2: "-0123456789",
    3: "-012345679",
    4: "-234567",
    5: "-4567",
    6: "67",
    7: "",
}
SIDE_BETS = {
    "player_pair": Fraction(11),
    "banker_pair": Fraction(11),
    "either_pair": Fraction(5),
    "perfect_pair": Fraction(25),
    "grande": Fraction(54, 100),
    "piccolo": Fraction(3, 2),
}


def count(hand: Sequence[str]) -> int:
    """The points of a hand: aces one, tens and figures nothing, decades dropped."""
    return sum(1 if face[0] == "A" else int(face[0]) if face[0].isdigit() else 0 for face in hand) % 10


def dealt(drawn: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Punto's hand, Banco's hand and what is left over, when these cards came out in this order."""
    punto, banco, rest = [drawn[0], drawn[2]], [drawn[1], drawn[3]], list(drawn[4:])
    if count(punto) >= 8 or count(banco) >= 8:
        return punto, banco, rest
    banco_points, third = count(banco), "-"
    if count(punto) <= 5 and rest:
        punto.append(rest.pop(0))
        third = str(count(punto[2:]))
    if rest and third in BANCO_DRAWS_ON[banco_points]:
        banco.append(rest.pop(0))
    return punto, banco, rest


def winner(punto: Sequence[str], banco: Sequence[str]) -> str:
    """Who wins on the cards."""
    if count(punto) == count(banco):
        return "tie"
    return "punto" if count(punto) > count(banco) else "banco"


def result_of(rules: Mapping[str, Any], box: str, cents: int, punto: Sequence[str], banco: Sequence[str]) -> int:
    """The bettor's result, in cents, of a stake in action on a box when these hands lie there."""
    won = winner(punto, banco)
    if box == "egalite":
        return _paid(rules, Fraction(cents * rules["tie_to_one"])) if won == "tie" else -cents
    if box in SIDE_BETS:
        return _paid(rules, cents * SIDE_BETS[box]) if _side_bet(box, punto, banco) else -cents
    if won == "tie":
        return 0
    if won != box:
        return -cents
    return _paid(rules, cents * _odds(rules, box, banco))


def _odds(rules: Mapping[str, Any], box: str, banco: Sequence[str]) -> Fraction:
    if box == "punto":
        return Fraction(1)
    if rules["banco_payout"] == "commission_5":
        return Fraction(19, 20)
    return Fraction(1, 2) if count(banco) == 6 else Fraction(1)


def _side_bet(box: str, punto: Sequence[str], banco: Sequence[str]) -> bool:
    pairs = [hand[:2] for hand in (punto, banco) if hand[0][0] == hand[1][0]]
    return {
        "player_pair": punto[0][0] == punto[1][0],
        "banker_pair": banco[0][0] == banco[1][0],
        "either_pair": bool(pairs),
        "perfect_pair": any(pair[0] == pair[1] for pair in pairs),
        "grande": len(punto) + len(banco) > 4,
        "piccolo": len(punto) + len(banco) == 4,
    }[box]


def _paid(rules: Mapping[str, Any], win: Fraction) -> int:
    """A win as the house's chips can show it; the stake itself is never rounded."""
    if rules["rounding"] is None:
        assert win.denominator == 1, f"{win} cannot be paid"
        return int(win)
    unit, mode = int(rules["rounding"]["unit"]), str(rules["rounding"]["mode"])
    units = win / unit
    return unit * {"down": floor(units), "half_up": floor(units + Fraction(1, 2)), "up": ceil(units)}[mode]


def next_button(rules: Mapping[str, Any], button: str, *, present: Sequence[str]) -> str:
    """Where the Button lies after one step upwards."""
    labels = [*rules["positions"], *rules["positions"]]
    following = labels[labels.index(button) + 1 :][: len(rules["positions"])]
    if rules["button_rotation"] == "next_occupied":
        return next((label for label in following if label in present), button)
    return str(following[0])
