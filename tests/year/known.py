"""What plays the tables names nothing that this version does not know: ``python -m tests.year.known``.

It is laid into the version before, and asked there; a name that is gone is an error.
"""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import django

ROOMS = ("bank", "config", "procedures", "table", "tests")
NOT_BEFORE = "tests.year.bank"
"""It is played at in this version alone."""
PLAYED = ("doors", "evening", "shoe", "tables", "wires")
"""Modules of an evening."""


def main() -> None:
    django.setup()
    for name in PLAYED:
        check(import_module(f"tests.year.{name}"))


def check(module: ModuleType) -> None:
    """Raise AttributeError or ImportError for a name that it takes from what has no such name, as its imports do."""
    tree = ast.parse(inspect.getsource(module))
    names = {**dict(_imported(tree)), **vars(module)}
    for it in ast.walk(tree):
        if isinstance(it, ast.Attribute) and isinstance(it.value, ast.Name) and it.value.id in names:
            getattr(names[it.value.id], it.attr)


def _imported(tree: ast.Module) -> Iterator[tuple[str, object]]:
    """The names that are imported from the house and its tests, also within functions, and what they are."""
    for it in ast.walk(tree):
        if isinstance(it, ast.ImportFrom) and it.module != NOT_BEFORE and str(it.module).startswith(ROOMS):
            room = import_module(str(it.module))
            for alias in it.names:
                here = getattr(room, alias.name, None) or import_module(f"{it.module}.{alias.name}")
                yield alias.asname or alias.name, here


if __name__ == "__main__":
    main()
