"""The roads of the scoreboard: worked cases, what every road keeps to, and a slow reading of the definitions."""

import json
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.rules.refusal import Code, Refused
from table.rules.regola import Outcome, Result, Side
from table.rules.roads import ROWS, Scoreboard
from tests.rig.rows import every_row

CASES = json.loads((Path(__file__).parent / "data" / "roads_cases.json").read_text(encoding="utf-8"))["cases"]
RESULTS = {"P": Result.PUNTO, "B": Result.BANCO, "T": Result.TIE}
ROADS = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")
DERIVED = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}


def results(marks: str) -> list[Result]:
    return [RESULTS[mark] for mark in marks]


def board(marks: str) -> Scoreboard:
    return Scoreboard.of(results(marks))


def grown(marks: str) -> Scoreboard:
    """The board of a taglia played coup by coup."""
    scoreboard = Scoreboard()
    for result in results(marks):
        scoreboard.add(result)
    return scoreboard


def shown(scoreboard: Scoreboard) -> dict[str, object]:
    """Everything that can be read off a board."""
    cells = {road: [tuple(cell) for cell in getattr(scoreboard, road).cells] for road in ROADS}
    columns = {f"{road} columns": getattr(scoreboard, road).columns for road in ROADS[1:]}
    return {**cells, **columns, "pending": scoreboard.big_road.pending_ties, "depths": scoreboard.big_road.depths}


# Long runs, and runs under their tails, are rare by chance: so the second kind of taglia is made of runs, and the third
# of dragons that lie on one another up to the top row.
def of_runs(*lengths: int) -> st.SearchStrategy[str]:
    run = st.builds(lambda mark, length: mark * length, st.sampled_from("PPBBT"), st.sampled_from(lengths))
    return st.lists(run, max_size=30).map("".join)


taglie = st.text("PBT", max_size=80) | of_runs(1, 1, 2, 3, 6, 7, 9) | of_runs(1, 2, 5, 8, 12, 25)


# ---- the definitions, read slowly ------------------------------------------------------------------------------------


def runs_of(marks: str) -> list[str]:
    return ["".join(run) for _, run in groupby(marks)]


def drawn(marks: str) -> list[tuple[int, int, str]]:
    """Same mark: down if free, else right. Other mark: the column after the last start, or the first free top."""
    cells: list[tuple[int, int, str]] = []
    taken: set[tuple[int, int]] = set()
    start = column = row = -1
    for number, mark in enumerate(marks):
        if number and mark == marks[number - 1]:
            down = row + 1 < ROWS and (column, row + 1) not in taken
            column, row = (column, row + 1) if down else (column + 1, row)
        else:
            start += 1
            while (start, 0) in taken:
                start += 1
            column, row = start, 0
        taken.add((column, row))
        cells.append((column, row, mark))
    return cells


def ties_of(marks: str) -> list[int]:
    """The ties of each decided cell: those that follow it and, for the first, also those that come before it."""
    ties = [0] * len(marks.replace("T", ""))
    decided = 0
    for mark in marks:
        if mark != "T":
            decided += 1
        elif ties:
            ties[max(decided, 1) - 1] += 1
    return ties


def spoken(depths: list[int], k: int) -> str:
    """The marks of a derived road, cell by cell; columns n and rows m of the big road count from 1."""
    depth = dict(enumerate(depths, start=1))
    marks = ""
    for n, coups in depth.items():
        for m in range(1, coups + 1):
            if m == 1 and n - 1 - k >= 1:
                marks += "R" if depth[n - 1] == depth[n - 1 - k] else "B"
            if m >= 2 and n - k >= 1:
                marks += "B" if m == depth[n - k] + 1 else "R"
    return marks


# ---- the worked cases ------------------------------------------------------------------------------------------------


@every_row("build", [board, grown])
@every_row("case", CASES)
def test_the_worked_case_is_on_the_board(case: dict[str, Any], build: Callable[[str], Scoreboard]) -> None:
    scoreboard, expected = build(case["sequence"]), dict(case["expected"])
    assert scoreboard.big_road.columns == expected.pop("big_road_columns")
    for road in ROADS:
        cells = [list(cell) for cell in getattr(scoreboard, road).cells]
        assert cells == expected.pop(f"{road}_cells")
    for road in DERIVED:
        assert getattr(scoreboard, road).marks == expected.pop(road)
    assert not expected, "every field of the case was looked at"


# ---- the bead plate --------------------------------------------------------------------------------------------------


