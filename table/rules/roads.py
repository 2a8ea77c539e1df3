"""The roads: what the scoreboard shows of a taglia. The bead plate, the big road, and the three roads derived from it.

A road starts afresh with every taglia; a colpo in bianco, an annulled or a null coup leaves no mark on it. All roads
are six rows high and grow to the right; columns and rows count from 0, from the top left. A coup is laid on by the same
steps as a whole taglia and costs the same late as early.
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
    """A mark and where it stands: P, B or T on the bead plate, R (red) or B (blue) on a derived road."""

    column: int
    row: int
    mark: str


class DecidedCell(NamedTuple):
    """A cell of the big road: P or B, where it stands, and how many ties are struck through it."""

    column: int
    row: int
    mark: str
    ties: int = 0


_Key = TypeVar("_Key")
_Drawing = TypeVar("_Drawing")
_Shape = TypeVar("_Shape", Cell, DecidedCell)


class _Drawings(dict[_Key, _Drawing]):
    """What stands in a place looks the same in every taglia, so it is drawn once, when it is first needed."""

    def __init__(self, draw: Callable[[_Key], _Drawing]) -> None:
        super().__init__()
        self._draw = draw

    def __missing__(self, key: _Key) -> _Drawing:
        drawing = self[key] = self._draw(key)
        return drawing


def _beads(number: int) -> dict[str, Cell]:
    """The bead with this number, from 0, in each of its marks."""
    return {mark: Cell(*divmod(number, ROWS), mark) for mark in (PUNTO, BANCO, TIE)}


def _straight(shape: Callable[[int, int, str], _Shape], column: int) -> _Drawings[str, tuple[_Shape, ...]]:
    """The runs that go straight down this column, by their marks."""
    return _Drawings(lambda run: tuple(shape(column, row, mark) for row, mark in enumerate(run)))


@lru_cache(maxsize=4096)
def _struck(cell: DecidedCell) -> DecidedCell:
    """The cell with one tie more."""
    return cell._replace(ties=cell.ties + 1)


@lru_cache(maxsize=4096)
def _compared(depth: int, model: int, said: int = 1) -> str:
    """What a derived road says of a run of this depth beside its model, the depth of the run it is compared with.

    Below the coups already ``said`` all is red, but for the one coup that goes a first step below the model: blue. The
    last mark is for the coup that opens the *next* run: red if this run ended as deep as its model, else blue.
    """
    below = "".join(BLUE if row == model else RED for row in range(said, depth))
    return below + (RED if depth == model else BLUE)


def _runs(marks: str) -> list[str]:
    """The marks cut wherever they change: PPBP is PP, B, P."""
    return marks.replace("PB", "P B").replace("BP", "B P").replace("RB", "R B").replace("BR", "B R").split()


class BeadPlate:
    """Every result in its order, six to a column."""

    _drawings: ClassVar = _Drawings(_beads)

    def __init__(self) -> None:
        self.cells: list[Cell] = []

    @property
    def marks(self) -> str:
        """P, B and T in the order in which they came."""
        return "".join(cell.mark for cell in self.cells)

    def lay(self, marks: str) -> None:
        """Lay these marks on, one bead each."""
        self.cells += map(getitem, map(self._drawings.__getitem__, count(len(self.cells))), marks)


class Road(Generic[_Shape]):
    """Runs of equal marks, side by side: down where that is free, else to the right as a dragon tail.

    A run starts in the column after the one before it started, or in the first after that whose top is free.
    ``cells`` lie in the order in which they came.
    """

    _drawings: ClassVar[_Drawings[int, _Drawings[str, tuple[Any, ...]]]]

    def __init__(self) -> None:
        self.cells: list[_Shape] = []
        self._start = -1  # the last column whose top is taken; all tops left of it are
        self._room = 0  # how many rows the standing run found free in the column it has come to
        self._tails: dict[int, int] = {}  # column -> the row in which the last tail came into it; that is the highest

    @property
    def marks(self) -> str:
        """The marks in the order in which they came."""
        return "".join(cell.mark for cell in self.cells)

    @property
    def columns(self) -> list[str]:
        """The runs as they are called, ``B8``, however they lie on the board."""
        return [f"{run[0]}{len(run)}" for run in _runs(self.marks)]

    def _goes_on(self, runs: list[str]) -> bool:
        """Does the first of these runs go on with the one that stands?"""
        return bool(runs and self.cells) and runs[0][0] == self.cells[-1].mark

    def _lay(self, runs: list[str]) -> None:
        """Lay these runs on, each straight down as far as there is room and then mark by mark."""
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
        """Lay these marks on the standing run, one by one: down if that is free, else right."""
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

    ``depths`` are the lengths of the runs, however they lie. Ties before the first decided coup are ``pending_ties``
    until its cell takes them.
    """

    _drawings = _Drawings(partial(_straight, DecidedCell))

    def __init__(self) -> None:
        super().__init__()
        self.depths: list[int] = []
        self.pending_ties = 0

    @property
    def end(self) -> tuple[int, int]:
        """How far the road has come: the number of the standing run, from 0, and its depth."""
        return (len(self.depths) - 1, self.depths[-1]) if self.depths else (0, 0)

    def lay(self, marks: str) -> None:
        """Lay P, B and T on, in order."""
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
        """A tie after so many decided coups."""
        if decided:
            self.cells[decided - 1] = _struck(self.cells[decided - 1])
        else:
            self.pending_ties += 1


