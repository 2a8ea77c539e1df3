"""How much the house bears of a screen: frames it leaves unanswered, and silence; and of who looks: presses and faults.

Whoever opens ten screens presses with one pair of hands: the presses and faults of a person are counted together, in
each process of the house, and so are those of a display.
"""

from collections.abc import Hashable

from django.conf import settings

from table.access.pace import Pace
from table.record import clocks
from table.rules.refusal import Code, require

MOST_UNREAD = 60
"""Frames that a screen may leave unanswered before it is shown nothing more until it has caught up."""
SILENT_SECONDS = 45.0
BURST = 30.0
"""So many presses in a row are borne; after them as many as the settings of the house allow a second."""
MOST_FAULTS = 20.0
FAULTS_PER_SECOND = 0.2
"""Of frames that are none, and of what comes too fast, so many in a row, and then so many a second."""
PRESSES = Pace(burst=BURST, per_second=settings.PRESSES_PER_SECOND)
FAULTS = Pace(burst=MOST_FAULTS, per_second=FAULTS_PER_SECOND)


class Patience:
    """The counts of one screen, from the moment at which it was let in. Seconds are those of the machine's clock."""

    def __init__(self) -> None:
        self._unread, self._fresh = 0, False
        self._answered = clocks.steady()
        self._who: Hashable = object()

    def begin(self, who: Hashable) -> None:
        """The screen was let in, as this person or display."""
        self._who, self._answered = who, clocks.steady()

    @property
    def full(self) -> bool:
        """Whether so many frames are unanswered that the screen is shown no more for now."""
        return self._unread >= MOST_UNREAD

    @property
    def silent(self) -> bool:
        """Whether the screen has said nothing for too long."""
        return clocks.steady() - self._answered > SILENT_SECONDS

    def shown(self) -> None:
        """A frame was sent that the screen has to answer."""
        self._unread += 1
        self._fresh = True

    def beaten(self) -> bool:
        """It is time for a heartbeat; True if nothing was sent since the one before that says as much."""
        fresh, self._fresh = self._fresh, False
        return not fresh

    def answered(self) -> None:
        """The screen has taken everything up to now."""
        self._answered, self._unread = clocks.steady(), 0

    def pressed(self) -> None:
        """Refused with E_RATE if whoever looks presses much faster than a person, who presses a few times a second."""
        require(PRESSES.asks(self._who), Code.RATE, "Too many presses at once; wait a moment and press again.")

    def failed(self) -> bool:
        """The screen sent what is no frame, or too much; True once whoever looks has done so too often."""
        return not FAULTS.asks(self._who)