@given(taglie)
def test_the_bead_plate_shows_every_result_in_order_six_to_a_column(marks: str) -> None:
    cells = board(marks).bead_plate.cells
    assert [cell.mark for cell in cells] == list(marks)
    assert [cell.column * 6 + cell.row for cell in cells] == list(range(len(marks)))
    assert all(0 <= cell.row < 6 for cell in cells)


@given(taglie)
def test_the_counts_are_those_of_the_results(marks: str) -> None:
    assert board(marks).counts == {result: marks.count(mark) for mark, result in RESULTS.items()}
    assert board(marks).bead_plate.marks == marks


# ---- the big road ----------------------------------------------------------------------------------------------------


@given(taglie)
def test_the_big_road_is_the_definition(marks: str) -> None:
    decided = marks.replace("T", "")
    expected = [(*cell, ties) for cell, ties in zip(drawn(decided), ties_of(marks), strict=True)]
    assert board(marks).big_road.cells == expected


@given(taglie)
def test_the_columns_of_the_big_road_tell_the_decided_results_again(marks: str) -> None:
    road = board(marks).big_road
    assert "".join(column[0] * int(column[1:]) for column in road.columns) == marks.replace("T", "")
    assert road.depths == [int(column[1:]) for column in road.columns]
    assert all(before[0] != after[0] for before, after in zip(road.columns, road.columns[1:], strict=False))


@given(taglie)
def test_every_decided_result_has_one_cell_and_every_tie_is_on_one(marks: str) -> None:
    road = board(marks).big_road
    assert road.marks == marks.replace("T", "")
    assert sum(cell.ties for cell in road.cells) + road.pending_ties == marks.count("T")
    assert road.pending_ties == 0 or not road.cells


@given(taglie)
def test_no_two_cells_of_a_road_share_a_place_and_none_leaves_the_board(marks: str) -> None:
    for road in ROADS:
        cells = getattr(board(marks), road).cells
        assert len({cell[:2] for cell in cells}) == len(cells)
        assert all(cell.column >= 0 and 0 <= cell.row < ROWS for cell in cells)


def test_ties_before_any_decided_coup_wait_and_then_mark_the_first_cell() -> None:
    scoreboard = board("TTT")
    assert (scoreboard.big_road.pending_ties, scoreboard.big_road.cells) == (3, [])
    assert scoreboard.bead_plate.marks == "TTT"
    scoreboard.add(Result.PUNTO)
    assert (scoreboard.big_road.pending_ties, scoreboard.big_road.cells) == (0, [(0, 0, "P", 3)])


def test_a_dragon_turns_right_at_the_bottom_and_the_next_run_starts_under_its_tail() -> None:
    cells = board("B" * 9 + "PP").big_road.cells
    assert [cell[:2] for cell in cells[5:9]] == [(0, 5), (1, 5), (2, 5), (3, 5)]
    assert [cell[:2] for cell in cells[9:]] == [(1, 0), (1, 1)]


def test_a_run_turns_right_above_a_tail_and_goes_down_again_where_the_tail_has_ended() -> None:
    cells = board("B" * 8 + "P" * 9).big_road.cells
    assert [cell[:2] for cell in cells[8:]] == [*((1, row) for row in range(5)), (2, 4), (3, 4), (3, 5), (4, 5)]


def test_dragons_on_dragons_reach_the_top_row_and_the_next_run_starts_right_of_them() -> None:
    marks = "".join(mark * 20 for mark in "BPBPBP")
    cells = board(marks + "B").big_road.cells
    assert [cell[:2] for cell in cells[100:103]] == [(5, 0), (6, 0), (7, 0)]
    top = max(cell.column for cell in cells[:-1] if cell.row == 0)
    assert top > 7
    assert cells[-1] == (top + 1, 0, "B", 0)


# ---- the derived roads -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("road", DERIVED)
@given(marks=taglie)
def test_a_derived_road_is_the_definition(road: str, marks: str) -> None:
    depths = [len(run) for run in runs_of(marks.replace("T", ""))]
    expected = spoken(depths, DERIVED[road])
    derived = getattr(board(marks), road)
    assert derived.marks == expected
    assert derived.cells == drawn(expected)
    assert derived.columns == [f"{run[0]}{len(run)}" for run in runs_of(expected)]


@given(taglie)
def test_ties_change_nothing_on_the_derived_roads(marks: str) -> None:
    with_ties, without = board(marks), board(marks.replace("T", ""))
    for road in DERIVED:
        assert getattr(with_ties, road).cells == getattr(without, road).cells


