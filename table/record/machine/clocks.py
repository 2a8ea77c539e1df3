"""The two clocks of a machine: the one on the wall, which somebody may set, and its own, which only ever counts on.

What lasts is counted by the machine's own clock. When the clock on the wall jumps, nothing ends by it: it is logged,
and the next entry of each register says so.
"""

import time
from pathlib import Path
from uuid import uuid4

import structlog

log = structlog.stdlib.get_logger("sabot.clock")
JUMP_SECONDS = 60.0
"""Servers put their clocks right by less, all the time."""
BOOT = Path("/proc/sys/kernel/random/boot_id")


def _since_its_start() -> str:
    """This machine since it was started: so long its own clock counts on, in every process alike."""
    try:
        return BOOT.read_text().strip()[:36]
    except OSError:
        return str(uuid4())


MACHINE = _since_its_start()


def steady() -> float:
    """Seconds by the machine's own clock, whatever somebody does to the one on the wall."""
    return time.monotonic()


STARTED = steady()
"""When this process began to count."""


class Wall:
    """The clock on the wall, compared with the machine's own from the moment at which the house is served."""

    def __init__(self) -> None:
        self._ahead: float | None = None
        self._jumped = 0
        self._told: dict[str, int] = {}

    def watch(self) -> None:
        """It is looked at from now on."""
        self._ahead = time.time() - steady()

    def forget(self) -> None:
        """Nobody looks at it, as in a program that is no server."""
        self._ahead, self._jumped = None, 0
        self._told.clear()

    def look(self) -> None:
        """Find out whether it was set since somebody looked last."""
        if self._ahead is None:
            return
        ahead = time.time() - steady()
        jumped, self._ahead = ahead - self._ahead, ahead
        if abs(jumped) > JUMP_SECONDS:
            self._jumped += round(jumped)
            log.warning("the clock on the wall jumped; no session ends by it", seconds=round(jumped))

    def jumped(self, register: str) -> int:
        """By how many seconds it was put forward, or back, since this register was told of it last."""
        self.look()
        return self._jumped - self._told.get(register, 0)

    def tell(self, register: str, seconds: int) -> None:
        """An entry of this register says so now."""
        self._told[register] = self._told.get(register, 0) + seconds


wall = Wall()
"""That of this process."""
