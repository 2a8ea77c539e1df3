"""Measure of the money that a dispute moves: the most that the coup could have brought. Super Punto Banco, Art. 10.

Nothing is refused for its size: a sum beyond the measure takes a second person.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from table.rules.payout import SHOWN, rate
from table.rules.profile import Box, Profile
from table.rules.stakes import LaidStake, Limits, kind

Moved = tuple[str, int]
"""Position, and cents that its bettors get; negative if they give."""


def is_beyond(profile: Profile, limits: Limits, stakes: Sequence[LaidStake], moved: Sequence[Moved]) -> bool:
    """Whether more is moved than a coup can pay at the maximum, or to one position than its stakes could have got.

    The first is the sum in both directions, whatever was staked, at all positions of the table. The second is the sum
    of what a position gets (amounts taken from it are not deducted), against :func:`most_at`.
    """
    got = Counter[str]()
    for position, amount in moved:
        got[position] += max(amount, 0)
    if sum(abs(amount) for _position, amount in moved) > most_in_all(profile, limits):
        return True
    return any(amount > most_at(profile, stakes, position) for position, amount in got.items())


def most_in_all(profile: Profile, limits: Limits) -> int:
    """Return the most that a coup could win for players, in cents; stakes that go back with it do not count.

    That is, at every position of the table, the maximum on all boxes that win together, at the outcome of SHOWN that
    brings most; a box without limits counts 0.
    """
    wins = (sum(_win(rate(profile, box, shown).net, _maximum(limits, box)) for box in profile.boxes) for shown in SHOWN)
    return len(profile.positions) * max(wins)


def most_at(profile: Profile, stakes: Iterable[LaidStake], position: str) -> int:
    """Return the most that a position could have got, in cents: each stake, and what it wins at its best price.

    That is less the commission, and rounded down for each stake. Stakes on boxes that cannot win together all count.
    0 without stakes there.
    """
    there = [it for it in stakes if it.position == position]
    return sum(it.laid + max(_win(rate(profile, it.box, shown).net, it.laid) for shown in SHOWN) for it in there)


def _maximum(limits: Limits, box: Box) -> int:
    """Return the maximum of a box in cents; 0 for a box of a kind without limits."""
    return limits[kind(box)].maximum if kind(box) in limits else 0


def _win(net: int, stake: int) -> int:
    """Return what a stake wins at this rate for 100 cents, in cents, rounded down; 0 where it loses."""
    return max(net, 0) * stake // 100
