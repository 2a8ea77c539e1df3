"""The same work as the rules do, in bare loops: plain integers and tuples, no objects, nothing refused or explained.

They tell what this machine and this Python can do at all, in the same run in which the rules are measured.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, product

# Banco draws: row Banco's points, column Punto's third card, the last column when Punto stood.
STOOD = 10
DRAWS = (
    (True,) * 11,
    (True,) * 11,
    (True,) * 11,
    tuple(third != 8 for third in range(11)),
    tuple(2 <= third <= 7 or third == STOOD for third in range(11)),
    tuple(4 <= third <= 7 or third == STOOD for third in range(11)),
    tuple(third in (6, 7) for third in range(11)),
    (False,) * 11,
)
TIE, PUNTO, BANCO = 0, 1, 2
COUP_CARDS = 6


def deal(values: Sequence[int]) -> list[int]:
    """The results of all coups of a shoe of card values until fewer than six cards are left."""
    results = []
    at, end, draws = 0, len(values) - COUP_CARDS, DRAWS
    while at <= end:
        punto = (values[at] + values[at + 2]) % 10
        banco = (values[at + 1] + values[at + 3]) % 10
        at += 4
        if punto < 8 and banco < 8:
            third = STOOD
            if punto < 6:
                third = values[at]
                punto = (punto + third) % 10
                at += 1
            if draws[banco][third]:
                banco = (banco + values[at]) % 10
                at += 1
        results.append(TIE if punto == banco else PUNTO if punto > banco else BANCO)
    return results


def settle(result: int, stakes: Sequence[tuple[int, int]]) -> list[tuple[int, str, int]]:
    """The lines of a coup with this result: stakes are (Punto or Banco, cents), 5 % on Banco."""
    lines = []
    for number, (box, cents) in enumerate(stakes):
        if result and box != result:
            lines.append((number, "loss", -cents))
            continue
        lines.append((number, "stake_returned", cents))
        if result:
            lines.append((number, "win", cents))
            if box == BANCO:
                lines.append((number, "commission", -(cents // 20)))
    return lines


def roads(results: str) -> list[list[tuple[int, int, str]]]:
    """The five roads of a taglia told as B, P and T; the ties of each cell of the big road are its mark's last sign."""
    ties, decided = Counter[int](), ""
    for mark in results:
        if mark == "T":
            ties[max(len(decided) - 1, 0)] += 1
        else:
            decided += mark
    bead = [(number // 6, number % 6, mark) for number, mark in enumerate(results)]
    big = [(*cell[:2], f"{cell[2]}{ties[number]}") for number, cell in enumerate(_place(decided))]
    depths = [len(list(run)) for _, run in groupby(decided)]
    return [bead, big, *(_place(_compare(depths, back)) for back in (1, 2, 3))]


def _compare(depths: Sequence[int], back: int) -> str:
    marks = ""
    for run in range(back, len(depths)):
        if run > back:
            marks += "R" if depths[run - 1] == depths[run - 1 - back] else "B"
        for row in range(2, depths[run] + 1):
            marks += "B" if row == depths[run - back] + 1 else "R"
    return marks


def _place(marks: str) -> list[tuple[int, int, str]]:
    """Six rows: equal marks go down and, where they cannot, to the right; another mark begins a column."""
    taken, cells, start, column, row, before = set(), [], -1, 0, 0, ""
    for mark in marks:
        if mark != before:
            start += 1
            column, row, before = start, 0, mark
        elif row < 5 and (column, row + 1) not in taken:
            row += 1
        else:
            column += 1
            start += row == 0
        taken.add((column, row))
        cells.append((column, row, mark))
    return cells


def odds(values: Sequence[int]) -> list[int]:
    """In how many orders of six cards the coup is tied, Punto's or Banco's, from the cards left of 0 … 9 points."""
    ways = [0, 0, 0]
    for p1, b1, p2, b2 in product(range(10), repeat=4):
        left, orders = list(values), 1
        for value in (p1, b1, p2, b2):
            orders *= left[value]
            left[value] -= 1
        _thirds(left, orders, (p1 + p2) % 10, (b1 + b2) % 10, ways)
    return ways


def _thirds(left: Sequence[int], orders: int, punto: int, banco: int, ways: list[int]) -> None:
    both = sum(left) * (sum(left) - 1)
    stop = punto > 7 or banco > 7
    if stop or (punto > 5 and not DRAWS[banco][STOOD]):
        ways[TIE if punto == banco else PUNTO if punto > banco else BANCO] += orders * both
        return
    for third, count in enumerate(left):
        final = (punto + third) % 10 if punto < 6 else punto
        drawn = DRAWS[banco][third if punto < 6 else STOOD]
        for last, others in enumerate(left):
            points = (banco + last) % 10 if drawn else banco
            weight = orders * count * (others - (last == third))
            ways[TIE if final == points else PUNTO if final > points else BANCO] += weight
