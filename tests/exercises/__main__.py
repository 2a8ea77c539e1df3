"""Every checklist of CONTRIBUTING.md that has an exercise is walked: ``make exercises``."""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.exercises.checklists import MOST_FILES
from tests.exercises.enumerating import enumerating
from tests.exercises.walk import walk


def main(names: list[str]) -> None:
    """All of them, or those that are named; a name that no checklist has is refused before any is walked."""
    if unknown := [name for name in names if name not in MOST_FILES]:
        sys.exit(f"No checklist has an exercise “{', '.join(unknown)}”; there are {', '.join(MOST_FILES)}.")
    wrong = []
    for name in names or MOST_FILES:
        began = perf_counter()
        with tempfile.TemporaryDirectory(prefix=f"sabot-{name}-") as folder:
            walked = walk(name, Path(folder), enumerating())
        said = "NOT as its checklist has it" if walked.wrong else "as its checklist has it"
        took = perf_counter() - began
        print(f"{name}: {said}, {walked.files} files, {walked.passed} tests passed, {took:.0f} s", flush=True)
        # At once: the others take long.
        for it in walked.wrong:
            print(it, end="\n\n", flush=True)
        wrong += walked.wrong
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
