"""Commands that play speak for themselves: while they do, the door does not log every act to the terminal."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_door() -> Iterator[None]:
    """The door's own log speaks only of what is wrong."""
    log = logging.getLogger("sabot.door")
    before = log.level
    log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.setLevel(before)
