"""What is kept of a table beside what would be read of it: all of it has to be the same, whatever was done."""

from typing import Any, NamedTuple

from django.db.models import Model

from table.parts import Part, Parted
from table.screens.read.carry_over import keep, look
from table.screens.read.snapshot import ReadEntry, Snapshot, take


class Compared(NamedTuple):
    """The table read anew, the parts that were known already, and those of them that would have been read otherwise."""

    anew: Snapshot
    known: set[str]
    differences: list[str]


def compare(code: str) -> Compared:
    """Look at a table as its screens do, and read all of it anew; what was looked at is kept, every part of it."""
    seen, anew = look(code), take(code)
    assert seen is not None
    assert anew is not None
    known, found = set[str](), list[str]()
    if anew.ready:
        for kept, read in ((seen.snapshot, anew), (seen.snapshot.state, anew.state)):
            known |= kept.read_of(kept.parts).keys()
            found += [name for name, part in kept.parts.items() if _differ(part, kept, read)]
    keep(seen)
    return Compared(anew, known, found)


def _differ(part: Part[Any, Any], kept: Parted, read: Parted) -> bool:
    return bool(plain(part.of(kept)) != plain(part.of(read)))


def plain(read: Any) -> Any:
    """What was read, as values: two rows are the same if all that stands in them is."""
    if isinstance(read, Model):
        return {field.attname: getattr(read, field.attname) for field in read._meta.concrete_fields}
    if isinstance(read, ReadEntry):
        return plain(read.entry), read.arguments, read.effects
    if isinstance(read, dict):
        return {key: plain(it) for key, it in read.items()}
    return [plain(it) for it in read] if isinstance(read, list | tuple) else read
