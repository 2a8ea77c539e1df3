"""The checklists as CONTRIBUTING.md has them: which files are touched, and which test names each that was forgotten."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
HEADING = re.compile(r"^## To add an? (?:[\w ]+ )?(\w+)$", re.MULTILINE)
ROW = re.compile(r"^\| `(?P<file>[^`]+)` \| (?P<holds>[^|]+) \| `(?P<guard>[^`]+::[^`]+)` \|$", re.MULTILINE)
MOST_FILES = {"article": 7, "verb": 6, "region": 3, "display": 5, "field": 3, "house": 3, "document": 8, "key": 8}
"""How many files each may take, without those that `make paper` writes; the catalogues of all languages are one."""
NOT_WALKED = "language"
"""Its catalogue alone is longer than all exercises: tests that enumerate the languages hold it (test_languages)."""


class Item(NamedTuple):
    """One file of a checklist, ``…`` where its name is free, what it holds, and the test that fails without it."""

    file: str
    holds: str
    guard: str

    def covers(self, path: str) -> bool:
        """Whether a file of an exercise is the one that is meant here."""
        pattern = ".+".join(re.escape(part) for part in self.file.split("…"))
        return re.fullmatch(pattern, path) is not None


def checklists() -> dict[str, list[Item]]:
    """The checklists by what is added."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _before, *parts = HEADING.split(text)
    return {
        name: [Item(**row.groupdict()) for row in ROW.finditer(section)]
        for name, section in zip(parts[::2], parts[1::2], strict=True)
    }


def lines_for(test: str) -> list[str]:
    """List what each checklist that names a test has there, for a test as pytest names it, with its case or without."""
    its = ((name, item) for name, items in checklists().items() for item in items)
    return [f"{name}: `{it.file}` – {it.holds}" for name, it in its if it.guard == test.partition("[")[0]]
