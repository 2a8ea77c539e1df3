"""How much the house bears of one screen: frames it leaves unanswered, silence, presses in a row, and faults."""

import time
from collections import deque

from django.conf import settings

from table.record.press import too_late
from table.rules.refusal import Code, require
from table.threads import Urgency

MOST_UNREAD = 60
"""Frames that a screen may leave unanswered before it is shown nothing more until it has caught up."""
SILENT_SECONDS = 45.0
CHECKED_SECONDS = 60.0
"""How often it is looked up again whether the screen is still for whoever opened it."""
BURST = 30.0
"""So many presses in a row are borne; after them as many as the settings of the house allow a second."""
MOST_FAULTS = 20
OLD_SECONDS = {Urgency.STAFF: 5.0, Urgency.PUBLIC: 10.0}
"""What somebody does on what he saw longer ago is not done: by then his screen says that it is lost. Displays, where nobody
acts but for a wish that the dealer grants, are told less often that the house lives."""


class Patience:
    """The counts of one screen, from the moment at which it was let in. Seconds are those of the monotonic clock."""

    def __init__(self) -> None:
        self._unread, self._faults, self._allowance, self._fresh = 0, 0, BURST, False
        self._answered = self._asked = self._checked = time.monotonic()
        self._written, self._lately = 0, deque[float]()

    @property
    def full(self) -> bool:
        """Whether so many frames are unanswered that the screen is shown no more for now."""
        return self._unread >= MOST_UNREAD

    @property
    def silent(self) -> bool:
        """Whether the screen has said nothing for too long."""
        return time.monotonic() - self._answered > SILENT_SECONDS

    def wrote(self) -> None:
        """A frame goes out, the next in the screen's own count; when the latest of them did is remembered."""
        now = time.monotonic()
        self._written += 1
        self._lately.append(now)
        while now - self._lately[0] > OLD_SECONDS[Urgency.PUBLIC]:
            self._lately.popleft()

    def heard(self, count: int) -> float:
        """When the frame went out that was the last of so many that the screen had taken; refused if that is long ago.

        Refused as well if no screen can have taken so many.
        """
        require(count <= self._written, Code.FRAME, "This frame cannot be read: %(why)s.", why="heard")
        place = count - (self._written - len(self._lately)) - 1
        if place < 0:
            raise too_late()
        return self._lately[place]

    def shown(self) -> None:
        """A frame was sent that the screen has to answer."""
        self._unread += 1
        self._fresh = True

    def beaten(self) -> bool:
        """It is time for a heartbeat; True if nothing was sent since the one before that says as much."""
        fresh, self._fresh = self._fresh, False
        return not fresh

    def answered(self) -> bool:
        """The screen has taken everything up to now; True if it is time to look up again whom it is for."""
        self._answered, self._unread = time.monotonic(), 0
        if self._answered - self._checked <= CHECKED_SECONDS:
            return False
        self._checked = self._answered
        return True

    def pressed(self) -> None:
        """Refused with E_RATE if it presses much faster than a person, who presses a few times a second."""
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._asked) * settings.PRESSES_PER_SECOND)
        self._asked = now
        require(self._allowance >= 1, Code.RATE, "Too many presses at once; wait a moment and press again.")
        self._allowance -= 1

    def failed(self) -> bool:
        """The screen sent what is no frame, or too much; True once that has happened too often."""
        self._faults += 1
        return self._faults > MOST_FAULTS


def check_fresh(heard: float, urgency: Urgency) -> None:
    """Refused if what a screen acts on was sent to it too long ago."""
    if time.monotonic() - heard > OLD_SECONDS[urgency]:
        raise too_late()
