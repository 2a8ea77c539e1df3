"""Places in the order of extraction under a report, and the faces known at each box; pure functions.

Nothing is guessed. A report says of each place at which box it lies, and thereby how many cards are out. What came out
by a press of its own behind the first four was the last of all that were out then: struck or restored are the places
before it.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from operator import attrgetter
from typing import NamedTuple

AT_BOXES = ("punto", "banco")


class OrderPlace(NamedTuple):
    """Place in the order: where it lies, whether its card came by a press of its own, and what is known of that card.

    ``face`` is one that is known by this place, else empty.
    """

    at: str
    alone: bool = False
    seen: bool = False
    undue: bool = False
    face: str = ""


class Face(NamedTuple):
    """Face that is known by its box: what it shows, how it is known, at which box, and the index of its row."""

    face: str
    known: str
    at: str
    row: int


class Misfit(Exception):
    """Raised where more faces are known at a box than cards lie there."""

    def __init__(self, at: str, faces: Sequence[str]) -> None:
        """Store the place ("punto", "banco", or "beside" the hands) and the faces known there, which do not fit."""
        super().__init__(at, faces)
        self.at, self.faces = at, faces


Origins = Sequence[int | None]
"""For each place of a report the index of the earlier place that it is; None for one that the record does not have."""


def served_alone(before: Sequence[OrderPlace]) -> int:
    """Count the places at the end of the order whose cards came out each by a press of its own (``alone``).

    It stops at the first from the end that did not; 0 where the last did not.
    """
    return sum(1 for _place in takewhile(attrgetter("alone"), reversed(before)))


def origins(before: Sequence[OrderPlace], laid: Sequence[str | None], now: Origins) -> list[Origins]:
    """List the ways in which the places of a report can be the recorded ones, the likelier first.

    A way has for every place of the report the index of the recorded place, or None for a new card. ``laid`` is the
    box of each place, None beside the hands. If the report has more cards than the record, there are three ways, of
    which some may be the same: the new ones came out behind all others, where an earlier report has them (the way of
    the cards ``now``), or in front of the last ones on record that each came by a press of its own. They are in that
    order, but first are those by which these last ones lie at their recorded boxes. Else there is one: places in front
    of those last ones are dropped first, from the back.
    """
    known, count = [*range(len(before))], len(laid)
    front = len(before) - served_alone(before)
    if count <= len(before):
        return [_without(known, front, count)]
    new: list[int | None] = [None] * (count - len(before))
    ways = [[*known, *new], _in_turn(known, now, len(new)), [*known[:front], *new, *known[front:]]]
    return sorted(ways, key=lambda those: not _fits(before, those, laid, front))


def _in_turn(known: list[int], now: Origins, count: int) -> list[int | None]:
    """Put ``count`` new cards among the recorded places, each in front of the one that it is in front of ``now``.

    Those that the way ``now`` does not have are behind all others.
    """
    found, ahead, turns = list[int | None](known), len(known), list[int]()
    for origin in reversed(now):
        if origin is None:
            turns.insert(0, ahead)
        else:
            ahead = origin
    for at in reversed([*turns, *[len(known)] * count][:count]):
        found.insert(at, None)
    return found


def _without(known: list[int], front: int, count: int) -> Origins:
    """Return the indices of ``count`` recorded places that stay, in order, where a report has fewer or as many.

    ``front`` is how many places there are before the cards at the end that each came by a press of its own. The last
    places before ``front`` are dropped first, and after all of those the last of the others.
    """
    thirds = known[front:]
    stay = max(count - len(thirds), 0)
    return [*known[:stay], *thirds[: count - stay]]


def _box(at: str) -> str | None:
    """Return a location that is a box, "punto" or "banco"; None for any other."""
    return at if at in AT_BOXES else None


def _fits(before: Sequence[OrderPlace], those: Origins, laid: Sequence[str | None], front: int) -> bool:
    """Whether each recorded place from index ``front`` on lies by the report at the same box as by the record.

    Those are of the cards that each came by a press of its own. ``those`` maps the places of the report to recorded
    ones, and ``laid`` is the box of each by the report, None beside the hands. Places that the report lacks are not
    looked at.
    """
    return all(_box(before[it].at) == laid[at] for at, it in enumerate(those) if it is not None and it >= front)


def unsure(before: Sequence[OrderPlace], those: Origins, laid: Sequence[str | None], *, by_record: bool) -> list[int]:
    """List the indices of the places of a report that can each be that of a card which came by a press of its own.

    ``those`` has the recorded index of each place, None for a new one; ``laid`` its box. Empty unless the report has
    more cards than the record, and the last one on record came so (``alone``). Then they are all places from the first
    of the last ones that did; unless each such card was keyed open as it came (``by_record``: no report has moved it
    since) and is the only one of these places at its box, so that it is known.
    """
    front = len(before) - served_alone(before)
    if len(those) <= len(before) or front == len(before):
        return []
    found = set[int]()
    for at, it in enumerate(those):
        if it is not None and it >= front:
            keyed = by_record and before[it].face
            alike = {other for other in range(front, len(laid)) if laid[other] == _box(before[it].at)}
            found |= set() if keyed and alike == {at} else {*range(front, len(laid))}
    return sorted(found)


def assembled(places: Sequence[OrderPlace], faces: Sequence[Face]) -> Mapping[int, Face]:
    """Map the index of a place to the face that it holds, for faces of which only the box is known.

    If one of the faces at a box was dealt open, or they fill all its room, they go there in order; else a face stays at
    its own row if that is part of the room, and the others fill the rest. Room are the places of :func:`_room`: none
    with a known face of its own, and as a rule none whose card came by a press of its own. Raises :class:`Misfit` where
    a box has too little room.
    """
    found: dict[int, Face] = {}
    for at in sorted({face.at for face in faces}):
        there = sorted((face for face in faces if face.at == at), key=lambda face: face.row)
        room = _room(places, at, late=any(face.known == "late" for face in there), count=len(there))
        if len(there) > len(room):
            own = [place.face for place in places if place.face and group_of(place.at) == at]
            raise Misfit(at, [*(face.face for face in there), *own])
        found |= _rows(there, room)
    return found


def group_of(at: str) -> str:
    """Return the group of a location within which faces are known: "punto", "banco", or "beside" for any other."""
    return _box(at) or "beside"


def _room(places: Sequence[OrderPlace], at: str, *, late: bool, count: int) -> list[int]:
    """List the indices of the places at this box, or "beside" the hands, that can hold a face known by its box only.

    Places whose own face is known are left out. One whose card came by a press of its own can hold such a face only
    with ``late``, and only as far as the others do not suffice for ``count`` faces, the earliest of these first.
    Ascending.
    """
    free = [row for row, place in enumerate(places) if group_of(place.at) == at and not place.face]
    first = [row for row in free if not places[row].alone]
    return sorted([*first, *[row for row in free if row not in first][: max(0, count - len(first))]]) if late else first


def _rows(faces: Sequence[Face], free: Sequence[int]) -> dict[int, Face]:
    """Map the indices of free places to faces, in order if a face was dealt open or they are as many as the places.

    Else a face whose row is a free place stays there, and the others fill the free places left, in order.
    """
    if len(faces) == len(free) or any(face.known == "open" for face in faces):
        return dict(zip(free, faces, strict=False))
    stay = {face.row: face for face in faces if face.row in free}
    left = [row for row in free if row not in stay]
    others = [face for face in faces if face.row not in stay]
    return stay | dict(zip(left, others, strict=False))
