"""Test whether stakes at the maximum that are laid at the last moment win more often than chance lets them.

A try is a position in a coup, on however many boxes the maximum was laid there so late. It is won if one of its boxes
wins, with the exact odds of a fresh shoe; a coup that gives the stake back is left out.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from table.reports.alarms import ALARM_AT
from table.reports.alarms.chance import won_at_least
from table.reports.alarms.results import odds
from table.rules.profile import Box
from table.rules.regola import Result

LATE_SECONDS = 5
"""Seconds before «Rien ne va plus» from which on a stake is late."""
WON_BY = {Result.PUNTO: Box.PUNTO, Result.BANCO: Box.BANCO, Result.TIE: Box.EGALITE}


class LateMaximum(NamedTuple):
    """A coup in which the maximum was laid late at a position: the chance that it wins, and whether it won."""

    position: str
    chance: float
    won: bool


class Winning(NamedTuple):
    """Wins and tries of late stakes at the maximum at a position, and the corrected chance of as many wins or more."""

    position: str
    won: int
    tries: int
    chance: float


def try_of(position: str, boxes: Collection[Box], result: Result, decks: int) -> LateMaximum | None:
    """Return the late try of a position with the maximum on `boxes` in a coup with this result: chance, and if won.

    The chance is that one of the boxes wins, by the odds of fresh decks; without Egalité among them, given that the
    coup is no tie. None for a tie without Egalité, which gave the stakes back, and where none of the boxes is
    Punto, Banco or Egalité.
    """
    exact = odds(decks)
    chances = {Box.PUNTO: exact.punto, Box.BANCO: exact.banco, Box.EGALITE: exact.tie}
    counts = sum(chances[box] for box in set(boxes) & set(chances))
    if Box.EGALITE in boxes:
        return LateMaximum(position, min(1.0, counts), WON_BY[result] in boxes)
    if result is Result.TIE or not counts:
        return None
    return LateMaximum(position, counts / (exact.punto + exact.banco), WON_BY[result] in boxes)


def winning(tries: Iterable[LateMaximum]) -> list[Winning]:
    """Count wins and tries by position, sorted by label as text, each with the chance of as many wins or more by luck.

    Each try wins by its own chance. The result is multiplied by the number of positions (Bonferroni's correction), and
    is at most 1.
    """
    by_position, found = defaultdict[str, list[LateMaximum]](list), list[Winning]()
    for it in tries:
        by_position[it.position].append(it)
    for position, its in sorted(by_position.items()):
        won = sum(it.won for it in its)
        chance = won_at_least(won, (it.chance for it in its))
        found.append(Winning(position, won, len(its), min(1.0, len(by_position) * chance)))
    return found


def suspicious(tries: Iterable[LateMaximum]) -> list[Winning]:
    """List the winnings, of :func:`winning`, whose corrected chance is at most ``ALARM_AT``."""
    return [it for it in winning(tries) if it.chance <= ALARM_AT]
