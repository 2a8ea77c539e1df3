"""Every checklist of CONTRIBUTING.md that has an exercise is walked: ``make exercises``."""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.exercises.checklists import MOST_FILES
from tests.exercises.enumerating import enumerating
from tests.exercises.walk import walk


def main(names: list[str]) -> None:
    """All of them, or those that are named."""
    wrong = []
    for name in names or MOST_FILES:
        began = perf_counter()
        with tempfile.TemporaryDirectory(prefix=f"sabot-{name}-") as folder:
            found = walk(name, Path(folder), enumerating())
        print(f"{name}: {'as its checklist has it' if not found else 'NOT'}, {perf_counter() - began:.0f} s")
        wrong += found
    if wrong:
        sys.exit("\n\n".join(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
