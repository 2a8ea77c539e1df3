"""Names at the tops of the modules of a house, read and not run: what stands behind each, and which others use it."""

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from tests.paper.sources import PACKAGES

FOLDERS = (*PACKAGES, "tests")
FIXTURES = "conftest"
BY_WORD = {"getfixturevalue", "usefixtures"}
Name = tuple[str, str]
"""The module, and the name in it."""


class Module:
    """What one module defines at its top, and what it imports anywhere."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        self.path = path

    @cached_property
    def tree(self) -> ast.Module:
        """What is written there, read when it is first asked for."""
        return ast.parse(self.path.read_text("utf-8"))

    @cached_property
    def defined(self) -> dict[str, list[ast.stmt]]:
        """The statements that bind each name."""
        found: dict[str, list[ast.stmt]] = {}
        for node in _at_the_top(self.tree.body):
            for name in _bound(node):
                found.setdefault(name, []).append(node)
        return found

    @cached_property
    def imported(self) -> dict[str, str]:
        """What each name that is imported stands for, with dots."""
        found: dict[str, str] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                above = self.package.split(".")[: len(self.package.split(".")) - node.level + 1] if node.level else []
                whence = ".".join([*above, *filter(None, [node.module])])
                found |= {it.asname or it.name: f"{whence}.{it.name}" for it in node.names}
            elif isinstance(node, ast.Import):
                found |= {it.asname: it.name for it in node.names if it.asname}
                found |= {first: first for it in node.names if not it.asname and (first := it.name.partition(".")[0])}
        return found

    @cached_property
    def fixtures(self) -> dict[str, bool]:
        """The fixtures of the module, and whether each test has it without naming it."""
        return {
            name: "autouse=True" in ast.unparse(decorator)
            for name, nodes in self.defined.items()
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for decorator in node.decorator_list
            if "fixture" in ast.unparse(decorator)
        }


class Modules:
    """The modules of a house by name."""

    def __init__(self, root: Path) -> None:
        paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))]
        dotted = {path: ".".join(path.relative_to(root).with_suffix("").parts) for path in paths}
        self.all = {
            it.removesuffix(".__init__"): Module(it.removesuffix(".__init__"), path)
            for path, it in dotted.items()
            if "migrations" not in path.parts
        }

    def __iter__(self) -> Iterator[Module]:
        return iter(self.all.values())

    def meant(self, module: Module, node: ast.AST) -> Name | None:
        """Return the name that an expression leads to, None where it is none of the house."""
        whole = dotted(node)
        first, _, rest = whole.partition(".")
        if first in module.defined:
            return (module.name, first) if not rest else None
        if first not in module.imported:
            return None
        return self._home(f"{module.imported[first]}.{rest}" if rest else module.imported[first])

    def used(self, module: Module, node: ast.AST) -> set[Name]:
        """Return the names in a statement: an argument, and a word that asks for one, may be a fixture."""
        found, words = set[Name | None](), set[str]()
        for it in ast.walk(node):
            if isinstance(it, ast.Name | ast.Attribute):
                found.add(self.meant(module, it))
            elif isinstance(it, ast.arg):
                words.add(it.arg)
            elif isinstance(it, ast.Call) and dotted(it.func).rpartition(".")[2] in BY_WORD:
                words |= {str(word.value) for word in ast.walk(it) if isinstance(word, ast.Constant)}
        return {it for it in (*found, *(self._fixture(module, word) for word in words)) if it}

    def _home(self, whole: str) -> Name | None:
        owner, _, name = whole.rpartition(".")
        module = self.all.get(owner)
        if whole in self.all or module is None:
            return None
        if name in module.defined or name not in module.imported:
            return (owner, name)
        return self._home(module.imported[name])

    def _fixture(self, module: Module, word: str) -> Name | None:
        for it in self._around(module):
            if word in it.fixtures:
                return (it.name, word)
            if word in it.imported:
                return self._home(it.imported[word])
        return None

    def _around(self, module: Module) -> Iterable[Module]:
        """Yield a module and those of the fixtures of its folders, the nearest first."""
        yield module
        parts = module.name.split(".")
        for number in range(len(parts) - 1, 0, -1):
            if near := self.all.get(".".join([*parts[:number], FIXTURES])):
                yield near


def dotted(node: ast.AST) -> str:
    """Return a name with those before it; empty where it is more than names."""
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return node.id if isinstance(node, ast.Name) else ""


def _at_the_top(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        for part in ("body", "orelse", "handlers", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _at_the_top(getattr(node, part, []))


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets: list[ast.expr] = getattr(node, "targets", None) or [getattr(node, "target", None) or ast.Tuple([])]
    return {it.id for target in targets for it in ast.walk(target) if isinstance(it, ast.Name)}
