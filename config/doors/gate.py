"""How many connections anybody may hold open who has not shown who he is, and how many anybody who has.

Every connection takes a descriptor of the process, and needs no password: without a limit one device with a thousand
half-sent requests would use them up, and the consoles with them. So whatever is not finished counts for the address
that it comes from. Nobody is turned away at the limit: the connection of that address that has waited longest gives way
to the newest, so that a device is served as ever while another one behind the same address sends halves of requests.
A screen that was let in counts for its person or its display instead.

Where the process has no room for more in all, whoever holds most gives way, and nobody else: the address with the most
unfinished connections loses the one that has waited longest, the person or display with the most screens the newest.
What a proxy of the house is about to ask counts for the proxy until it has said for whom; behind one that the house
does not believe, as without HTTPS, all devices are one address.
"""

from collections.abc import Collection
from typing import Protocol

import prometheus_client
import structlog

log = structlog.stdlib.get_logger("sabot.gate")
GAVE_WAY = prometheus_client.Counter(
    "sabot_connections_gave_way", "Connections that were closed because their address, person or display had most"
)


class Connection(Protocol):
    """What the gate wants of a connection of the server."""

    def abortConnection(self) -> None:
        """Close it at once, whatever it was about to say or to hear."""
        ...


class Held:
    """Connections by who holds them, each holder's in the order in which they came."""

    def __init__(self) -> None:
        self._whose: dict[Connection, str] = {}
        self._of: dict[str, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return len(self._whose)

    def add(self, connection: Connection, who: str) -> None:
        """He holds this one too."""
        self._whose[connection] = who
        self._of.setdefault(who, {})[connection] = None

    def drop(self, connection: Connection) -> str | None:
        """Nobody holds it any more; gives who did."""
        who = self._whose.pop(connection, None)
        if who is not None:
            del self._of[who][connection]
            if not self._of[who]:
                del self._of[who]
        return who

    def of(self, who: str) -> Collection[Connection]:
        """His, the one that came first at their head."""
        return self._of.get(who, {})

    def most(self) -> list[Connection]:
        """Those of whoever holds most; of several the one that holds any for longest."""
        return [*max(self._of.values(), key=len)]


class Gate:
    """The connections of this process: by address until they are let in, then by person or display.

    ``unfinished`` and ``let_in`` are how many of each there may be in all, whoever holds them.
    """

    def __init__(self, *, per_address: int, per_person: int, unfinished: int, let_in: int) -> None:
        self._per_address, self._per_person = per_address, per_person
        self._most_unfinished, self._most_let_in = unfinished, let_in
        self._unfinished, self._let_in = Held(), Held()

    def waits(self, connection: Connection, address: str) -> None:
        """The connection is nobody's from now on, and comes from this address; empty for a proxy, which has no limit.

        Where there are too many, the one that has waited longest is closed: of this address, or of that with the most.
        """
        self.leaves(connection)
        self._unfinished.add(connection, address)
        here = self._unfinished.of(address)
        if address and len(here) > self._per_address:
            self._give_way(next(iter(here)))
        elif len(self._unfinished) > self._most_unfinished:
            self._give_way(self._unfinished.most()[0])

    def admit(self, connection: Connection, who: str) -> bool:
        """The connection is a screen of this person or display; False where he has too many, or there is no room."""
        if len(self._let_in.of(who)) >= self._per_person or not self._room(who):
            return False
        self.leaves(connection)
        self._let_in.add(connection, who)
        return True

    def leaves(self, connection: Connection) -> str | None:
        """The connection is gone, or becomes another one's; gives whose it was."""
        who = self._unfinished.drop(connection)
        return who if who is not None else self._let_in.drop(connection)

    def _room(self, who: str) -> bool:
        """One more screen of his fits in, if need be in place of one of somebody who has more than he will have."""
        if len(self._let_in) < self._most_let_in:
            return True
        most = self._let_in.most()
        if len(most) <= len(self._let_in.of(who)) + 1:
            return False
        self._give_way(most[-1])
        return True

    def _give_way(self, connection: Connection) -> None:
        log.debug("a connection gave way", device=self.leaves(connection))
        GAVE_WAY.inc()
        connection.abortConnection()
