"""How many connections anybody may hold open who has not shown who he is, and how many anybody who has.

Every connection takes a descriptor of the process, and needs no password: without a limit one device with a thousand
half-sent requests would use them up, and the consoles with them. So whatever is not finished counts for the address
that it comes from. Nobody is turned away at the limit: the connection of that address that has waited longest gives way
to the newest, so that a device is served as ever while another one behind the same address sends halves of requests.
A screen that was let in counts for its person or its display instead.
"""

from collections import Counter
from typing import Protocol

import prometheus_client
import structlog

log = structlog.stdlib.get_logger("sabot.gate")
GAVE_WAY = prometheus_client.Counter(
    "sabot_connections_gave_way", "Unfinished connections that were closed because their address had too many"
)


class Connection(Protocol):
    """What the gate wants of a connection of the server."""

    def abortConnection(self) -> None:
        """Close it at once, whatever it was about to say or to hear."""
        ...


class Gate:
    """The connections of this process: by address until they are let in, then by person or display.

    ``most`` is how many may be unfinished in all, from whatever addresses.
    """

    def __init__(self, *, per_address: int, per_person: int, most: int) -> None:
        self._per_address, self._per_person, self._most = per_address, per_person, most
        self._unfinished: dict[Connection, str] = {}
        self._at: dict[str, dict[Connection, None]] = {}
        self._let_in: dict[Connection, str] = {}
        self._open = Counter[str]()

    def waits(self, connection: Connection, address: str) -> None:
        """The connection is nobody's from now on, and comes from this address; empty for one that counts for none.

        Where there are too many, the one that has waited longest is closed.
        """
        self.leaves(connection)
        self._unfinished[connection] = address
        here = self._at.setdefault(address, {})
        here[connection] = None
        if address and len(here) > self._per_address:
            self._give_way(next(iter(here)))
        elif len(self._unfinished) > self._most:
            self._give_way(next(iter(self._unfinished)))

    def admit(self, connection: Connection, who: str) -> bool:
        """The connection is a screen of this person or display; False where there are too many of his already."""
        if self._open[who] >= self._per_person:
            return False
        self.leaves(connection)
        self._let_in[connection] = who
        self._open[who] += 1
        return True

    def leaves(self, connection: Connection) -> None:
        """The connection is gone, or becomes another one's."""
        address, who = self._unfinished.pop(connection, None), self._let_in.pop(connection, None)
        if address is not None:
            here = self._at[address]
            del here[connection]
            if not here:
                del self._at[address]
        if who is not None:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def _give_way(self, connection: Connection) -> None:
        log.debug("a connection gave way", device=self._unfinished[connection])
        GAVE_WAY.inc()
        self.leaves(connection)
        connection.abortConnection()
