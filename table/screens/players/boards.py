"""The scoreboards as they are drawn: of each road its latest columns, moved to the left edge of the board."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from table.rules.regola import Result
from table.rules.roads import Cell, DecidedCell, Scoreboard

DERIVED = {"big_eye_boy": "Big Eye Boy", "small_road": "Small Road", "cockroach_pig": "Cockroach Pig"}
"""Their names are the same in every language."""


@dataclass(frozen=True, eq=False)
class Board:
    """One road: how many columns it has room for, and its marks within them; the ``newest`` is the last that came."""

    columns: int
    cells: Sequence[Cell | DecidedCell]
    newest: Cell | DecidedCell | None


@dataclass(frozen=True, eq=False)
class Boards:
    """All five roads of a taglia, the derived ones by their names, and how often each result came."""

    bead_plate: Board
    big_road: Board
    derived: dict[str, Board]
    counts: dict[Result, int]


@lru_cache(maxsize=256)
def boards(results: tuple[Result, ...], *, beads: int, road: int, derived: int) -> Boards:
    """The boards of these results, with room for so many columns of each kind of road."""
    score = Scoreboard.of(results)
    roads = {"big_eye_boy": score.big_eye_boy, "small_road": score.small_road, "cockroach_pig": score.cockroach_pig}
    return Boards(
        bead_plate=board(score.bead_plate.cells, beads),
        big_road=board(score.big_road.cells, road),
        derived={DERIVED[name]: board(it.cells, derived) for name, it in roads.items()},
        counts=score.counts,
    )


def board(cells: Sequence[Cell] | Sequence[DecidedCell], columns: int) -> Board:
    """The latest columns of a road; one stays free for what comes next."""
    past = max(0, max((cell.column for cell in cells), default=0) - columns + 2)
    kept = [cell._replace(column=cell.column - past) for cell in cells if cell.column >= past]
    return Board(columns, kept, kept[-1] if kept else None)