class DerivedRoad(Road[Cell]):
    """How regular the big road is: each of its coups is compared with the run so many runs ``back``."""

    _drawings = _Drawings(partial(_straight, Cell))

    def __init__(self, back: int) -> None:
        super().__init__()
        self.back = back

    def follow(self, depths: list[int], *, since: tuple[int, int]) -> None:
        """Lay on what there is to say of the big road's coups since it ended there; its second run comes first."""
        run, depth = max(since, (self.back, 1))
        said = chain((depth,), repeat(1))
        marks = "".join(map(_compared, depths[run:], depths[run - self.back :], said))
        self._lay(_runs(marks[:-1]))


class Scoreboard:
    """The five roads of a taglia. ``big_eye_boy``, ``small_road`` and ``cockroach_pig`` look 1, 2 and 3 runs back."""

    def __init__(self) -> None:
        self.bead_plate = BeadPlate()
        self.big_road = BigRoad()
        self.big_eye_boy = DerivedRoad(1)
        self.small_road = DerivedRoad(2)
        self.cockroach_pig = DerivedRoad(3)

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """The board of a taglia that has had these results, in order."""
        board = cls()
        board.extend(results)
        return board

    def add(self, result: Result) -> None:
        """One more coup has its result; refused with E_ROAD if that is none."""
        self.extend((result,))

    def extend(self, results: Iterable[Result]) -> None:
        """More coups have their results, in order; refused with E_ROAD, all of them, if one is none."""
        marks = _letters(tuple(results))
        since = self.big_road.end
        self.bead_plate.lay(marks)
        self.big_road.lay(marks)
        for road in (self.big_eye_boy, self.small_road, self.cockroach_pig):
            road.follow(self.big_road.depths, since=since)

    @property
    def counts(self) -> dict[Result, int]:
        """How many coups went to Punto, to Banco and to neither."""
        marks = self.bead_plate.marks
        return {result: marks.count(letter) for result, letter in _LETTERS.items()}


def _letters(results: tuple[Result, ...]) -> str:
    """The results as the marks P, B and T; a text such as "punto" is not a result."""
    if strangers := {*map(type, results)} - {Result}:
        stranger: object = next(result for result in results if type(result) in strangers)
        raise Refused(
            Code.ROAD,
            "“%(result)s” does not stand on the scoreboard: only the results Punto, Banco and Tie do.",
            result=str(stranger)[:20] if isinstance(stranger, str) else type(stranger).__name__,
        )
    return "".join(map(_LETTERS.__getitem__, results))
