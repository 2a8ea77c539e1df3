"""The tree of the modules with one line for each, as docs/architecture.md has it."""

from pathlib import Path

from tests.paper.sources import ROOT, modules, says

WIDTH = 36
"""How far the names reach, in characters, before what they say begins."""


def tree(root: Path = ROOT) -> str:
    """Every folder and every module below it, in the order of their names."""
    return "\n".join(["```text", *(_line(path, root) for path in modules(root).values()), "```"])


def _line(path: Path, root: Path) -> str:
    opens = path.stem == "__init__"
    shown = (path.parent if opens else path).relative_to(root)
    name = "  " * (len(shown.parts) - 1) + shown.name + ("/" if opens else "")
    return f"{name:<{WIDTH}} {says(path)}".rstrip()
