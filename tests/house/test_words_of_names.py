"""What STYLE.md asks of the code: no name is made of a word that means five things, except where it is stored or sent,
in the house and in its tests; every function of three lines or more of the house says what it does, and none is long.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.house.test_architecture import OURS, ROOT
from tests.paper.sources import walk, without_texts

TESTS = sorted((ROOT / "tests").rglob("*.py"))
WORDS = frozenset({"told", "asked", "kept", "beside", "lie", "lies", "lying", "sheet", "sheets", "mask"})
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
MENTIONED = re.compile(
    rf"(?:(?<![a-z])(?:{'|'.join(WORDS)})|{'|'.join(form(it) for it in WORDS for form in (str.title, str.upper))})"
    r"(?![a-z])"
)
"""In whose code none of the words is a part of a name."""
TEST = re.compile(r"\bdef test_\w+")
"""The name of a test, where it is defined."""
LEAST, MOST = 3, 40
"""Lines of a body from which on a function has a docstring; lines that a function has at most."""


class Found(NamedTuple):
    """What is wrong in a module, by line and name: unclear names, functions without a docstring, functions too long."""

    unclear: list[tuple[int, str]]
    silent: list[tuple[int, str]]
    long: list[tuple[int, str]]


COLUMN, MODEL, JSON, POLICY = "a column", "a model's state in migrations", "a key of JSON that goes out", "a policy key"
SCHEMA = "a name in a published schema"
EDGES = {
    **dict.fromkeys(
        [f"bank/reports/files.py {it}Told" for it in ("Movement", "Try", "Count", "Cause")],
        SCHEMA,
    ),
    "bank/reports/house_files.py DayTold": SCHEMA,
    "bank/reports/day.py LostTold": SCHEMA,
    "procedures/articles/layout_answers.py told_apart": JSON,
    "procedures/reports/incident.py Kept": SCHEMA,
    "procedures/reports/incident.py told": JSON,
    "procedures/reports/incident.py kept": JSON,
    "table/models/coup.py began_with_mask": COLUMN,
    "table/models/coup.py correction_asked": COLUMN,
    "table/models/devices.py told_at": COLUMN,
    "table/models/outside.py Told": MODEL,
    "table/models/seating.py asked": COLUMN,
    "table/models/shoe.py mask_waits": COLUMN,
    "table/outside/coups.py lies": JSON,
    "table/reports/registers/forms.py CardsLie": SCHEMA,
    "table/reports/registers/forms.py SealTold": SCHEMA,
    "table/reports/registers/forms.py AlarmTold": SCHEMA,
    "table/rules/profile.py mask_tolerance": POLICY,
}
"""Names that are stored or sent as they are, each with its reason."""


def names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of whatever is named: definitions, arguments, variables, own attributes."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.Import(names=found) | ast.ImportFrom(names=found):
                yield from ((node.lineno, it.asname) for it in found if it.asname)


@cache
def is_unclear(name: str, words: frozenset[str] = WORDS) -> bool:
    """Whether one of the words is a part of a name, in snake_case or in CamelCase."""
    return not {part.lower() for part in PART.findall(name)}.isdisjoint(words)


def unclear(place: str, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the unclear names of a module with their lines, its own and those of its folders at line 0.

    The name of a test is a sentence of a regulation, in whose words these may be.
    """
    parts, of_tests = place.removesuffix(".py").split("/"), place.startswith("tests/")
    named = ((line, name) for line, name in names(nodes) if not (of_tests and name.startswith("test_")))
    yield from ((line, name) for line, name in (*((0, it) for it in parts), *named) if is_unclear(name))


def mentions(code: str, *, of_tests: bool) -> bool:
    """Whether one of the words is in this code, but for the names of tests where they are defined."""
    return bool(MENTIONED.search(TEST.sub("", code) if of_tests else code))


