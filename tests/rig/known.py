"""What is kept of a table beside what would be read of it: all of it has to be the same, whatever was done."""

from typing import Any, NamedTuple

from django.db.models import Model

from table.screens.read.carry_over import keep, take_snapshot
from table.screens.read.snapshot import ReadEntry, Snapshot, take


class Compared(NamedTuple):
    """The table as it is shown and read anew, the parts that were known already, and those of them that differ."""

    shown: Snapshot
    anew: Snapshot
    known: set[str]
    differences: list[str]


def compare(code: str, *, closely: bool = True) -> Compared:
    """Look at a table as its screens do, and read anew what they took over; what was looked at is kept, every part.

    What they did not take over is read now as it would be read anew: it is compared at the look that takes it over.
    Nothing is compared where it is not looked at ``closely``: what is wrong then is taken over once more, and found.
    """
    seen, anew = take_snapshot(code), take(code)
    assert seen is not None
    assert anew is not None
    known, found = set[str](), list[str]()
    if anew.ready:
        both = [(seen.snapshot, anew), (seen.snapshot.state, anew.state)]
        taken_over = [cached.read_of(cached.parts).keys() for cached, _read in both]
        for names, (cached, read) in zip(taken_over, both, strict=True):
            known |= names
            if not closely:
                continue
            found += [name for name in names if not _same(cached.parts[name].of(cached), read.parts[name].of(read))]
        for cached, _read in both:
            for part in cached.parts.values():
                part.of(cached)
    keep(seen)
    return Compared(seen.snapshot, anew, known, found)


def _same(one: Any, other: Any) -> bool:
    """Whether both were read alike: two rows are the same if all that stands in them is."""
    if one is other:
        return True
    if isinstance(one, Model):
        return isinstance(other, Model) and _columns(one) == _columns(other)
    if isinstance(one, ReadEntry):
        one, other = ((it.entry, it.arguments, it.effects) for it in (one, other))
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(_same(one[it], other[it]) for it in one)
    if isinstance(one, list | tuple):
        alike = isinstance(other, list | tuple) and len(one) == len(other)
        return alike and all(map(_same, one, other))
    return bool(one == other)


def _columns(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
