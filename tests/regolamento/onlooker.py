"""A cast at whose table a screen looks on: what it took over from the act before, what it read, and how that looked."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model

from table.screens.read.carry_over import carry_over
from table.screens.read.snapshot import ReadEntry, Snapshot, take
from table.script.player import Player
from tests.rig.diary import Diary

READ: Mapping[str, Callable[[Snapshot], Any]] = {
    "positions": lambda it: list(it.state.positions.values()),
    "standing": lambda it: it.state.standing,
    "limits": lambda it: it.state.limit_ranges,
    "reservations": lambda it: it.reservations,
    "all_proposals": lambda it: it.all_proposals,
    "last coup": lambda it: it.last,
    "what it paid": lambda it: it.last_payments,
    "results": lambda it: it.results,
    "entries": lambda it: it.entries,
    "recent acts": lambda it: it.recent,
    "alerts": lambda it: it.alerts,
    "alerts, counted": lambda it: it.alert_counts,
}
"""What is read of a table, by what it is called."""


class WatchedPlayer(Player):
    """A cast whose table is looked at after each act.

    ``diary`` tells how it looked, ``differences`` what was taken over and would have been read otherwise, with the act
    after which it was, and ``taken_over`` what was not read again at all.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.diary = Diary()
        self.before: Snapshot | None = None
        self.differences: list[tuple[str, str]] = []
        self.taken_over: set[str] = set()

    def press(self, verb: str, **given: Any) -> None:
        super().press(verb, **given)
        now, anew = take(self.code), take(self.code)
        assert now is not None
        assert anew is not None
        self.diary.write(anew)
        if now.ready:
            self._compare(verb, now, anew)

    def _compare(self, verb: str, now: Snapshot, anew: Snapshot) -> None:
        if self.before is not None:
            carry_over(now, self.before)
            self.taken_over |= {name for name in vars(self.before) if vars(now).get(name) is vars(self.before)[name]}
        self.differences += [(verb, name) for name, read in READ.items() if plain(read(now)) != plain(read(anew))]
        self.before = now


def plain(read: Any) -> Any:
    """What was read, as values: two rows are the same if all that stands in them is."""
    if isinstance(read, Model):
        return {field.attname: getattr(read, field.attname) for field in read._meta.concrete_fields}
    if isinstance(read, ReadEntry):
        return plain(read.entry), read.arguments, read.effects
    return [plain(it) for it in read] if isinstance(read, list | tuple) else read
