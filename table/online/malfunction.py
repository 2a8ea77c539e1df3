"""Voids the games that a killed process has left unfinished, when the house opens again, and returns their stakes.

Baccarat online, note on malfunctions (``malfunction_voids``). The house opens even if that fails now: a player's own
games are checked again when they come.
"""

import structlog
from django.db import DatabaseError, connections

from table.online import dealing
from table.rules.houses import ONLINE

log = structlog.stdlib.get_logger("sabot.online")


def look_after() -> None:
    """Void the games that were begun and that nobody will complete, and return their stakes.

    On PostgreSQL not those begun within LONGEST_HAND, as another process may be dealing them. A database error is
    logged; the connections are closed. Call it before the process serves anybody.
    """
    assert ONLINE.malfunction_voids, "else they would be dealt to their end"
    try:
        dealing.void_left_over()
    except DatabaseError:
        log.exception("games that were left over were not looked after")
    finally:
        connections.close_all()
