"""How much the house bears of a screen: frames it leaves unanswered, and silence; and of who looks: presses and faults.

Whoever opens ten screens presses with one pair of hands: the presses and faults of a person are counted together, in
each process of the house, and so are those of a display.
"""

from collections import deque
from collections.abc import Hashable

from django.conf import settings

from table.access.pace import Pace
from table.record.machine import clocks
from table.record.press import too_late
from table.rules.refusal import Code, require
from table.threads import Urgency

MOST_UNREAD = 60
"""Frames that a screen may leave unanswered before it is shown nothing more until it has caught up."""
SILENT_SECONDS = 45.0
BURST = 30.0
"""So many presses in a row are borne; after them as many as the settings of the house allow a second."""
MOST_FAULTS = 20.0
"""Of frames that are none, and of what comes too fast, so many in a row; after them as the settings allow, too."""
PRESSES = Pace(burst=BURST, per_second=settings.PRESSES_PER_SECOND)
FAULTS = Pace(burst=MOST_FAULTS, per_second=settings.FAULTS_PER_SECOND)
OLD_SECONDS = {Urgency.STAFF: 5.0, Urgency.PUBLIC: 10.0}
"""What somebody does on what he saw longer ago is not done: by then his screen says that it is lost. Displays, where
nobody acts but for a wish that the dealer grants, are told less often that the house lives."""


class Patience:
    """The counts of one screen, from the moment at which it was let in. Seconds are those of the machine's clock."""

    def __init__(self) -> None:
        self._unread, self._fresh = 0, False
        self._answered = clocks.steady()
        self._written, self._lately = 0, deque[float]()
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

    def wrote(self) -> None:
        """A frame goes out, the next in the screen's own count; when the latest of them did is remembered."""
        now = clocks.steady()
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

    def answered(self) -> None:
        """The screen has taken everything up to now."""
        self._answered, self._unread = clocks.steady(), 0

    def pressed(self) -> None:
        """Refused with E_RATE if whoever looks presses much faster than a person, who presses a few times a second."""
        require(PRESSES.asks(self._who), Code.RATE, "Too many presses at once; wait a moment and press again.")

    def failed(self) -> bool:
        """The screen sent what is no frame, or too much; True once whoever looks has done so too often."""
        return not FAULTS.asks(self._who)


def check_fresh(heard: float, urgency: Urgency) -> None:
    """Refused if what a screen acts on was sent to it too long ago."""
    if clocks.steady() - heard > OLD_SECONDS[urgency]:
        raise too_late()
