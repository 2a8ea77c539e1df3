"""What becomes of hands that a killed process has left: void when the house opens again, the stakes given back.

Baccarat online, note on malfunctions (``malfunction_voids``). The house opens also where they cannot be looked after
now: each is looked after again when its player comes.
"""

import structlog
from django.db import DatabaseError, connections

from table.online import dealing
from table.rules.houses import ONLINE

log = structlog.stdlib.get_logger("sabot.online")


def look_after() -> None:
    """Called once, before a process serves anybody."""
    assert ONLINE.malfunction_voids, "else they would be dealt to their end"
    try:
        dealing.void_left_over()
    except DatabaseError:
        log.exception("games that were left over were not looked after")
    finally:
        connections.close_all()
