"""Dialogs of a tile of the pit: acts at a table, with the words and rights of its desk."""

from collections.abc import Iterator

from table.screens.inspector.alerts import alert_lines
from table.screens.inspector.desk import may, office
from table.screens.inspector.dialogs import limits, suspend
from table.screens.inspector.pit_list import CALLS, list_of, turns
from table.screens.inspector.tile import ACTS, ANSWERS
from table.screens.read.numbers import numbers_here
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot


def dialogs(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Draw the dialogs of a tile: what this role may do from the pit, who waits for a seat, limits and suspension."""
    numbers, mine, now = numbers_here(), office(role), may(snapshot, role, ACTS | ANSWERS | CALLS)
    alerts = alert_lines(snapshot, numbers)
    cases = [piece(f"case-{it.key}", _macro("case"), it, "go_to_alert" in mine) for it in alerts]
    given = (snapshot.code, now & ACTS, snapshot.table.suspend_pending)
    waits = [list_of(snapshot, role, now)] if turns(snapshot) else []
    yield piece("sheet-tile", _macro("all_acts"), *given, cases=cases, waits=waits)
    if "set_limits" in mine:
        yield limits(snapshot, now, numbers)
    if "suspend" in mine:
        yield suspend(snapshot, now)


def _macro(name: str) -> str:
    return f"regions/tile_sheets.html:{name}"
