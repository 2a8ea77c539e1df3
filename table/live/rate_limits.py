"""Limits on what the house bears: unanswered frames and silence of a screen; presses and faults of whoever uses it.

Whoever opens ten screens presses with one pair of hands: presses and faults are counted by person, or by display, over
all their screens in each process.
"""

from collections import deque
from collections.abc import Hashable

from django.conf import settings

from table.access.pace import TokenBuckets
from table.memory.threads import Urgency
from table.record.machine import clocks
from table.record.press import too_late
from table.rules.refusal import Code, require

MOST_UNREAD = 60
"""Unanswered frames after which a screen is sent nothing until it has caught up."""
SILENT_SECONDS = 45.0
BURST = 30.0
"""Maximum presses in a row; after them as many a second as the settings allow."""
MOST_FAULTS = 20.0
"""Maximum faults in a row, unreadable frames and presses that come too fast; after them as the settings allow."""
PRESSES = TokenBuckets(burst=BURST, per_second=settings.PRESSES_PER_SECOND)
FAULTS = TokenBuckets(burst=MOST_FAULTS, per_second=settings.FAULTS_PER_SECOND)
OLD_SECONDS = {Urgency.STAFF: 5.0, Urgency.PUBLIC: 10.0}
"""Maximum seconds since a screen was sent what its user acts on, as by then it reports that it is lost.

Public displays, where nobody acts but by a wish that the staff grant, get heartbeats less often.
"""


class ScreenLimits:
    """Counts of one screen since it was let in; times in seconds of the monotonic clock."""

    def __init__(self) -> None:
        """Begin with no frame counted, with the screen's silence measured from now."""
        self._unread, self._fresh = 0, False
        self._answered = clocks.steady()
        self._written, self._lately = 0, deque[float]()
        self._who: Hashable = object()

    def begin(self, who: Hashable) -> None:
        """Count presses and faults for this person or display from now on, and measure the screen's silence from now.

        What their other screens have pressed counts with it. The count of frames goes on.
        """
        self._who, self._answered = who, clocks.steady()

    @property
    def full(self) -> bool:
        """Whether the screen has MOST_UNREAD unanswered frames or more, and is sent nothing for now."""
        return self._unread >= MOST_UNREAD

    @property
    def silent(self) -> bool:
        """Whether the screen has not answered for more than SILENT_SECONDS, whatever it was sent in that time."""
        return clocks.steady() - self._answered > SILENT_SECONDS

    def frame_sent(self) -> None:
        """Count a frame of any kind that goes out, also on a socket that is closed already; store its time for `heard`.

        Forgets the times of frames that went out more than ten seconds before this one. Which frames are unanswered is
        counted by `frame_awaits_answer` alone.
        """
        now = clocks.steady()
        self._written += 1
        self._lately.append(now)
        while now - self._lately[0] > OLD_SECONDS[Urgency.PUBLIC]:
            self._lately.popleft()

    def heard(self, count: int) -> float:
        """Return when the newest of the ``count`` frames that the screen had taken was sent, in monotonic seconds.

        Refuses (E_LATE) if ``count`` is 0 or that time is no longer stored, and (E_FRAME) a count of more frames than
        were sent.
        """
        require(count <= self._written, Code.FRAME, "This frame cannot be read: %(why)s.", why="heard")
        place = count - (self._written - len(self._lately)) - 1
        if place < 0:
            raise too_late()
        return self._lately[place]

    def frame_awaits_answer(self) -> None:
        """Count a frame that goes out to the screen, and that the screen has to answer, as unanswered; refuses none.

        See :attr:`full` and :meth:`heartbeat_due`.
        """
        self._unread += 1
        self._fresh = True

    def heartbeat_due(self) -> bool:
        """Return whether no frame that the screen has to answer was sent since the last call.

        Such frames are those counted by `frame_awaits_answer`; the first call looks at all of them.
        """
        fresh, self._fresh = self._fresh, False
        return not fresh

    def answered(self) -> None:
        """Note that the screen has taken every frame up to now.

        None is unanswered, and its silence is measured from now.
        """
        self._answered, self._unread = clocks.steady(), 0

    def pressed(self) -> None:
        """Count a press for its person or display.

        Refuses (E_RATE) one that is beyond BURST presses in a row and faster than the settings allow; that one is not
        counted.
        """
        require(PRESSES.take(self._who), Code.RATE, "Too many presses at once; wait a moment and press again.")

    def failed(self) -> bool:
        """Count a fault, and return whether it is beyond MOST_FAULTS of its person or display in a row.

        Faults are forgiven as fast as the settings allow.
        """
        return not FAULTS.take(self._who)


def check_fresh(heard: float, urgency: Urgency) -> None:
    """Refuse (E_LATE) an act based on a frame that was sent longer ago than OLD_SECONDS of this ``urgency``.

    ``heard`` is the time at which it was sent, in monotonic seconds.
    """
    if clocks.steady() - heard > OLD_SECONDS[urgency]:
        raise too_late()
