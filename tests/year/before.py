"""The version before this one, from the history of this tree: CHANGELOG names the commit of each."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.rig.daphne import ROOT

COMMIT = re.compile(r"^Commit `([0-9a-f]{16})`\.", re.MULTILINE)


@contextmanager
def version_before(folder: Path) -> Iterator[Path]:
    """Where it lies, in this folder, with the translations compiled; this version itself where there is no history."""
    found = COMMIT.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    at = folder / "before"
    if not found or not _git("worktree", "add", "--quiet", "--detach", str(at), found[1]):
        yield ROOT
        return
    try:
        for path in laid_into():
            to = at / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
        yield at
    finally:
        _git("worktree", "remove", "--force", str(at))


def laid_into() -> list[Path]:
    """What plays the tables, judges them and puts the clock wrong, of which that version has another, and translations.

    Compiled translations, that is; all the rest is that version's own.
    """
    served = ROOT / "tests" / "faults" / "served"
    return [
        *(ROOT / "tests" / "year").glob("*.py"),
        *(served / name for name in ("clock.py", "history.py")),
        *(ROOT / "locale").rglob("*.mo"),
    ]


def _git(*command: str) -> bool:
    """Whether git has done it."""
    try:
        return not subprocess.run(["git", "-C", ROOT, *command], capture_output=True, check=False).returncode
    except OSError:
        return False
