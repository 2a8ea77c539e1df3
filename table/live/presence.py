"""Which displays hang at this process now, and when the house has seen each last: written down once a minute at most.

Another process of the house has displays of its own, and knows of these by what is written alone. So nobody is told
more than is known: that a display is connected here as of the last heartbeat, or when it was seen, to the minute.
"""

from collections.abc import Iterable, Sequence

from django.utils import timezone

from table.models import Display
from table.record.machine import clocks

WRITTEN_SECONDS = 60.0


class Presence:
    """The displays of this process. Seconds are those of the machine's clock; a display is named by its row."""

    def __init__(self) -> None:
        self.connected: frozenset[int] = frozenset()
        self._written: dict[int, float] = {}

    def look(self, here: Iterable[int]) -> list[int]:
        """These are connected now; gives those of which that is to be written down, as it was not for a minute."""
        self.connected, now = frozenset(here), clocks.steady()
        due = [it for it in self.connected if now - self._written.get(it, -WRITTEN_SECONDS) >= WRITTEN_SECONDS]
        lately = {it: at for it, at in self._written.items() if now - at < WRITTEN_SECONDS}
        self._written = lately | dict.fromkeys(due, now)
        return due


def write_seen(displays: Sequence[int]) -> None:
    """These displays were seen now: one statement for all of them, of which no register knows."""
    Display.objects.filter(pk__in=displays).update(seen=timezone.now())


presence = Presence()
"""The displays of this process."""
