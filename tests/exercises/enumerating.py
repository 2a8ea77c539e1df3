"""Tests that enumerate what is declared (verbs, kinds, houses, files of a folder), found by reading the house.

A test enumerates if it goes through a registry or the files of a folder: itself, by its cases, by a fixture, by a
helper among the tests, or by what it calls in the house that goes through one. Which plays at a table does not, however
much the house looks up meanwhile.
"""

import ast
from collections.abc import Mapping
from pathlib import Path

from tests.exercises.checklists import ROOT
from tests.exercises.names import Module, Modules, Name, dotted

REGISTRIES: Mapping[str, set[str]] = {
    "bank.reports.files": {"FILES"},
    "bank.reports.house_files": {"HOUSE_FILES"},
    "bank.verbs.effects": {"EFFECTS"},
    "procedures.articles": {"ARTICLES", "KINDS", "ROOMS"},
    "procedures.views.manuals.manual": {"MANUALS"},
    "procedures.training.exercises": {"EXERCISES"},
    "procedures.verbs.effects": {"EFFECTS"},
    "table.extensions": {"EXTENSIONS"},
    "table.play.declaration": {"NOTICERS", "PARTS", "VERBS"},
    "table.play.effects": {"EFFECTS"},
    "table.reports.registers.forms": {"FILES"},
    "table.rules.authority": {"OF_SABOT"},
    "table.rules.houses": {"DECLARED", "HOUSES", "MARKS", "OF_ANY_HOUSE", "OF_A_DOCUMENT", "UNSTATED"},
    "table.rules.profile": {"KEYS"},
    "table.screens.audiences": {"PAGES", "WALLS"},
    "table.screens.read.staff_regions": {"ADDED"},
    "table.screens.regions": {"SHOWN"},
    "table.script.added": {"LESSONS"},
    "tests.house.offices": {"OFFICES"},
    "tests.machine.houses": {"HOUSES"},
    "tests.procedures.mishaps": {"MISHAPS"},
}
"""What is declared, or typed beside it, by the module where it stands; what the house makes of one is one too."""
OF_FOLDERS = {"glob", "rglob", "iterdir", "iter_modules"}
"""Methods that go through the files of a folder."""
OF_STRUCTS = {"__annotations__", "__dataclass_fields__", "__struct_fields__", "fields", "get_type_hints"}
"""What gives the fields of a report, or the keys of a house."""
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


def enumerating(root: Path = ROOT) -> list[str]:
    """Return the tests that enumerate, as pytest names them."""
    modules = Modules(root)
    statements = {(it.name, name): (it, nodes) for it in modules for name, nodes in it.defined.items()}
    gone_through = {
        name: set[Name]().union(*(_gone_through(modules, it, node) for node in nodes))
        for name, (it, nodes) in statements.items()
    }
    of_tests = {name: its for name, its in statements.items() if its[0].name.startswith("tests.")}
    of_house = {name: its for name, its in statements.items() if name not in of_tests}
    made = {name for name, (_, nodes) in of_house.items() if isinstance(nodes[0], ast.Assign | ast.AnnAssign)}
    declared = _reaching({name: gone_through[name] for name in made}, _registries())
    helpers = {name for name in of_house.keys() - made if gone_through[name] & declared}
    uses = {name: _used(modules, *name, *its) for name, its in of_tests.items()}
    found = {
        name
        for name, (it, nodes) in of_tests.items()
        if gone_through[name] & declared
        or any(_reads_files_or_fields(modules, it, node) for node in nodes)
        or (_file(name[0]).startswith("test_") and uses[name] & helpers)
    }
    return [f"{module.replace('.', '/')}.py::{name}" for module, name in _reaching(uses, found) if _test(module, name)]


def _registries() -> set[Name]:
    return {(module, name) for module, names in REGISTRIES.items() for name in names}


def _file(module: str) -> str:
    return module.rpartition(".")[2]


def _used(modules: Modules, _module: str, name: str, module: Module, nodes: list[ast.stmt]) -> set[Name]:
    """Return the names that one uses: a test its fixtures too, and those which each test of its module has.

    What the tests of other modules have as well without naming it goes through nothing for this one.
    """
    found = set[Name]().union(*(modules.used(module, node) for node in nodes))
    if name.startswith("test_"):
        each = {it for it, unnamed in module.fixtures.items() if unnamed} | {"pytestmark"} & module.defined.keys()
        found |= {(module.name, it) for it in each}
    return found


def _test(module: str, name: str) -> bool:
    _tests, *folders, file = module.split(".")
    return name.startswith("test_") and file.startswith("test_") and not ELSEWHERE & set(folders)


def _reads_files_or_fields(modules: Modules, module: Module, node: ast.AST) -> bool:
    """Whether a statement goes through the files of a folder or the fields of a struct of the house."""
    for it in ast.walk(node):
        if isinstance(it, ast.Attribute) and it.attr in OF_FOLDERS:
            return True
        if isinstance(it, ast.Attribute) and it.attr in OF_STRUCTS and _of_the_house(modules, module, it.value):
            return True
        called = dotted(it.func).rpartition(".")[2] if isinstance(it, ast.Call) else ""
        if isinstance(it, ast.Call) and called in OF_STRUCTS and _of_the_house(modules, module, *it.args[:1]):
            return True
    return False


def _of_the_house(modules: Modules, module: Module, *whose: ast.expr) -> bool:
    """Whether these fields may be those of a struct of the house, and are not those of a class of the tests."""
    meant = [modules.meant(module, it) for it in whose]
    return [dotted(it) for it in whose] not in ([], ["cls"], ["self"]) and not any(
        it and it[0].startswith("tests.") for it in meant
    )


def _gone_through(modules: Modules, module: Module, node: ast.AST) -> set[Name]:
    """Return the names in a statement that may be gone through there, and are not only looked up in."""
    looked_up = set[ast.expr]()
    for it in ast.walk(node):
        if isinstance(it, ast.Subscript):
            looked_up.add(it.value)
        elif isinstance(it, ast.Compare) and all(isinstance(operator, ast.In | ast.NotIn) for operator in it.ops):
            looked_up.update(it.comparators)
        elif isinstance(it, ast.Call) and isinstance(it.func, ast.Attribute) and it.func.attr == "get":
            looked_up.add(it.func.value)
    found = {
        modules.meant(module, it)
        for it in ast.walk(node)
        if isinstance(it, ast.Name | ast.Attribute) and it not in looked_up and isinstance(it.ctx, ast.Load)
    }
    return {it for it in found if it}


def _reaching(uses: Mapping[Name, set[Name]], found: set[Name]) -> set[Name]:
    """Return the names that are found, and those that use one of them, directly or by others."""
    found = set(found)
    while more := {name for name, used in uses.items() if name not in found and used & found}:
        found |= more
    return found
