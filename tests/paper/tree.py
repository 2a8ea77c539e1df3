"""The tree of the rooms with one line for each, as docs/architecture.md has it."""

from pathlib import Path

from tests.paper.sources import ROOT, modules, room_of, says

WIDTH = 36
"""How far the names reach, in characters, before what they say begins."""


def tree(root: Path = ROOT) -> str:
    """Lay out every application and each of its rooms with what its package says, in the order of their names.

    Folders within a room are left out: its own package says what they are for.
    """
    known = modules(root)
    opened = (path for name, path in known.items() if path.stem == "__init__" and room_of(name, known) == name)
    return "\n".join(["```text", *(_line(path, root) for path in opened), "```"])


def _line(path: Path, root: Path) -> str:
    shown = path.parent.relative_to(root)
    name = "  " * (len(shown.parts) - 1) + f"{shown.name}/"
    return f"{name:<{WIDTH}} {says(path)}".rstrip()
