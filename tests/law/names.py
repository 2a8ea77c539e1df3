"""Where a test or a scenario is found by its name, without running anything."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.paper.sources import ROOT

TESTS = ROOT / "tests"
SCENARIOS = TESTS / "regolamento" / "scenarios"
TEST = re.compile(r"^ *(?:async )?def (test_\w+)\((?!.*\): \.\.\.$)", re.MULTILINE)


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
        for name in TEST.findall(path.read_text(encoding="utf-8")):
            yield name, path
            yield f"{path.name}::{name}", path


def _words(name: str) -> str:
    return name.rpartition("::")[2].removeprefix("test_").replace("_", " ")
