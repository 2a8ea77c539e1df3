"""Summary beside the next act: the hands with their points, or the coup that was over last."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from table.models import Severity
from table.rules.cards import UNKNOWN, points
from table.rules.regola import Side
from table.screens.dealer.task import Task
from table.screens.read.pieces import Piece, piece
from table.screens.read.sentences import OUTCOMES
from table.screens.read.snapshot import Snapshot

MACRO = "regions/console/summary.html"
SHOWN = (Side.BANCO, Side.PUNTO)
"""Sides from the left to the right, as the dealer sees them."""


class HandCards(NamedTuple):
    """Hand: its side, the codes of its cards ("" for a covered one), its points, and whether it ``won`` or ``lost``.

    Points are None where they are not known, and while they stand elsewhere to be called.
    """

    side: str
    cards: tuple[str, ...]
    points: int | None
    won: bool = False
    lost: bool = False


def summarised(snapshot: Snapshot, now: Task) -> Iterator[Piece]:
    """Yield the summary: the hands once a card lies at a box, else the coup that ended last in this taglia.

    Nothing if neither is there, and while an incident holds play.
    """
    if any(it.severity == Severity.HOLDS and it.stays for it in snapshot.alerts):
        return
    if snapshot.state.at_boxes:
        hands = tuple(_hand(snapshot, side, called=now.verb != "announce") for side in SHOWN)
        yield piece("summary", f"{MACRO}:hands", hands)
    elif (last := snapshot.last) is not None:
        figures = (last.announced_banco, last.announced_punto) if last.announced_banco is not None else ()
        outcome = str(OUTCOMES.get(last.outcome, ""))
        yield piece("summary", f"{MACRO}:last", last.number, as_called(last.result, figures), outcome)


def as_called(result: str, figures: Sequence[int | None]) -> tuple[HandCards, ...]:
    """Return both hands, without cards, with the points that are called, Banco's first; empty without points.

    `figures` are these points, Banco's and then Punto's, or nothing; `result` says which hand has won.
    """
    hands = zip(SHOWN, figures, strict=True) if figures else ()
    return tuple(HandCards(side.value, (), its, *_ends(side, result)) for side, its in hands)


def _hand(snapshot: Snapshot, side: Side, *, called: bool) -> HandCards:
    """Return a hand with its points, and whether it has won or lost: neither on a tie or before the announcement.

    Points are None with fewer than two cards, while one is covered, and without ``called``: while the announcement is
    the next act, which shows them itself.
    """
    cards = snapshot.state.at(side)
    faces = [card.card for card in cards]
    counted = points(faces) if called and len(faces) > 1 and UNKNOWN not in faces else None
    result = snapshot.result.value if snapshot.result is not None else ""
    return HandCards(side.value, tuple(card.face for card in cards), counted, *_ends(side, result))


def _ends(side: Side, result: str) -> tuple[bool, bool]:
    """Return whether a side has won and whether it has lost by this result, "" while there is none."""
    return result == side.value, result in set(Side) and result != side.value
