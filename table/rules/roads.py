"""Roads: the scoreboard of a taglia. The bead plate, the big road, and the three roads derived from it.

A road is empty at the start of every taglia; a colpo in bianco, an annulled or a null coup leaves no mark on it. All
roads are six rows high and grow to the right; columns and rows count from 0, from the top left. Adding one coup costs
the same late as early in a taglia, and takes the same steps as adding a whole taglia.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import chain, count, repeat
from operator import getitem
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from table.rules.refusal import Code, Refused
from table.rules.regola import Result

ROWS = 6
PUNTO, BANCO, TIE = "P", "B", "T"
RED, BLUE = "R", "B"
_LETTERS = {Result.PUNTO: PUNTO, Result.BANCO: BANCO, Result.TIE: TIE}


class Cell(NamedTuple):
    """Mark and its place: P, B or T on the bead plate, R (red) or B (blue) on a derived road."""

    column: int
    row: int
    mark: str


class DecidedCell(NamedTuple):
    """Cell of the big road: place, mark P or B, and the number of ties struck through it."""

    column: int
    row: int
    mark: str
    ties: int = 0


_Key = TypeVar("_Key")
_Drawing = TypeVar("_Drawing")
_Shape = TypeVar("_Shape", Cell, DecidedCell)


class _Drawings(dict[_Key, _Drawing]):
    """Cache of cells by key: cells are immutable, so all taglie share them; a missing one is made on first access."""

    def __init__(self, draw: Callable[[_Key], _Drawing]) -> None:
        """Begin an empty cache; ``draw`` makes the value of a key that is missing."""
        super().__init__()
        self._draw = draw

    def __missing__(self, key: _Key) -> _Drawing:
        """Make the value of a missing key by ``draw``, store it under the key, and return it.

        Called by ``[key]`` alone; ``get`` and ``in`` make nothing.
        """
        drawing = self[key] = self._draw(key)
        return drawing


def _straight(shape: Callable[[int, int, str], _Shape], column: int) -> _Drawings[str, tuple[_Shape, ...]]:
    """Return a cache of cells, by run of equal marks (``PPP``): a cell for each mark, from the top of ``column`` down.

    ``shape`` makes a cell of column, row and mark. A run longer than the board is not turned aside.
    """
    return _Drawings(lambda run: tuple(shape(column, row, mark) for row, mark in enumerate(run)))


@lru_cache(maxsize=4096)
def _struck(cell: DecidedCell) -> DecidedCell:
    """Return the cell with one more tie; cached."""
    return cell._replace(ties=cell.ties + 1)


@lru_cache(maxsize=4096)
def _compared(depth: int, model: int, said: int = 1) -> str:
    """Return the marks R (red) and B (blue) for a run of this depth beside its model, a certain run before it.

    Of its coups, counted from the top, the first ``said`` are left out. Every other is red, except the one that comes
    just after the model's depth, which is blue. One more mark follows, for the coup that opens the *next* run: red if
    both runs are equally deep, else blue.
    """
    below = "".join(BLUE if row == model else RED for row in range(said, depth))
    return below + (RED if depth == model else BLUE)


def _runs(marks: str) -> list[str]:
    """Split marks without ties, P and B or R and B, wherever they change: PPBP into PP, B, P."""
    return marks.replace("PB", "P B").replace("BP", "B P").replace("RB", "R B").replace("BR", "B R").split()


class BeadPlate:
    """Results in their order, six to a column."""

    _drawings: ClassVar = _Drawings[int, dict[str, Cell]](
        lambda number: {mark: Cell(*divmod(number, ROWS), mark) for mark in (PUNTO, BANCO, TIE)}
    )

    def __init__(self) -> None:
        """Begin an empty plate."""
        self.cells: list[Cell] = []

    @property
    def marks(self) -> str:
        """Marks P, B and T in the order of the coups."""
        return "".join(cell.mark for cell in self.cells)

    def lay(self, marks: str) -> None:
        """Append one bead for each mark."""
        self.cells += map(getitem, map(self._drawings.__getitem__, count(len(self.cells))), marks)


class Road(Generic[_Shape]):
    """Runs of equal marks, side by side: downwards while there is room, then to the right as a dragon tail.

    A run starts in the column after the start of the run before it, or in the first one after that with a free top.
    ``cells`` are in the order of the coups.
    """

    _drawings: ClassVar[_Drawings[int, _Drawings[str, tuple[Any, ...]]]]

    def __init__(self) -> None:
        """Begin an empty road."""
        self.cells: list[_Shape] = []
        self._start = -1  # the last column whose top is taken, as are all tops to the left of it
        self._room = 0  # number of free rows which the current run found in its current column
        self._tails: dict[int, int] = {}  # column -> row of the last tail that entered it, which is the topmost

    @property
    def marks(self) -> str:
        """Marks of the cells in the order of the coups: P and B on the big road, where ties have no cell of their own.

        On a derived road they are R and B.
        """
        return "".join(cell.mark for cell in self.cells)

    @property
    def columns(self) -> list[str]:
        """Runs as mark and length, ``B8``, in order, whatever their place on the board; ties do not count."""
        return [f"{run[0]}{len(run)}" for run in _runs(self.marks)]

    def _goes_on(self, runs: list[str]) -> bool:
        """Whether the first of these runs has the mark of the last cell; false without runs or on an empty road."""
        return bool(runs and self.cells) and runs[0][0] == self.cells[-1].mark

    def _lay(self, runs: list[str]) -> None:
        """Append these runs of equal marks, each straight down while there is room, then as `_grow` does, to the right.

        The first continues the current run if it has the same mark; every other starts a column.
        """
        if self._goes_on(runs):
            self._grow(runs[0])
            runs = runs[1:]
        cells, drawings, tails, column, room = self.cells, self._drawings, self._tails, self._start, self._room
        for run in runs:
            column += 1
            room = tails.get(column, ROWS)
            if len(run) <= room:
                cells += drawings[column][run]
            else:
                cells += drawings[column][run[:room]]
                self._start, self._room = column, room
                self._grow(run[room:])
                column, room = self._start, self._room
        self._start, self._room = column, room

    def _grow(self, run: str) -> None:
        """Append these marks to the current run, one by one: downwards if that cell is free, else to the right."""
        column, row = self.cells[-1][:2]
        for mark in run:
            if row + 1 < self._room:
                row += 1
            else:
                column += 1
                self._room, self._tails[column] = self._tails.get(column, ROWS), row
                if row == 0:
                    self._start = column
            self.cells.append(self._drawings[column][mark * (row + 1)][row])


class BigRoad(Road[DecidedCell]):
    """Punto and Banco, run by run; a tie is struck through the last decided cell.

    ``depths`` are the lengths of the runs. ``pending_ties`` counts ties before the first decided coup; that coup's cell
    takes them over.
    """

    _drawings = _Drawings(partial(_straight, DecidedCell))

    def __init__(self) -> None:
        """Begin an empty road without ties that wait for a result."""
        super().__init__()
        self.depths: list[int] = []
        self.pending_ties = 0

    @property
    def end(self) -> tuple[int, int]:
        """Index of the current run, from 0, and how many coups it has, ties left out; (0, 0) on an empty road.

        The rows of the board are no limit.
        """
        return (len(self.depths) - 1, self.depths[-1]) if self.depths else (0, 0)

    def lay(self, marks: str) -> None:
        """Append coups by their marks P, B and T, in order; a tie counts at the decided coup before it.

        Ties before the first decided coup count there once it comes (``pending_ties``).
        """
        decided = len(self.cells)
        runs = _runs(marks.replace(TIE, ""))
        depths = [*map(len, runs)]
        if self._goes_on(runs):
            self.depths[-1] += depths.pop(0)
        self.depths += depths
        self._lay(runs)
        for coups in marks.split(TIE)[:-1]:
            decided += len(coups)
            self._strike(decided)
        if self.pending_ties and self.cells:
            self.cells[0] = self.cells[0]._replace(ties=self.cells[0].ties + self.pending_ties)
            self.pending_ties = 0

    def _strike(self, decided: int) -> None:
        """Count a tie at the last of this number of decided coups; as pending where it is 0."""
        if decided:
            self.cells[decided - 1] = _struck(self.cells[decided - 1])
        else:
            self.pending_ties += 1


class DerivedRoad(Road[Cell]):
    """Regularity of the big road: each of its coups is compared with the run ``back`` runs before its own."""

    _drawings = _Drawings(partial(_straight, Cell))

    def __init__(self, back: int) -> None:
        """Begin an empty road; ``back`` (1, 2 or 3) is how many runs before its own a coup is compared with."""
        super().__init__()
        self.back = back

    def follow(self, depths: list[int], *, since: tuple[int, int]) -> None:
        """Append the marks for those coups of the big road that came after ``since``.

        ``depths`` are the lengths of its runs now, ``since`` was its end before: index of the run, from 0, and its
        depth. Runs are compared with the one ``back`` (of this road) before; no coup before the second one of run
        ``back`` has a mark.
        """
        run, depth = max(since, (self.back, 1))
        said = chain((depth,), repeat(1))
        marks = "".join(map(_compared, depths[run:], depths[run - self.back :], said))
        self._lay(_runs(marks[:-1]))


class Scoreboard:
    """Five roads of a taglia. ``big_eye_boy``, ``small_road`` and ``cockroach_pig`` compare 1, 2 and 3 runs back."""

    def __init__(self) -> None:
        """Begin five empty roads."""
        self.bead_plate = BeadPlate()
        self.big_road = BigRoad()
        self.big_eye_boy = DerivedRoad(1)
        self.small_road = DerivedRoad(2)
        self.cockroach_pig = DerivedRoad(3)

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """Return the scoreboard of a taglia with these results, in order; refuse any but a :class:`Result` (E_ROAD)."""
        board = cls()
        board.extend(results)
        return board

    def add(self, result: Result) -> None:
        """Append the result of one coup; refuse anything but a :class:`Result` (E_ROAD)."""
        self.extend((result,))

    def extend(self, results: Iterable[Result]) -> None:
        """Append the results of several coups, in order; if one of them is no :class:`Result`, refuse all (E_ROAD)."""
        marks = _letters(tuple(results))
        since = self.big_road.end
        self.bead_plate.lay(marks)
        self.big_road.lay(marks)
        for road in (self.big_eye_boy, self.small_road, self.cockroach_pig):
            road.follow(self.big_road.depths, since=since)

    @property
    def counts(self) -> dict[Result, int]:
        """Number of coups on this scoreboard by result, 0 for a result that has not occurred."""
        marks = self.bead_plate.marks
        return {result: marks.count(letter) for result, letter in _LETTERS.items()}


def _letters(results: tuple[Result, ...]) -> str:
    """Return the results as marks P, B and T; refuse anything but a :class:`Result`, even "punto" (E_ROAD)."""
    if strangers := {*map(type, results)} - {Result}:
        stranger: object = next(result for result in results if type(result) in strangers)
        raise Refused(
            Code.ROAD,
            "“%(result)s” does not stand on the scoreboard: only the results Punto, Banco and Tie do.",
            result=str(stranger)[:20] if isinstance(stranger, str) else type(stranger).__name__,
        )
    return "".join(map(_LETTERS.__getitem__, results))
