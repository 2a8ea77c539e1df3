"""Programs that are run by hand: an option that selects nothing ends them with a sentence, and nothing is green."""

import logging
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lab import options as lab
from tests.proof import __main__ as proof
from tests.rig.choosing import number_of

TESTS = Path(__file__).parents[1]
A_NUMBER = re.compile(r'add_argument\(\s*"(--\w+)",\s*type=(?:int|float)\b(?!.*choices)')
SELECT_NOTHING = [
    ("tests.bank.__main__", "main", "--sessions 0"),
    ("tests.bench.alarms", "main", "--taglie 0"),
    ("tests.bench.days", "main", "--tables 0"),
    ("tests.bench.disk", "main", "--coups 0"),
    ("tests.bench.door", "main", "--entries 0"),
    ("tests.bench.evenings", "main", "--coups 0"),
    ("tests.bench.floor.__main__", "read_options", "--loads none"),
    ("tests.bench.floor.__main__", "read_options", "--servers none"),
    ("tests.bench.floor.__main__", "read_options", "--seconds nan"),
    ("tests.bench.online", "main", "--players 0"),
    ("tests.bench.paces", "read_options", "--tables 0"),
    ("tests.bench.record", "main", "--entries 0"),
    ("tests.bench.screens", "main", "--screens none"),
    ("tests.bench.starts", "main", "--looks 0"),
    ("tests.disaster.__main__", "main", "--count 0"),
    ("tests.faults.__main__", "read_options", "--engines none"),
    ("tests.faults.served.__main__", "read_options", "sqlite /nowhere --seed 1 --only none"),
    ("tests.fuzz.__main__", "main", "--frames 0"),
    ("tests.law.mutants", "main", "--like none-of-this"),
    ("tests.machine.__main__", "_arguments", "--steps 0"),
    ("tests.proof.__main__", "main", "--count 0 --houses 0 --bytes 0 --pages 0"),
    ("tests.year.__main__", "read_options", "--nights 0"),
]


@pytest.mark.parametrize(("module", "reads", "line"), SELECT_NOTHING)
def test_a_program_that_is_left_nothing_to_do_says_so_and_fails(
    module: str, reads: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [module, *line.split()])
    with pytest.raises(SystemExit) as ended:
        getattr(import_module(module), reads)()
    option, value = line.split()[-2:]
    said = capsys.readouterr().err.splitlines()[-1]
    assert ended.value.code
    assert option in said
    assert value in said


def test_the_runs_that_docs_security_names_can_be_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (TESTS.parent / "docs" / "security.md").read_text(encoding="utf-8")
    lines, done = re.findall(r'make tamper ARGS="([^"]*)"', page), list[str]()
    assert lines

    def notes(part: str) -> Callable[..., list[str]]:
        """Note that a part was run, and find nothing wrong."""

        def run(*_given: Any, **_more: Any) -> list[str]:
            """Note it."""
            done.append(part)
            return []

        return run

    monkeypatch.setattr(logging, "disable", lambda _level: None)
    for part in ("altered", "false_alarms", "files", "papers"):
        monkeypatch.setattr(proof, part, notes(part))
    for line in lines:
        monkeypatch.setattr(sys, "argv", ["make tamper", *line.split()])
        assert proof.main() == 0
        assert ("files" in done, "papers" in done) == ("--bytes 0" not in line, "--pages 0" not in line)
        done.clear()


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("--houses venezia", "super-punto-banco-venezia"),
        ("--languages fr", "it"),
        ("--screens consol", "console"),
        ("--sizes 1x1", "390x844"),
        ("--screens sign --sizes 390x844", "sign: none of these screens is 390x844"),
        ("--every 0", "no number from 1 on"),
    ],
)
def test_the_lab_names_what_could_have_been_selected(line: str, named: str) -> None:
    with pytest.raises(pytest.Collector.CollectError, match=named):
        lab.read(line)


def test_a_number_in_the_environment_is_one_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    assert number_of("HANDS_BY_HAND", 25) == 25
    monkeypatch.setenv("HANDS_BY_HAND", "0")
    with pytest.raises(pytest.Collector.CollectError, match="HANDS_BY_HAND: “0” is no number from 1 on"):
        number_of("HANDS_BY_HAND", 25)


BY_OTHERS = [TESTS / "year" / "evening.py"]
"""What no hand runs: `make year` does, in a house of an older version too, which has no rig of this one."""


def test_every_number_of_a_program_has_a_least_one() -> None:
    files = {path: path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py") if path not in BY_OTHERS}
    without = {(path.name, name) for path, text in files.items() for name in A_NUMBER.findall(text)}
    assert {name for _, name in without} == {"--seed"}, without
