"""Token buckets: each caller may ask a number of times in a row, and then at a given rate."""

from collections import OrderedDict
from collections.abc import Hashable

from table.record.machine import clocks

BURST = 60.0
PER_SECOND = 10.0
"""Limits of a reader outside the house, in each of its processes: requests in a row, and requests a second."""
MOST_CALLERS = 1000


class TokenBuckets:
    """Token buckets of the callers of this process; beyond ``MOST_CALLERS`` the one idle longest is dropped."""

    def __init__(self, *, burst: float = BURST, per_second: float = PER_SECOND) -> None:
        """Begin without callers. Each may have ``burst`` tokens, and regains ``per_second`` in a second."""
        self._burst, self._per_second = burst, per_second
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, caller: Hashable) -> bool:
        """Take a token of this caller; False if there was none.

        A new caller has ``burst`` of them, and gets ``per_second`` back, up to ``burst``. With more than MOST_CALLERS
        the one that asked longest ago is forgotten.
        """
        now = clocks.steady()
        left, since = self._left.pop(caller, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._per_second)
        self._left[caller] = (left - (left >= 1), now)
        while len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        return left >= 1

    def forget(self) -> None:
        """Forget all callers."""
        self._left.clear()
