"""A cast at whose table a screen looks on: what it took over from the act before, what it read, and how that looked."""

from typing import Any

from django.db.models import Model

from table.parts import Part, Parted
from table.screens.read.carry_over import keep, look
from table.screens.read.snapshot import ReadEntry, Snapshot, take
from table.script.player import Player
from tests.rig.diary import Diary


class WatchedPlayer(Player):
    """A cast whose table is looked at after each act.

    ``diary`` tells how it looked, ``differences`` what was taken over and would have been read otherwise, with the act
    after which it was, and ``taken_over`` what was not read again at all.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.diary = Diary()
        self.differences: list[tuple[str, str]] = []
        self.taken_over: set[str] = set()

    def press(self, verb: str, **given: Any) -> None:
        super().press(verb, **given)
        seen, anew = look(self.code), take(self.code)
        assert seen is not None
        assert anew is not None
        self.diary.write(anew)
        if anew.ready:
            self._compare(verb, seen.snapshot, anew)
        keep(seen)

    def _compare(self, verb: str, now: Snapshot, anew: Snapshot) -> None:
        for known, read in ((now, anew), (now.state, anew.state)):
            self.taken_over |= known.read_of(known.parts).keys()
            self.differences += [(verb, name) for name, part in known.parts.items() if differ(part, known, read)]


def differ(part: Part[Any, Any], known: Parted, read: Parted) -> bool:
    """Whether what is kept of a table is not what would be read of it."""
    return bool(plain(part.of(known)) != plain(part.of(read)))


def plain(read: Any) -> Any:
    """What was read, as values: two rows are the same if all that stands in them is."""
    if isinstance(read, Model):
        return {field.attname: getattr(read, field.attname) for field in read._meta.concrete_fields}
    if isinstance(read, ReadEntry):
        return plain(read.entry), read.arguments, read.effects
    if isinstance(read, dict):
        return {key: plain(it) for key, it in read.items()}
    return [plain(it) for it in read] if isinstance(read, list | tuple) else read
