"""A copy of the house on which an exercise is done, and the tests that are asked about it there."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.exercises.additions import added
from tests.exercises.checklists import ROOT

LONGEST_SECONDS = 3 * 3600


class Question(NamedTuple):
    """Which tests are asked of the copy; ``without`` is the file that was forgotten."""

    without: str
    guards: list[str]


class Answered(NamedTuple):
    """The tests that failed or passed, by the names that pytest gives them, and everything that was said."""

    failed: list[str]
    passed: list[str]
    said: str


def copied(to: Path) -> Path:
    """The files of the house as they stand, those that git keeps and those that are new."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    for name in names:
        if name and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def ask(copy: Path, exercise: dict[str, str], questions: Iterable[Question]) -> list[Answered]:
    """Each question is put to the copy with all of the exercise but what was forgotten."""
    task = {"exercise": states(copy, exercise), "questions": [question._asdict() for question in questions]}
    done = subprocess.run(
        [sys.executable, "-m", "tests.exercises.asking"],
        cwd=copy,
        input=json.dumps(task),
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Answered(**answer) for answer in json.loads(done.stdout)]


def states(copy: Path, exercise: dict[str, str]) -> dict[str, tuple[str | None, str]]:
    """Each file that the exercise touches, before and after it."""
    found: dict[str, tuple[str | None, str]] = {}
    for name, text in exercise.items():
        before = (copy / name).read_text(encoding="utf-8") if (copy / name).exists() else None
        found[name] = (before, added(before, text))
    return found
