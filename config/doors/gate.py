"""Limits on open connections: per address until they are let in, then per person or display.

Every connection takes a descriptor of the process and needs no password: without a limit one device with a thousand
half-sent requests would use them up. So an unfinished connection counts for its address. At the limit nobody is turned
away: the longest-waiting connection of that address is closed in favour of the newest, so that a device is served even
while another one behind the same address sends halves of requests. A screen that was let in counts for its person or
display instead.

If the process as a whole is full, only whoever holds most gives way: the address with the most unfinished connections
loses the longest-waiting one, the person or display with the most screens the newest, if they have at least two more
than whoever comes, who else is turned away. A connection of a trusted proxy counts for no address until its headers
name a device; behind a proxy that is not trusted, or without HTTPS, all devices are one address.
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
    """Connection of the server, as far as the gate needs it."""

    def abortConnection(self) -> None:
        """Close the connection at once, without sending or reading anything more."""
        ...


class ConnectionsByHolder:
    """Connections by holder, those of each holder in the order in which they were added."""

    def __init__(self) -> None:
        """Begin without any connection."""
        self._whose: dict[Connection, str] = {}
        self._of: dict[str, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return len(self._whose)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._whose

    def add(self, connection: Connection, who: str) -> None:
        """Add a connection of the holder ``who``. It must have no holder yet, which is not checked."""
        self._whose[connection] = who
        self._of.setdefault(who, {})[connection] = None

    def drop(self, connection: Connection) -> str | None:
        """Remove a connection and return its holder; None if it had none."""
        who = self._whose.pop(connection, None)
        if who is not None:
            del self._of[who][connection]
            if not self._of[who]:
                del self._of[who]
        return who

    def of(self, who: str) -> Collection[Connection]:
        """Connections of a holder, no copy, in the order in which they were added; empty for an unknown holder."""
        return self._of.get(who, {})

    def most(self) -> list[Connection]:
        """List the connections of the holder with the most, in the order in which they were added.

        Of equals it is the holder whose first connection was added first. Raises ValueError where there is no
        connection.
        """
        return [*max(self._of.values(), key=len)]


class Gate:
    """Open connections of this process: by address until they are let in, then by person or display.

    ``unfinished`` and ``let_in`` limit how many of each kind there may be in all.
    """

    def __init__(self, *, per_address: int, per_person: int, unfinished: int, let_in: int) -> None:
        """Make a gate without connections, with the most of them that there may be.

        `per_address` limits the unfinished ones of an address, `unfinished` all these in the process, `per_person` the
        screens of a person or display, and `let_in` all such screens in the process.
        """
        self._per_address, self._per_person = per_address, per_person
        self._most_unfinished, self._most_let_in = unfinished, let_in
        self._unfinished, self._let_in = ConnectionsByHolder(), ConnectionsByHolder()

    def waits(self, connection: Connection, address: str) -> None:
        """Count a connection as unfinished for this address, as its newest, and no longer for anybody else.

        If the address then has too many, its longest-waiting connection is closed; else, if the process has, that of
        the address with the most. An empty address has no limit of its own.
        """
        self.leaves(connection)
        self._unfinished.add(connection, address)
        here = self._unfinished.of(address)
        if address and len(here) > self._per_address:
            self._give_way(next(iter(here)))
        elif len(self._unfinished) > self._most_unfinished:
            self._give_way(self._unfinished.most()[0])

    def admit(self, connection: Connection, who: str) -> bool:
        """Count a connection for the person or display ``who``, instead of its address.

        If the process is full, the newest connection of whoever has most is closed for it, if they have at least two
        more than ``who``. False, with nothing changed, where nobody has, where ``who`` is at their own limit, or for a
        connection that does not count for an address, as it was lost meanwhile, or admitted before.
        """
        if connection not in self._unfinished or len(self._let_in.of(who)) >= self._per_person or not self._room(who):
            return False
        self.leaves(connection)
        self._let_in.add(connection, who)
        return True

    def leaves(self, connection: Connection) -> str | None:
        """Stop counting a connection, and return whose it was: an address, a person or a display; None if unknown."""
        who = self._unfinished.drop(connection)
        return who if who is not None else self._let_in.drop(connection)

    def _room(self, who: str) -> bool:
        """Whether the process has room for one more screen of this holder, whose own limit is not looked at.

        If the process is full, the newest screen of whoever has most is closed, if they have at least two more than
        this one.
        """
        if len(self._let_in) < self._most_let_in:
            return True
        most = self._let_in.most()
        if len(most) <= len(self._let_in.of(who)) + 1:
            return False
        self._give_way(most[-1])
        return True

    def _give_way(self, connection: Connection) -> None:
        """Stop counting a connection, close it at once, add one to the metric GAVE_WAY, log whose it was (debug)."""
        log.debug("a connection gave way", device=self.leaves(connection))
        GAVE_WAY.inc()
        connection.abortConnection()
