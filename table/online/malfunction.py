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
    """Void all unfinished games and return their stakes; a database error is logged.

    Call it before the process serves anybody.
    """
    assert ONLINE.malfunction_voids, "else they would be dealt to their end"
    try:
        dealing.void_left_over()
    except DatabaseError:
        log.exception("games that were left over were not looked after")
    finally:
        connections.close_all()
