"""Summary beside the next act: how far a held coup is, the hands with their points, or the coup that was over last."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import localtime

from table.models import DrawnCard, Severity
from table.rules.cards import UNKNOWN, points
from table.rules.profile import Role
from table.rules.regola import Side
from table.screens.dealer.task import Task
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.screens.register.sentences import OUTCOMES

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


class Held(NamedTuple):
    """How far it is that somebody decides.

    ``since`` when an inspector is called, the badge of whoever is ``going``, "" while nobody is, and the office that
    ``decides``.
    """

    since: datetime
    going: str
    decides: Role


def summarised(snapshot: Snapshot, now: Task) -> Iterator[Piece]:
    """Yield the summary: since when play is held and who comes, else the hands once a card lies, else the last coup.

    Nothing if none of these is there: before the first card of a taglia, unless play is held.
    """
    held, last = _held(snapshot), snapshot.last if not snapshot.state.at_boxes else None
    if held is not None:
        yield piece("summary", f"{MACRO}:held", held)
    elif snapshot.state.at_boxes:
        called = now.verb != "announce"
        hands = tuple(_hand(snapshot, side, snapshot.state.at(side), called=called) for side in SHOWN)
        yield piece("summary", f"{MACRO}:hands", hands)
    elif last is not None:
        figures = (last.announced_banco, last.announced_punto) if last.announced_banco is not None else ()
        outcome = str(OUTCOMES.get(last.outcome, ""))
        yield piece("summary", f"{MACRO}:last", last.number, figures, last.result, outcome)


def _held(snapshot: Snapshot) -> Held | None:
    """Return since when an alert holds play (the oldest), who is coming, and which office decides.

    Who is coming is also who has noted it ("" if nobody). None if none holds play.
    """
    holding = [it for it in snapshot.alerts if it.severity == Severity.HOLDS and it.stays]
    if not holding:
        return None
    going = next((it.going or it.acknowledged_by for it in holding if not it.calls), "")
    decides = Role.DIREZIONE if snapshot.table.awaits == Role.DIREZIONE else Role.ISPETTORE_GIOCO
    return Held(localtime(min(it.since for it in holding)), going, decides)


def _hand(snapshot: Snapshot, side: Side, cards: Sequence[DrawnCard], *, called: bool) -> HandCards:
    """Return a hand with its points.

    These are None if not ``called`` (they are then shown where they are to be announced), with fewer than two cards, or
    while one is covered.
    """
    faces = [card.card for card in cards]
    counted = points(faces) if called and len(faces) > 1 and UNKNOWN not in faces else None
    result = snapshot.result.value if snapshot.result is not None else ""
    return HandCards(
        side.value,
        tuple(card.face for card in cards),
        counted,
        won=result == side.value,
        lost=result in set(Side) and result != side.value,
    )
