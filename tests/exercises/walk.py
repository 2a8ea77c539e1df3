"""A checklist is walked: everything of its exercise in place, and then each file forgotten in its turn."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.exercises.additions import additions
from tests.exercises.checklists import Item, checklists
from tests.exercises.copies import Answered, Question, ask, copied

HERE = Path(__file__).parent
NOTHING = ""


class Walked(NamedTuple):
    """How many files were touched, how many tests passed with all of them, and what was not as the checklist has it."""

    files: int
    passed: int
    wrong: list[str]


def exercise(name: str) -> dict[str, str]:
    """What the exercise adds, by file."""
    return additions(HERE / name)


def item_for(name: str, file: str) -> Item:
    """The line of the checklist that stands for this file."""
    found = [item for item in checklists()[name] if item.covers(file)]
    assert len(found) == 1, f"the checklist for {name} has {len(found)} lines for {file}"
    return found[0]


def walk(name: str, copy: Path, besides: Iterable[str] = ()) -> Walked:
    """Do the exercise on a copy of the house.

    With all files none of the tests ``besides`` may fail, of those that `make test` runs, and those that the checklist
    names have to pass.
    """
    files = exercise(name)
    guards = {file: item_for(name, file).guard for file in files}
    whole = Question(NOTHING, sorted({*guards.values(), *besides}))
    answers = ask(copied(copy), files, [whole, *(Question(file, [guard]) for file, guard in guards.items())])
    wrong = [*_wrong_in_the_whole(guards.values(), answers[0]), *_unnamed(guards, answers[1:])]
    return Walked(len(files), len(answers[0].passed), wrong)


def _wrong_in_the_whole(guards: Iterable[str], answered: Answered) -> list[str]:
    unanswered = [guard for guard in guards if not any(_is_of(test, guard) for test in answered.passed)]
    if answered.failed or unanswered:
        return [f"with all its files: {answered.failed or unanswered}\n{answered.said}"]
    return []


def _unnamed(guards: dict[str, str], answers: list[Answered]) -> list[str]:
    return [
        f"without {file} {guard} does not fail\n{answered.said}"
        for (file, guard), answered in zip(guards.items(), answers, strict=True)
        if not any(_is_of(test, guard) for test in answered.failed)
    ]


def _is_of(test: str, guard: str) -> bool:
    return test == guard or test.startswith(f"{guard}[")
