"""Presence of displays: which are connected to this process, and when each was last seen, stored once a minute at most.

Another process has displays of its own, and knows of these only by what is stored. So no more is shown than is known:
that a display is connected here as of the last heartbeat, or when it was seen, to the minute.
"""

from collections.abc import Iterable, Sequence

from django.utils import timezone

from table.models import Display
from table.record.machine import clocks

WRITTEN_SECONDS = 60.0


class Presence:
    """Displays of this process by primary key; times are in seconds of the monotonic clock."""

    def __init__(self) -> None:
        self.connected: frozenset[int] = frozenset()
        self._written: dict[int, float] = {}

    def look(self, here: Iterable[int]) -> list[int]:
        """Note which displays (primary keys) are connected now, and return those whose time has to be stored again.

        They are those not stored for WRITTEN_SECONDS, in no order.
        """
        self.connected, now = frozenset(here), clocks.steady()
        due = [it for it in self.connected if now - self._written.get(it, -WRITTEN_SECONDS) >= WRITTEN_SECONDS]
        lately = {it: at for it, at in self._written.items() if now - at < WRITTEN_SECONDS}
        self._written = lately | dict.fromkeys(due, now)
        return due


def write_seen(displays: Sequence[int]) -> None:
    """Store that these displays, by primary key, were seen now, with one statement and no entry in any register."""
    Display.objects.filter(pk__in=displays).update(seen=timezone.now())


presence = Presence()
"""Displays of this process."""
