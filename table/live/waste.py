"""When Python looks through everything for waste: a look stalls every screen, so it waits until nobody plays.

With twelve screens at each of a hundred tables a full look takes a tenth of a second and more. What is there when the
house starts is never looked at again. Acts and drawings leave no waste, as what they made goes when nothing points to
it; so what is young is looked through only when far more was made than has gone. A page leaves some 150 objects, which
Django ties into rings: after some pages the young are looked through, whoever asked for them.
"""

import gc
import time
from itertools import count

from django.core.signals import request_finished

from table.threads import tables

YOUNG, MIDDLE, NEVER = 400_000, 10, 1_000_000
"""New objects more than have gone (some forty megabytes), looks at the young, and looks at the middle-aged, after which
the next generation is looked through."""
EVERYTHING = 2
QUIET_SECONDS = 5.0
LONGEST_SECONDS = 3600.0
OFTEN_SECONDS = 60.0


class Looks:
    """When everything was looked through last. Seconds are those of the monotonic clock."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def look(self, *, pressed: float) -> bool:
        """Look through everything if nobody has pressed for a while, or it was not done for far too long."""
        now = time.monotonic()
        since, quiet = now - self._last, now - pressed
        if since < OFTEN_SECONDS or (quiet < QUIET_SECONDS and since < LONGEST_SECONDS):
            return False
        gc.collect(EVERYTHING)
        self._last = time.monotonic()
        return True


class Pages:
    """How many were answered. A look at what so few have left takes some five milliseconds."""

    SOME, MANY = 50, 500
    """Pages after which the young are looked through, and with them what was in use at the looks before."""

    def __init__(self) -> None:
        self._answered, self._looks = count(1), Looks()

    def answered(self, **_kwargs: object) -> None:
        """One more was."""
        number = next(self._answered)
        if number % self.SOME == 0 and not self._looks.look(pressed=tables.pressed):
            gc.collect(1 if number % self.MANY == 0 else 0)


pages = Pages()


def begin() -> None:
    """The house has started: what is there stays."""
    request_finished.connect(pages.answered)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
