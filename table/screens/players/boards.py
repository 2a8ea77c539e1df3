"""The scoreboards as they are drawn: of each road its latest columns, moved to the left edge of the board."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext

from table.rules.regola import Result
from table.rules.roads import Cell, DecidedCell, Scoreboard
from table.screens.pieces import Piece, piece

DERIVED = {"big_eye_boy": "Big Eye Boy", "small_road": "Small Road", "cockroach_pig": "Cockroach Pig"}
"""Their names are the same in every language."""


class Column(NamedTuple):
    """The marks that stand one below the other on a road, and which of them is the last that came."""

    number: int
    cells: tuple[Cell | DecidedCell, ...]
    newest: int | None


class Board(NamedTuple):
    """One road: how many columns it has room for, how many have moved out to the left, and those that are seen."""

    room: int
    past: int
    columns: tuple[Column, ...]


class Boards(NamedTuple):
    """All five roads of a taglia, the derived ones by their names, and how often each result came."""

    bead_plate: Board
    big_road: Board
    derived: tuple[tuple[str, Board], ...]
    counts: tuple[tuple[Result, int], ...]


@lru_cache(maxsize=256)
def boards(results: tuple[Result, ...], *, beads: int, road: int, derived: int) -> Boards:
    """The boards of these results, with room for so many columns of each kind of road."""
    score = Scoreboard.of(results)
    roads = {"big_eye_boy": score.big_eye_boy, "small_road": score.small_road, "cockroach_pig": score.cockroach_pig}
    return Boards(
        bead_plate=board(score.bead_plate.cells, beads),
        big_road=board(score.big_road.cells, road),
        derived=tuple((DERIVED[name], board(it.cells, derived)) for name, it in roads.items()),
        counts=tuple((result, score.counts[result]) for result in (Result.PUNTO, Result.BANCO, Result.TIE)),
    )


def board(cells: Sequence[Cell] | Sequence[DecidedCell], room: int) -> Board:
    """The latest columns of a road; one stays free for what comes next."""
    past = max(0, max((cell.column for cell in cells), default=0) - room + 2)
    columns = dict.fromkeys(cell.column for cell in cells if cell.column >= past)
    return Board(room, past, tuple(_column(number, cells) for number in columns))


def _column(number: int, cells: Sequence[Cell] | Sequence[DecidedCell]) -> Column:
    marks = tuple(cell for cell in cells if cell.column == number)
    return Column(number, marks, len(marks) - 1 if marks[-1] is cells[-1] else None)


# --- how they are drawn


def bead_plate(its: Board) -> Piece:
    """The bead plate."""
    return _drawn("bead-plate", its, gettext("Bead plate"), "beads")


def big_road(its: Board) -> Piece:
    """The big road."""
    return _drawn("big-road", its, gettext("Big road"), "marks")


def derived_road(name: str, its: Board) -> Piece:
    """One of the derived roads."""
    return _drawn(name.lower().replace(" ", "-"), its, name, "derived")


def how_often(its: Boards) -> Piece:
    """How often each result came."""
    words = "drawings/board_words.html"
    counts = {it.value: [piece(f"count-{it}", f"{words}:count", f"count-{it}", count)] for it, count in its.counts}
    return piece("counts", f"{words}:counts", **counts)


def _drawn(key: str, its: Board, words: str, marks: str) -> Piece:
    """A road, column by column: of one that goes on only the last columns are drawn anew."""
    keys = [f"{key}-{column.number}" for column in its.columns]
    drawn = zip(keys, its.columns, strict=True)
    columns = [piece(it, f"drawings/boards.html:{marks}", it, column) for it, column in drawn]
    return piece(key, "drawings/boards.html:board", key, its.room, its.past, words, columns=columns)