@every_row(
    ("marks", "road", "silent"),
    [
        *[("BP", "big_eye_boy", True), ("BPP", "big_eye_boy", False), ("BPB", "big_eye_boy", False)],
        *[("BPB", "small_road", True), ("BPBB", "small_road", False), ("BPBP", "small_road", False)],
        *[("BPBP", "cockroach_pig", True), ("BPBPP", "cockroach_pig", False), ("BPBPB", "cockroach_pig", False)],
    ],
)
def test_a_derived_road_is_silent_until_there_is_a_run_to_compare_with(marks: str, road: str, silent: bool) -> None:
    assert (getattr(board(marks), road).cells == []) is silent


# ---- kept and rebuilt ------------------------------------------------------------------------------------------------


@given(taglie)
def test_the_board_kept_coup_by_coup_is_the_board_rebuilt(marks: str) -> None:
    assert shown(grown(marks)) == shown(board(marks))


@pytest.mark.parametrize("marks", ["TTBTPPTTPBB", "BBPPBPBBBPPPTPB", "B" * 8 + "P" * 9 + "B" * 9 + "T" + "P" * 3])
def test_a_board_taken_up_again_anywhere_is_the_board_rebuilt(marks: str) -> None:
    for cut in range(len(marks) + 1):
        scoreboard = board(marks[:cut])
        scoreboard.extend(results(marks[cut:]))
        assert shown(scoreboard) == shown(board(marks)) == shown(grown(marks))


@settings(max_examples=5)
@given(st.text("PBT", min_size=1_000, max_size=1_000))
def test_a_thousand_coups_are_the_definition_too(marks: str) -> None:
    scoreboard = grown(marks)
    assert [cell[:3] for cell in scoreboard.big_road.cells] == drawn(marks.replace("T", ""))
    assert shown(scoreboard) == shown(board(marks))


def work(scoreboard: Scoreboard, result: Result) -> int:
    """How many calls, of Python and of C, one more result takes."""
    calls = []
    before = sys.getprofile()
    sys.setprofile(lambda _frame, event, _arg: calls.append(event) if event in ("call", "c_call") else None)
    try:
        scoreboard.add(result)
    finally:
        sys.setprofile(before)
    return len(calls)


FIGURES = ["B", "BP", "BT", "BBPTPPBPT", "BBBBBBBBBPP", "B" * 15 + "P" * 15, "BPPBTBBBPPPPBTPP"]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_coup_costs_the_same_at_the_thousandth_as_at_the_tenth(figure: str) -> None:
    marks = (figure * 1_200)[:1_200]
    grown(marks)  # each place is drawn once in the life of the program, not once a taglia; that is no cost of a coup
    scoreboard = Scoreboard()
    calls = [work(scoreboard, result) for result in results(marks)]
    assert max(calls[1_000:]) <= max(calls[10:200])


def test_a_late_coup_leaves_every_earlier_cell_as_it_was() -> None:
    scoreboard = board("BPPTB" * 200)
    before = {road: list(getattr(scoreboard, road).cells) for road in ROADS}
    scoreboard.add(Result.TIE)
    scoreboard.add(Result.PUNTO)
    for road in ROADS:
        untouched = before[road][:-1]
        after = getattr(scoreboard, road).cells
        assert all(old is new for old, new in zip(untouched, after, strict=False))


# ---- what is no result -----------------------------------------------------------------------------------------------

SOMETHING = pytest.param(object(), id="object")
STRANGERS = ["punto", "P", "", Side.PUNTO, Outcome.BLANK, None, 1, True, b"P", ["P"], SOMETHING, Result]


@every_row("stranger", STRANGERS)
def test_what_is_no_result_is_refused_and_nothing_is_laid(stranger: Any) -> None:
    scoreboard = board("TBPPB")
    before = shown(scoreboard)
    for refuse in (
        lambda: scoreboard.add(stranger),
        lambda: scoreboard.extend([Result.PUNTO, stranger]),
        lambda: Scoreboard.of([Result.PUNTO, stranger]),
    ):
        with pytest.raises(Refused) as refused:
            refuse()
        assert refused.value.code is Code.ROAD
        assert shown(scoreboard) == before


@pytest.mark.parametrize(
    ("stranger", "named"), [("P", "P"), ("p" * 99, "p" * 20), (Side.PUNTO, "punto"), (7, "int"), (["P"], "list")]
)
def test_the_refusal_names_the_stranger_but_never_at_length(stranger: Any, named: str) -> None:
    with pytest.raises(Refused) as refused:
        Scoreboard.of([Result.PUNTO, stranger, Result.TIE])
    assert str(refused.value) == (
        f"“{named}” does not stand on the scoreboard: only the results Punto, Banco and Tie do."
    )
