"""The tests of the rules notice a changed rule: a quick stand-in for ``make mutants``, with two changes.

It changes the rules by its own hand, in a copy of what the configuration of ``make mutants`` names: what that target
installs for itself is not needed here, and a copy in which the tests could not run is found already.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
RULES = MUTANTS["source_paths"][0]
TESTS = MUTANTS["pytest_add_cli_args_test_selection"][0]

pytestmark = pytest.mark.faults
CHANGES = [
    ("regola.py", '"T TTTTTTTTRT"', '"T TTTTTTTTTT"', "test_regola.py"),
    ("payout.py", "commission=5", "commission=4", "test_payout.py"),
]


PATIENT = """
import hypothesis
hypothesis.settings.register_profile("house", deadline=None)
hypothesis.settings.load_profile("house")
"""
"""On a busy machine an example takes longer than Hypothesis allows by itself: that is no fault of the rules."""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The rules and their tests, in a folder of their own."""
    for part in (*MUTANTS["also_copy"], TESTS):
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, tmp_path / part)
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(PATIENT, encoding="utf-8")
    return tmp_path


def passes(folder: Path, tests: str) -> bool:
    """Whether these tests pass in that folder; that they could not even be collected is no answer."""
    alone = ["-p", "no:django", "-p", "no:playwright", "-p", "no:cacheprovider", "-p", "no:asyncio"]
    # However slow the machine is: a copy without the settings of the tests would give each example a fifth of a second.
    alone.append("--hypothesis-profile=ci")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", *alone, f"{TESTS}/{tests}"],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    return run.returncode == 0


@pytest.mark.parametrize(("room", "law", "changed", "tests"), CHANGES, ids=["regola.py", "payout.py"])
def test_a_changed_rule_is_noticed(rules: Path, room: str, law: str, changed: str, tests: str) -> None:
    source = rules / RULES / room
    text = source.read_text(encoding="utf-8")
    assert text.count(law) == 1
    source.write_text(text.replace(law, changed), encoding="utf-8")
    assert not passes(rules, tests)


def test_the_unchanged_rules_pass(rules: Path) -> None:
    assert passes(rules, "test_payout.py")
