"""The modules of the house, what each says of itself, and which of them import which; read without running any."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("bank", "config", "table", "procedures")
"""Those of the house, in the order in which documents tell of them; who reads sources takes them from here."""
TEXT = re.compile(
    r"""\#[^\n]* | (?P<prefix>\b[A-Za-z]{1,2})?
        (?: \"{3}(?:\\.|[^\\])*?\"{3} | '{3}(?:\\.|[^\\])*?'{3} | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )""",
    re.DOTALL | re.VERBOSE,
)
"""A comment or a string of a module."""
IMPORTS = re.compile(r"^[ \t]*((?:from|import)\b(?:[^\n(#]*\([^)]*\)|[^\n]*))", re.MULTILINE)
"""Statements that import, wherever in a module they stand."""


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Every module by its full name, packages by their own; migrations are no part of how the house is built."""
    found = (path for package in PACKAGES for path in sorted((root / package).rglob("*.py")))
    return {_name(path.relative_to(root)): path for path in found if "migrations" not in path.parts}


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def says(path: Path) -> str:
    """The first line of what a module says of itself."""
    source = path.read_text(encoding="utf-8")
    end = source.find('"""', 1) if source.startswith('"""') else -1
    text = ast.get_docstring(ast.parse(source[: end + 3] if end > 0 else source)) or ""
    return text.partition("\n")[0]


def imports(known: dict[str, Path]) -> Iterator[tuple[str, str]]:
    """Who imports whom, wherever in a module it stands."""
    for name, path in known.items():
        for node in _imports_in(path.read_text(encoding="utf-8")):
            yield from ((name, other) for other in _named(node, known) if other in known)


@cache
def _imports_in(source: str) -> list[ast.stmt]:
    """Read the statements that import, and no others: most of a module imports nothing."""
    return ast.parse("\n".join(IMPORTS.findall(without_texts(source)))).body


@cache
def without_texts(source: str) -> str:
    """Return a module without its comments, and with empty strings, but for those in which there are expressions."""

    def left_of(found: re.Match[str]) -> str:
        """Return what stays of a comment or a string."""
        if "f" in (found["prefix"] or "").lower():
            return found[0]
        return "" if found[0].startswith("#") else "''"

    return TEXT.sub(left_of, source)


def walk(tree: ast.AST) -> list[ast.AST]:
    """List a node and all below it as `ast.walk` does, faster; without contexts such as `Load`."""
    nodes = [tree]
    for node in nodes:
        for value in vars(node).values():
            if isinstance(value, list):
                nodes += [it for it in value if isinstance(it, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                nodes.append(value)
    return nodes


def _named(node: ast.AST, known: dict[str, Path]) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        inside = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        return {full if full in known else node.module for full in inside.values()}
    return set()


def room_of(name: str, known: dict[str, Path]) -> str:
    """The room in which a module is: its package; within the screens the rooms of the screens; or itself, alone."""
    parts = name.split(".")
    if parts[0] == "config":
        return parts[0]
    if parts[:2] == ["table", "screens"]:
        inner = ".".join(parts[:3])
        return inner if len(parts) > 2 and _is_package(inner, known) else "table.screens"
    return ".".join(parts[:2])


def _is_package(name: str, known: dict[str, Path]) -> bool:
    return known[name].stem == "__init__"


def rooms(known: dict[str, Path]) -> Counter[str]:
    """How many modules there are in each room, besides what only opens a package."""
    inside = (name for name, path in known.items() if path.stem != "__init__")
    return Counter(room_of(name, known) for name in inside)


def arrows(known: dict[str, Path]) -> Counter[tuple[str, str]]:
    """How often a room imports from another one."""
    between = ((room_of(one, known), room_of(other, known)) for one, other in imports(known))
    there = rooms(known)
    return Counter(pair for pair in between if pair[0] != pair[1] and there.keys() >= set(pair))
