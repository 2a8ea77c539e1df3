"""Clocks of a machine: the wall clock, which somebody may set, and the monotonic one.

Durations are measured by the monotonic clock. A jump of the wall clock ends nothing: it is logged, and the next entry
of each register records it.
"""

import time
from collections import Counter
from pathlib import Path
from uuid import uuid4

import structlog

log = structlog.stdlib.get_logger("sabot.clock")
JUMP_SECONDS = 60.0
"""Seconds by which the wall clock must be set to count as a jump; servers correct theirs by less all the time."""
BOOT = Path("/proc/sys/kernel/random/boot_id")


def _since_its_start() -> str:
    """Return the kernel's id of this boot of the machine, at most 36 characters; a random UUID if it cannot be read."""
    try:
        return BOOT.read_text().strip()[:36]
    except OSError:
        return str(uuid4())


MACHINE = _since_its_start()


def steady() -> float:
    """Seconds by the machine's monotonic clock, which nobody can set."""
    return time.monotonic()


STARTED = steady()
"""Monotonic time at which this process began."""


class ClockJumpDetector:
    """Detects jumps of the wall clock by the monotonic one, from the moment at which the house is served."""

    def __init__(self) -> None:
        """Begin without a comparison of the clocks: no look shows a jump before :meth:`watch` was called."""
        self._ahead: float | None = None
        self._jumped = 0
        self._recorded = Counter[str]()

    def watch(self) -> None:
        """Begin to compare the clocks: a jump counts from now on; jumps noted earlier stay noted."""
        self._ahead = time.time() - steady()

    def forget(self) -> None:
        """Stop comparing the clocks, as in a program that is no server, and forget all jumps noted until now."""
        self._ahead, self._jumped = None, 0
        self._recorded.clear()

    def look(self) -> None:
        """Compare the clocks: log a jump of more than ``JUMP_SECONDS`` since the last look, and add it to their sum.

        It is rounded to whole seconds, negative where the wall clock went back; smaller differences are dropped, not
        summed up. Time in which the machine was suspended counts as a jump, too. Does nothing unless watching.
        """
        if self._ahead is None:
            return
        ahead = time.time() - steady()
        jumped, self._ahead = ahead - self._ahead, ahead
        if abs(jumped) > JUMP_SECONDS:
            self._jumped += round(jumped)
            log.warning("the clock on the wall jumped; no session ends by it", seconds=round(jumped))

    def jumped(self, register: str) -> int:
        """Compare the clocks; return the seconds by which the wall clock was put forward (negative: back) unrecorded.

        It is the sum of all jumps noted, less those that :meth:`mark_recorded` has counted for this register; 0 if all
        are recorded.
        """
        self.look()
        return self._jumped - self._recorded[register]

    def mark_recorded(self, register: str, seconds: int) -> None:
        """Add these seconds to those that the register has recorded: :meth:`jumped` returns so many less for it."""
        self._recorded[register] += seconds


jumps = ClockJumpDetector()
"""Detector of this process."""
