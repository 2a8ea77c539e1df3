"""Scoreboards as they are drawn: the latest columns of each road, moved to the left edge of the board."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext

from table.rules.regola import Result
from table.rules.roads import Cell, DecidedCell, Scoreboard
from table.screens.read.pieces import Piece, piece


class RoadColumn(NamedTuple):
    """Marks one below the other in a column of a road; ``newest`` is the index of the last coup's, else None."""

    number: int
    cells: tuple[Cell | DecidedCell, ...]
    newest: int | None


class Board(NamedTuple):
    """Road as drawn: columns it has room for, columns that have moved out to the left, and columns in sight."""

    room: int
    past: int
    columns: tuple[RoadColumn, ...]


class Boards(NamedTuple):
    """Roads of a taglia, the derived ones with their names, and how often each result came."""

    bead_plate: Board
    big_road: Board
    derived: tuple[tuple[str, Board], ...]
    counts: tuple[tuple[Result, int], ...]


@lru_cache(maxsize=256)
def boards(results: tuple[Result, ...], *, beads: int, road: int, derived: int) -> Boards:
    """Return the roads of these results of a taglia, and how often each result came; cached.

    `beads`, `road` and `derived` are the columns that the boards of bead plate, big road and each derived road have
    room for. Of a road with as many columns or more only the latest are shown, one fewer than that, so that the next
    mark has room.
    """
    score = Scoreboard.of(results)
    # Their names are the same in every language.
    roads = {"Big Eye Boy": score.big_eye_boy, "Small Road": score.small_road, "Cockroach Pig": score.cockroach_pig}
    return Boards(
        bead_plate=board(score.bead_plate.cells, beads),
        big_road=board(score.big_road.cells, road),
        derived=tuple((name, board(it.cells, derived)) for name, it in roads.items()),
        counts=tuple((result, score.counts[result]) for result in (Result.PUNTO, Result.BANCO, Result.TIE)),
    )


def board(cells: Sequence[Cell] | Sequence[DecidedCell], room: int) -> Board:
    """Return the latest columns of a road, at most `room` - 1, so that the next mark has room; none without cells.

    Columns are numbered from 0 throughout the taglia; ``past`` is how many have moved out to the left.
    """
    past = max(0, max((cell.column for cell in cells), default=0) - room + 2)
    columns = []
    for number in dict.fromkeys(cell.column for cell in cells if cell.column >= past):
        marks = tuple(cell for cell in cells if cell.column == number)
        columns.append(RoadColumn(number, marks, len(marks) - 1 if marks[-1] is cells[-1] else None))
    return Board(room, past, tuple(columns))


# --- how they are drawn


def bead_plate(its: Board) -> Piece:
    """Return the piece of the bead plate, labelled in the active language, with a piece for each column."""
    return _drawn("bead-plate", its, gettext("Bead plate"), "beads")


def big_road(its: Board) -> Piece:
    """Return the piece of the big road."""
    return _drawn("big-road", its, gettext("Big road"), "marks")


def derived_road(name: str, its: Board) -> Piece:
    """Return the piece of a derived road; its key is the name in lower case with hyphens."""
    return _drawn(name.lower().replace(" ", "-"), its, name, "derived")


def how_often(its: Boards) -> Piece:
    """Return the piece that says how often Punto, Banco and a tie came."""
    words = "drawings/board_words.html"
    counts = {it.value: [piece(f"count-{it}", f"{words}:count", f"count-{it}", count)] for it, count in its.counts}
    return piece("counts", f"{words}:counts", **counts)


def _drawn(key: str, its: Board, words: str, marks: str) -> Piece:
    """Return the piece of a road, with a piece for each column.

    `words` is its label, `marks` the macro of its cells.
    """
    keys = [f"{key}-{column.number}" for column in its.columns]
    drawn = zip(keys, its.columns, strict=True)
    columns = [piece(it, f"drawings/boards.html:{marks}", it, column) for it, column in drawn]
    return piece(key, "drawings/boards.html:board", key, its.room, its.past, words, columns=columns)
