"""Quiet log for commands that print what they play."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_door() -> Iterator[None]:
    """Log only warnings and errors of the door while the block runs, and not every act."""
    log = logging.getLogger("sabot.door")
    before = log.level
    log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.setLevel(before)
