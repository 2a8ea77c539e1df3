"""Where a test or a scenario is found by its name, without running anything."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.paper.sources import ROOT

TESTS = ROOT / "tests"
SCENARIOS = TESTS / "regolamento" / "scenarios"


class Holder(NamedTuple):
    """What holds a sentence: a scenario or a test, in the words of its name, and its file."""

    words: str
    path: Path


@cache
def known() -> dict[str, list[Holder]]:
    """Every scenario and every test of the suite under its name, each test also with its file before it."""
    found: dict[str, list[Holder]] = {}
    for name, path in (*_scenarios(), *_tests()):
        found.setdefault(name, []).append(Holder(_words(name), path))
    return found


def _scenarios() -> Iterator[tuple[str, Path]]:
    for path in sorted(SCENARIOS.glob("*.taglia")):
        yield path.stem, path


def _tests() -> Iterator[tuple[str, Path]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node.name, path
                yield f"{path.name}::{node.name}", path


def _words(name: str) -> str:
    return name.rpartition("::")[2].removeprefix("test_").replace("_", " ")