def functions_in(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all functions of a module: they are defined by statements, and no expression is looked into."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, name, ()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node
            yield from functions_in(node)


def silent(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each function that has no docstring, though its body has LEAST lines or more."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not ast.get_docstring(node):
            first, last = node.body[0].lineno, node.body[-1].end_lineno or 0
            if last - first + 1 >= LEAST:
                yield node.lineno, node.name


def long(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each function that has more than MOST lines."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= MOST:
            yield node.lineno, node.name


@pytest.fixture(scope="module")
def modules() -> dict[str, Found]:
    """What is wrong in each module; a test is read where it mentions one of the words."""
    return {path.relative_to(ROOT).as_posix(): found_in(path) for path in (*OURS, *TESTS)}


def found_in(path: Path) -> Found:
    """Read a module: in tests functions are as they are, and migrations may have any names."""
    place, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    of_tests, is_migration = place.startswith("tests/"), "migrations" in path.parts
    is_mentioned = not is_migration and mentions(without_texts(source), of_tests=of_tests)
    tree = ast.parse(source) if is_mentioned or not of_tests else ast.Module([], [])
    functions = [] if of_tests else [*functions_in(tree)]
    wrong = [] if is_migration else [*unclear(place, walk(tree) if is_mentioned else [])]
    return Found(wrong, [] if is_migration else [*silent(functions)], [*long(functions)])


def test_no_name_is_made_of_a_word_that_means_five_things(modules: dict[str, Found]) -> None:
    names = ((place, line, name) for place, found in modules.items() for line, name in found.unclear)
    found = [it for it in names if f"{it[0]} {it[2]}" not in EDGES]
    assert [f"{place}:{line} {name}" for place, line, name in found] == []


def test_every_edge_is_still_there(modules: dict[str, Found]) -> None:
    edges = (edge.partition(" ") for edge in EDGES)
    assert [(place, name) for place, _, name in edges if name not in {it for _line, it in modules[place].unclear}] == []


def test_in_tests_whatever_is_named_but_a_test_is_looked_at() -> None:
    nodes = [*ast.walk(ast.parse("def test_a_thing_is_told(told): ...\ndef tested(): ...\nkept_before = 1"))]
    assert {*unclear("tests/house/test_told.py", nodes)} == {(0, "test_told"), (1, "told"), (3, "kept_before")}
    assert (1, "test_a_thing_is_told") in {*unclear("table/asked/told.py", nodes)}
    assert [mentions("def test_told(): ...", of_tests=it) for it in (True, False)] == [False, True]
    assert mentions("def test_it(told): ...", of_tests=True)


def test_every_function_of_three_lines_has_a_docstring(modules: dict[str, Found]) -> None:
    assert [f"{place}:{line} {name}" for place, found in modules.items() for line, name in found.silent] == []


def test_no_function_is_longer_than_forty_lines(modules: dict[str, Found]) -> None:
    assert [f"{place}:{line} {name}" for place, found in modules.items() for line, name in found.long] == []


def test_who_has_more_than_forty_lines_is_named() -> None:
    source = "def whole():\n" + "    a\n" * 39 + "async def more():\n" + "    a\n" * 40
    assert [*long(functions_in(ast.parse(source)))] == [(41, "more")]


def test_functions_are_found_in_whichever_statement_they_are_defined() -> None:
    blocks = ("class A", "def f()", "if 1", "for it in a", "with a", "while 1")
    within = "".join(f"{'  ' * at}{block}:\n" for at, block in enumerate(blocks))
    deep = within + f"{'  ' * len(blocks)}def last(): a\n"
    tried = "try:\n  def tried(): a\nexcept A:\n  def failed(): a\nelse:\n  def did(): a\nfinally:\n  def ended(): a\n"
    otherwise = "if 1: a\nelse:\n  def other(): a\nmatch 1:\n  case 1:\n    def matched(): a\n"
    tree = ast.parse(deep + tried + otherwise)
    found = {it for it in ast.walk(tree) if isinstance(it, ast.FunctionDef)}
    assert {*functions_in(tree)} == found
    assert len(found) == 8


def test_who_has_three_lines_and_says_nothing_is_named() -> None:
    source = (
        "def short():\n    a\n    b\ndef long():\n    a\n    b\n    c\ndef said():\n    'Do it.'\n    a\n    b\n    c"
    )
    assert [*silent(ast.walk(ast.parse(source)))] == [(4, "long")]


@pytest.mark.parametrize(
    "source",
    [
        "def is_told(): ...",
        "class CardsLie: ...",
        "def f(asked): ...",
        "lambda kept: 0",
        "for lie in (): ...",
        "class A:\n    MASK_BITS: int",
        "self.beside = 1",
        "import table as told",
        "(sheets := 1)",
        "f'{[kept for kept in a]}'",
        "a = 'no # comment'; told = 1",
    ],
)
def test_whatever_is_named_is_looked_at(source: str) -> None:
    assert any(is_unclear(name) for _line, name in names(walk(ast.parse(source))))
    assert MENTIONED.search(without_texts(source))


@pytest.mark.parametrize("name", ["masked", "asks", "KeyMasking", "families", "spreadsheet"])
def test_a_word_that_only_begins_like_one_is_none(name: str) -> None:
    assert not is_unclear(name)
