"""What an exercise adds: whole new files, or a few lines at a place that is named, in the form of ``*.added`` files.

A file that begins with ``@@`` is put into the one that is there: ``@@ after LINE`` and ``@@ before LINE`` name the one
line, without its indentation, beside which the next lines stand; ``@@ end`` is the end of the file.
"""

from itertools import pairwise
from pathlib import Path

SUFFIX = ".added"
MARK = "@@ "


def additions(exercise: Path) -> dict[str, str]:
    """What an exercise adds, by the path of the file that it touches."""
    return {
        path.relative_to(exercise).as_posix().removesuffix(SUFFIX): path.read_text(encoding="utf-8")
        for path in sorted(exercise.rglob(f"*{SUFFIX}"))
    }


def added(before: str | None, text: str) -> str:
    """The file as it is afterwards; None before where it is new."""
    if before is None:
        assert not text.startswith(MARK), "there is no such file to put lines into"
        return text
    lines, marks = text.splitlines(keepends=True), []
    marks = [number for number, line in enumerate(lines) if line.startswith(MARK)]
    assert marks[:1] == [0], "the file is there already: say where the lines belong"
    after = before.splitlines(keepends=True)
    for start, end in pairwise([*marks, len(lines)]):
        at = _place(after, lines[start].removeprefix(MARK).strip())
        after[at:at] = lines[start + 1 : end]
    return "".join(after)


def _place(lines: list[str], where: str) -> int:
    if where == "end":
        return len(lines)
    side, _, anchor = where.partition(" ")
    found = [number for number, line in enumerate(lines) if line.strip() == anchor]
    assert len(found) == 1, f"“{anchor}” stands there {len(found)} times"
    return found[0] + (side == "after")
