"""The tree of the folders with one line for each, as docs/architecture.md has it."""

from pathlib import Path

from tests.paper.sources import ROOT, modules, says

WIDTH = 36
"""How far the names reach, in characters, before what they say begins."""


def tree(root: Path = ROOT) -> str:
    """Lay out every folder with what its package says of itself, in the order of their names."""
    opened = (path for path in modules(root).values() if path.stem == "__init__")
    return "\n".join(["```text", *(_line(path, root) for path in opened), "```"])


def _line(path: Path, root: Path) -> str:
    shown = path.parent.relative_to(root)
    name = "  " * (len(shown.parts) - 1) + f"{shown.name}/"
    return f"{name:<{WIDTH}} {says(path)}".rstrip()
