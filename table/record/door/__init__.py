"""Door, the only way in for an act: lock, nonce, ground, role, phase; run the verb, append the entry, commit, ping.

- :mod:`~table.record.door.pressing`: the five steps of a press, in their order.
- :mod:`~table.record.door.admitting`: lock, nonce, ground and role.
- :mod:`~table.record.door.acting`: one act is checked, performed and recorded; also once more, for a replay.
- :mod:`~table.record.door.publishing`: what follows the commit.
- :mod:`~table.record.door.fate`: what became of a press whose answer was lost.
- :mod:`~table.record.door.proposals`: what players propose at their displays, which is no act.
"""

from table.record.door.acting import again
from table.record.door.admitting import MOST_STEPS
from table.record.door.fate import MOST_SPENT, Fate, became
from table.record.door.pressing import perform, press
from table.record.door.publishing import MOST_PING_SECONDS, PROCESS_ID, ping_once_committed
from table.record.press import PressResult, Step

__all__ = [
    "MOST_PING_SECONDS",
    "MOST_SPENT",
    "MOST_STEPS",
    "PROCESS_ID",
    "Fate",
    "PressResult",
    "Step",
    "again",
    "became",
    "perform",
    "ping_once_committed",
    "press",
]
