"""The migrations that have landed, each with its digest: none of them is edited again, for houses have been made by it.

`python -m tests.upgrade.landed` says what is wrong; with `--add` it first enters migrations that are new. The list is
in the form of `sha256sum`.
"""

import ast
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tests.paper.sources import PACKAGES

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = Path(__file__).with_name("landed.txt")
OURS = (*PACKAGES, "tests")
EDITED = (
    "{path} was edited after it had landed: no house that it was applied to would get what changed. "
    "Take the change back, and write a new migration."
)
GONE = "{path} has landed and is gone: a house that it was applied to would not open any more. Bring it back."
NEW = "{path} is in no list of landed migrations: `make landed` enters it."
IMPORTS = "{path} imports {name}: a migration does the same for ever, so it has its own copy of what it needs."


def main() -> None:
    if "--add" in sys.argv[1:]:
        add(ROOT, LIST)
    if found := list(faults(ROOT, LIST)):
        sys.exit("\n".join(found))


def migrations(root: Path) -> dict[str, str]:
    """The digest of every migration of the house, by its path."""
    found = sorted(path for room in OURS for path in root.glob(f"{room}/migrations/[!_]*.py"))
    return {path.relative_to(root).as_posix(): sha256(path.read_bytes()).hexdigest() for path in found}


def listed(listing: Path) -> dict[str, str]:
    """The digests with which migrations have landed."""
    lines = listing.read_text(encoding="utf-8").splitlines() if listing.exists() else []
    return {path: digest for digest, path in map(str.split, lines)}


def add(root: Path, listing: Path) -> None:
    """Enter the migrations that are new; what is in the list already stays as it is."""
    known = migrations(root) | listed(listing)
    listing.write_text("".join(f"{known[path]}  {path}\n" for path in sorted(known)), encoding="utf-8")


def faults(root: Path, listing: Path) -> Iterator[str]:
    """A sentence for each migration with which something is wrong, and what to do about it."""
    there, landed = migrations(root), listed(listing)
    for path in sorted(there | landed):
        if path not in there:
            yield GONE.format(path=path)
            continue
        if path not in landed:
            yield NEW.format(path=path)
        elif there[path] != landed[path]:
            yield EDITED.format(path=path)
        yield from (IMPORTS.format(path=path, name=name) for name in of_the_house(root / path))


def of_the_house(path: Path) -> Iterator[str]:
    """What of the house a source imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = ["." * node.level + (node.module or "")]
        yield from (name for name in names if name.split(".")[0] in ("", *OURS))


if __name__ == "__main__":
    main()
