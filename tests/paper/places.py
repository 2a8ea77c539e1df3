"""Where on the paper everything lies: rooms side by side in their rows, and each arrow on its way between them."""

from itertools import pairwise
from statistics import mean

from tests.paper.layers import Arrow

SWEEPS = 40
GAP, LANE = 18.0, 12.0
"""Between two rooms, and as wide as an arrow that passes a row; in units of the picture."""

Point = tuple[str, int]
"""A room or an arrow on its way, and the row in which it is met."""


class Places:
    """The middle of everything that lies in a row, so that arrows are short and cross little."""

    def __init__(self, row: dict[str, int], arrows: set[Arrow], width: dict[str, float]) -> None:
        self.width = width
        self.ways = {arrow: _way(arrow, row) for arrow in sorted(arrows)}
        self.lines = self._lines(row)
        self.near = self._near()
        self.x: dict[Point, float] = {}
        self._lay()

    def _lines(self, row: dict[str, int]) -> list[list[Point]]:
        lines: list[list[Point]] = [[] for _ in range(max(row.values()) + 1)]
        for room in sorted(row):
            lines[row[room]].append((room, row[room]))
        for way in self.ways.values():
            for point in way[1:-1]:
                lines[point[1]].append(point)
        return lines

    def _near(self) -> dict[Point, dict[int, list[Point]]]:
        """What each point is joined to, in the row above it and in the row below."""
        near: dict[Point, dict[int, list[Point]]] = {}
        for way in self.ways.values():
            for upper, lower in pairwise(way):
                near.setdefault(upper, {}).setdefault(1, []).append(lower)
                near.setdefault(lower, {}).setdefault(-1, []).append(upper)
        return near

    def _lay(self) -> None:
        for line in self.lines:
            self._spread(line)
        for sweep in range(SWEEPS):
            down = sweep % 2 == 0
            for line in self.lines if down else reversed(self.lines):
                wish = {point: self._wish(point, -1 if down else 1) for point in line}
                if sweep < SWEEPS // 2:
                    line.sort(key=lambda point, wish=wish: (wish[point], point))  # type: ignore[misc]
                self._settle(line, wish)
        least = min(self.x[point] - self._half(point) for line in self.lines for point in line)
        self.x = {point: x - least for point, x in self.x.items()}

    def _wish(self, point: Point, side: int) -> float:
        there = self.near.get(point, {}).get(side) or self.near.get(point, {}).get(-side) or [point]
        return mean(self.x[other] for other in there)

    def _half(self, point: Point) -> float:
        return self.width.get(point[0], LANE) / 2

    def _apart(self, left: Point, right: Point) -> float:
        rooms = (left[0] in self.width) + (right[0] in self.width)
        return self._half(left) + self._half(right) + (GAP if rooms == 2 else GAP / 2)

    def _spread(self, line: list[Point]) -> None:
        x = 0.0
        for left, right in pairwise([("", 0), *line]):
            x += self._apart(left, right)
            self.x[right] = x

    def _settle(self, line: list[Point], wish: dict[Point, float]) -> None:
        """As near to what each wishes as the others leave room for: the mean of pushing right and pushing left."""
        if not line:
            return
        right = self._pushed(line, wish, 1)
        left = self._pushed(line[::-1], wish, -1)
        self.x |= {point: (right[point] + left[point]) / 2 for point in line}

    def _pushed(self, line: list[Point], wish: dict[Point, float], side: int) -> dict[Point, float]:
        placed = {line[0]: wish[line[0]]}
        for before, point in pairwise(line):
            bound = placed[before] + side * self._apart(before, point)
            placed[point] = max(bound, wish[point]) if side > 0 else min(bound, wish[point])
        return placed


def _way(arrow: Arrow, row: dict[str, int]) -> list[Point]:
    """The points that an arrow passes, from its room down to the other."""
    one, other = arrow
    between = [(f"{one}>{other}", number) for number in range(row[one] + 1, row[other])]
    return [(one, row[one]), *between, (other, row[other])]
