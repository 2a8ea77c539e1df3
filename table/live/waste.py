"""When Python looks through everything for waste: a look stalls every screen, so it waits until nobody plays.

With twelve screens at each of a hundred tables a full look takes a tenth of a second and more. What is there when the
house starts is never looked at again. Acts and drawings leave no waste, as what they made goes when nothing points to
it; so what is young is looked through only when far more was made than has gone. A page leaves some 200 objects and
50 kB, which Django ties into rings: of those no more than a few hundred pages' wait, whoever asks for them.
"""

import gc
import time

YOUNG, MIDDLE, NEVER = 50_000, 10, 1_000_000
"""New objects more than have gone (ten megabytes of pages, or two thousand acts), looks at the young, and looks at the
middle-aged, after which the next generation is looked through. A look at so many takes some five milliseconds."""
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
        gc.collect()
        self._last = time.monotonic()
        return True


def begin() -> None:
    """The house has started: what is there stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
