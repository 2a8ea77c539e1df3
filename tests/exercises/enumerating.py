"""Tests that enumerate what is declared (verbs, kinds, houses, files of a folder), found by reading the tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.exercises.checklists import ROOT

REGISTRIES = {
    "ALL_ARTICLES",
    "ARTICLES",
    "EFFECTS",
    "EXERCISES",
    "FILES",
    "HOUSES",
    "KINDS",
    "MANUALS",
    "MARKS",
    "MISHAPS",
    "OFFICES",
    "ROOMS",
    "SHOWN",
    "TOPICS",
    "VERBS",
}
WALKS = {"glob", "rglob", "iterdir", "iter_modules"}
"""Methods that go through the files of a folder."""
ELSEWHERE = {
    "backup",
    "bench",
    "browser",
    "disaster",
    "exercises",
    "fuzz",
    "online",
    "service",
    "upgrade",
    "year",
}
"""Folders of tests that play on served houses, other databases or by chance."""
Name = tuple[str, str]
"""Name at the top of a module: the module, and the name in it."""


def enumerating() -> list[str]:
    """Return the tests that go through a registry or a folder, themselves or by helpers, as pytest names them."""
    modules = {_module(path): ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "tests").rglob("*.py"))}
    uses = {name: used for module, tree in modules.items() for name, used in _uses(module, tree)}
    known = _reaching(uses)
    return [
        f"{module.replace('.', '/')}.py::{name}"
        for module, name in uses
        if (module, name) in known and _test(module, name)
    ]


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _test(module: str, name: str) -> bool:
    _tests, *folders, file = module.split(".")
    return name.startswith("test_") and file.startswith("test_") and not ELSEWHERE & set(folders)


def _uses(module: str, tree: ast.Module) -> Iterator[tuple[Name, set[Name] | None]]:
    """Yield each name of a module with the names that it uses, None if it enumerates."""
    imports, defined = dict[str, Name](), dict[str, ast.stmt]()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
            imports |= {it.asname or it.name: (str(node.module), it.name) for it in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            defined |= {it.id: node for target in targets for it in ast.walk(target) if isinstance(it, ast.Name)}
    here = imports | {name: (module, name) for name in defined}
    for name, node in defined.items():
        yield (module, name), None if _enumerates(node) else {here[it] for it in _named(node) if it in here}


def _enumerates(node: ast.stmt) -> bool:
    """Whether a statement goes through a registry or a folder, and does not only look something up in it."""
    looked_up = set[ast.expr]()
    for it in ast.walk(node):
        if isinstance(it, ast.Subscript):
            looked_up.add(it.value)
        elif isinstance(it, ast.Compare) and all(isinstance(operator, ast.In | ast.NotIn) for operator in it.ops):
            looked_up.update(it.comparators)
        elif isinstance(it, ast.Attribute) and it.attr in WALKS:
            return True
    return any(_name(it) in REGISTRIES and it not in looked_up for it in ast.walk(node))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _named(node: ast.stmt) -> set[str]:
    """Return the names in a statement; an argument may be a fixture."""
    names = {it.id for it in ast.walk(node) if isinstance(it, ast.Name)}
    return names | {it.arg for it in ast.walk(node) if isinstance(it, ast.arg)}


def _reaching(uses: dict[Name, set[Name] | None]) -> set[Name]:
    """Return the names that enumerate, and those that use one of them."""
    found = {name for name, used in uses.items() if used is None}
    while more := {name for name, used in uses.items() if name not in found and used and used & found}:
        found |= more
    return found
