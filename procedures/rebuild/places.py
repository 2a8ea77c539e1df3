"""Places in the order of extraction under a report, and the faces that lie at the boxes: pure, and nothing guessed.

A report says of each place at which box it lies, and of how many cards are out. What came out by a press of its own
behind the first four was the last of all that were out then: struck or restored are the places before it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

AT_BOXES = ("punto", "banco")


class Place(NamedTuple):
    """A place in the order: where it lies, whether its card came by a press of its own, what is known of that card.

    ``face`` is one that is known by this place.
    """

    at: str
    alone: bool = False
    seen: bool = False
    undue: bool = False
    face: str = ""


class Face(NamedTuple):
    """A face that is known by its box: what it shows, how it is known, and in which row it is kept."""

    face: str
    known: str
    at: str
    row: int


class Misfit(Exception):
    """At this box more faces are known than cards lie there."""

    def __init__(self, at: str, faces: Sequence[str]) -> None:
        super().__init__(at, faces)
        self.at, self.faces = at, faces


Origins = Sequence[int | None]
"""For each place of a report the one that it was before, by its index; None for one that the record does not have."""


def served_alone(before: Sequence[Place]) -> int:
    """How many places at the end are of cards that came each by a press of its own behind the first four."""
    count = 0
    for place in reversed(before):
        if not place.alone:
            break
        count += 1
    return count


def origins(before: Sequence[Place], laid: Sequence[str | None]) -> list[Origins]:
    """Which place of before each of these can be, what is likeliest first.

    ``laid`` is where each of them lies, None beside the hands. Of cards that the record lacks nobody has seen whether
    they came out behind those that came alone, or in front of them.
    """
    known, count = [*range(len(before))], len(laid)
    front = len(before) - served_alone(before)
    if count <= len(before):
        return [_without(known, front, count)]
    new: list[int | None] = [None] * (count - len(before))
    behind, between = [*known, *new], [*known[:front], *new, *known[front:]]
    return sorted([behind, between], key=lambda those: not _fits(before, those, laid, front))


def _without(known: list[int], front: int, count: int) -> Origins:
    """The last of the first cards are in the shoe; those that came alone are the last still."""
    thirds = known[front:]
    stay = max(count - len(thirds), 0)
    return [*known[:stay], *thirds[: count - stay]]


def _box(at: str) -> str | None:
    return at if at in AT_BOXES else None


def _fits(before: Sequence[Place], those: Origins, laid: Sequence[str | None], front: int) -> bool:
    """Whether whatever came alone lies where it lay."""
    return all(_box(before[it].at) == laid[at] for at, it in enumerate(those) if it is not None and it >= front)


def unsure(before: Sequence[Place], those: Origins, laid: Sequence[str | None], *, by_record: bool) -> list[int]:
    """The places among which a card that came alone can be any, now that more are out than the record has.

    One that was keyed as it came lies where it was keyed, ``by_record`` as long as no report has laid it elsewhere:
    where just one of the later places lies there it is that one.
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


def assembled(places: Sequence[Place], faces: Sequence[Face]) -> Mapping[int, Face]:
    """In which row each face is kept that is known by its box: in its own if that lies there still. Raises Misfit."""
    found: dict[int, Face] = {}
    for at in sorted({face.at for face in faces}):
        there = sorted((face for face in faces if face.at == at), key=lambda face: face.row)
        room = _room(places, at, late=any(face.known == "late" for face in there), count=len(there))
        if len(there) > len(room):
            raise Misfit(at, [face.face for face in there] + [it.face for it in places if it.face and it.at == at])
        found |= _rows(there, room)
    return found


def group_of(at: str) -> str:
    """Where faces are known together: at a box, or beside the hands."""
    return _box(at) or "beside"


def _room(places: Sequence[Place], at: str, *, late: bool, count: int) -> list[int]:
    """The rows there that can have a face known by its box; what came alone only if it was keyed among others."""
    free = [row for row, place in enumerate(places) if group_of(place.at) == at and not place.face]
    first = [row for row in free if not places[row].alone]
    return sorted([*first, *[row for row in free if row not in first][: max(0, count - len(first))]]) if late else first


def _rows(faces: Sequence[Face], free: Sequence[int]) -> dict[int, Face]:
    """Faces dealt open keep their order; so do as many as there are places; others stay in their rows."""
    if len(faces) == len(free) or any(face.known == "open" for face in faces):
        return dict(zip(free, faces, strict=False))
    stay = {face.row: face for face in faces if face.row in free}
    left = [row for row in free if row not in stay]
    others = [face for face in faces if face.row not in stay]
    return stay | dict(zip(left, others, strict=False))
