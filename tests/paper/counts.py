"""Print how large the house is and how much of it is joined: ``make counts``, optionally of another checkout."""

import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from tests.paper.sources import ROOT, arrows, imports, modules, rooms


def folder_of(name: str, known: dict[str, Path]) -> str:
    """Folder of a module, by its full name; a package's own root is a folder of those modules that lie in it."""
    return name if known[name].stem == "__init__" else name.rpartition(".")[0]


def need_each_other(known: dict[str, Path]) -> Iterator[tuple[str, str]]:
    """Yield each pair of folders of which either imports from the other, in alphabetical order."""
    found = {(folder_of(one, known), folder_of(other, known)) for one, other in imports(known)}
    for one, other in combinations(sorted({name for pair in found for name in pair}), 2):
        if {(one, other), (other, one)} <= found:
            yield one, other


def _of_table(room: str) -> bool:
    """Whether a room is none of the bank, an application beside the table that may be left out."""
    return not room.startswith("bank")


def counted(root: Path) -> dict[str, int]:
    """Count the modules, lines, rooms and arrows of a checkout, and its pairs of folders that need each other."""
    known = modules(root)
    pairs, found, between = list(need_each_other(known)), rooms(known), arrows(known)
    return {
        "modules": len(known),
        "lines": sum(len(path.read_text(encoding="utf-8").splitlines()) for path in known.values()),
        "rooms": len(found),
        "arrows": len(between),
        "rooms without the bank": sum(map(_of_table, found)),
        "arrows without the bank": sum(_of_table(one) and _of_table(other) for one, other in between),
        "pairs of folders that need each other": len(pairs),
        "of these with the folder around": sum(other.startswith(f"{one}.") for one, other in pairs),
    }


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    if not modules(place):
        sys.exit(f"{place} is no checkout of the house: no module is there.")
    for what, many in counted(place).items():
        sys.stdout.write(f"{many:7,} {what}\n")
    for one, other in need_each_other(modules(place)):
        sys.stdout.write(f"        {one} – {other}\n")
