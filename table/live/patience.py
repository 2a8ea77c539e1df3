"""How much the house bears of one screen: frames it leaves unanswered, silence, presses in a row, and faults."""

import time

from django.conf import settings

from table.rules.refusal import Code, require

MOST_UNREAD = 60
"""Frames that a screen may leave unanswered before it is shown nothing more until it has caught up."""
SILENT_SECONDS = 45.0
CHECKED_SECONDS = 60.0
"""How often it is looked up again whether the screen is still for whoever opened it."""
BURST = 30.0
"""So many presses in a row are borne; after them as many as the settings of the house allow a second."""
MOST_FAULTS = 20


class Patience:
    """The counts of one screen, from the moment at which it was let in. Seconds are those of the monotonic clock."""

    def __init__(self) -> None:
        self._unread, self._faults, self._allowance, self._fresh = 0, 0, BURST, False
        self._answered = self._asked = self._checked = time.monotonic()

    @property
    def full(self) -> bool:
        """Whether so many frames are unanswered that the screen is shown no more for now."""
        return self._unread >= MOST_UNREAD

    @property
    def silent(self) -> bool:
        """Whether the screen has said nothing for too long."""
        return time.monotonic() - self._answered > SILENT_SECONDS

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
