"""The house's own laws about its sources, read from the sources themselves."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paper.counts import counted, need_each_other
from tests.paper.sources import PACKAGES, modules, walk
from tests.paper.sources import imports as imports_between
from tests.rig.rows import every_row

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = sorted(path for room in PACKAGES for path in (ROOT / room).rglob("*.py"))
PURE = sorted(
    [
        *(ROOT / "bank" / "rules").rglob("*.py"),
        *(ROOT / "table" / "rules").rglob("*.py"),
        *(ROOT / "table" / "verifier").glob("*.py"),
        *(ROOT / "procedures").glob("rebuild/reconstruction*.py"),
    ]
)
ALONE = ("bank.rules.", "table.rules.", "table.verifier.")
"""What a pure module may import of this house; the rules import nothing of the verifier, which stands above them."""
PURE_MAY_IMPORT = sys.stdlib_module_names - {"random", "secrets", "time", "os", "socket", "subprocess"}
NAMELESS = {"utils", "helpers", "common", "base", "services", "core"}
LONGEST_SECOND_OPINION = 250


def imports(source: str) -> Iterator[str]:
    """The full name of every module that a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def impurities(source: str) -> list[str]:
    """What a pure module must not import: anything but the standard library and the rules; no clock, no chance."""
    return [
        name
        for name in imports(source)
        if name.split(".")[0] not in PURE_MAY_IMPORT and not (name + ".").startswith(ALONE)
    ]


def test_there_are_pure_modules_to_look_at() -> None:
    assert ROOT / "table" / "rules" / "regola.py" in PURE
    assert ROOT / "procedures" / "rebuild" / "reconstruction.py" in PURE


@every_row("path", PURE)
def test_pure_modules_import_only_the_standard_library_and_the_rules(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import django",
        "from django.db import models",
        "def f():\n    import random",
        "from table.views import front",
        "from . import regola",
        "import table.rulesets",
    ],
)
def test_an_impure_import_would_be_seen(source: str) -> None:
    assert impurities(source)


@pytest.mark.parametrize("source", ["import dataclasses", "from table.rules.cards import Card", "import table.rules"])
def test_a_pure_import_is_let_through(source: str) -> None:
    assert impurities(source) == []


OWN_WHAT_IS_READ = {"table/memory/parts.py"}
"""What a table has read already is forgotten, put in place or handed on here and nowhere else."""
PEEKS = ("__dict__", "vars")


def test_what_is_read_is_kept_and_forgotten_in_one_module_only() -> None:
    peeks = {
        str(path.relative_to(ROOT))
        for path in OURS
        if any(it in (source := path.read_text(encoding="utf-8")) for it in PEEKS)
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Attribute) and node.attr == "__dict__")
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars")
    }
    assert peeks == OWN_WHAT_IS_READ


DECODE_JSON = {
    "table/play/texts.py": "for everybody else: whatever cannot be read is one error",
    "config/service/audit.py": "it knows nothing of tables",
    "table/management/feed_client.py": "it runs by itself",
    "table/models/tables.py": "what it has just written",
    "table/reports/typesetter.py": "it runs by itself",
    "table/screens/rules/form.py": "it knows rules and words alone",
    "table/script/values.py": "finds where a value ends",
    **dict.fromkeys(("table/verifier/reading.py", "table/verifier/register.py", "table/verifier/seals.py"), "pure"),
    **dict.fromkeys((f"procedures/verifier/{it}.py" for it in ("page", "register", "said")), "pure"),
}
"""Modules that decode JSON, and why they do it themselves."""
DECODERS = {"json.load", "json.loads", "json.JSONDecoder", "msgspec.json.decode", "msgspec.json.Decoder"}
LAST = {it.rpartition(".")[2] for it in DECODERS}
"""How each of them is called where it is read."""


def test_json_is_decoded_in_one_place() -> None:
    """Malformed, of another form, no UTF-8 or nested too deeply are several errors, of which each place forgot some."""
    found = {
        str(path.relative_to(ROOT))
        for path in OURS
        if "json" in (source := path.read_text(encoding="utf-8")) and any(f".{it}" in source for it in LAST)
        for node in walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in LAST
        if ast.unparse(node) in DECODERS and "migrations" not in path.parts
    }
    assert found == DECODE_JSON.keys()


MOST_MODULES = 18
"""As many as a reader holds at a glance where they are about one thing; what is about two is two rooms."""


def test_no_room_holds_more_than_eighteen_modules() -> None:
    """But for the articles of the regulations, which have a room each, and the commands: Django looks in one folder."""
    rooms = Counter(path.parent for path in OURS if path.stem != "__init__" and "migrations" not in path.parts)
    crowded = {str(room.relative_to(ROOT)): count for room, count in rooms.items() if count > MOST_MODULES}
    assert crowded.keys() <= {"procedures/articles", "table/management/commands"}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [path for path in OURS if path.stem in NAMELESS or path.parent.name in NAMELESS] == []


def test_the_second_opinion_on_the_register_of_the_house_is_brief() -> None:
    brief = (ROOT / "table/record/proof/house.py").read_text(encoding="utf-8").splitlines()
    assert len(brief) <= LONGEST_SECOND_OPINION


MOST_ROOMS, MOST_ARROWS = 44, 250
LONGEST_OF_THE_DOOR = 200
DOOR = {"": 6, "acting": 20, "admitting": 7, "fate": 3, "pressing": 14, "proposals": 6, "publishing": 5}
"""How many modules of the house each module of the door imports at most, the page of the door first."""


def test_the_door_stays_a_door() -> None:
    """Whatever a press needs besides is called by what does it, and not from the door."""
    known = modules()
    of_the_door = {name: path for name, path in known.items() if f"{name}.".startswith("table.record.door.")}
    found = Counter(name for name, _other in {*imports_between(known)})
    needed = {name.removeprefix("table.record.door").lstrip("."): found[name] for name in of_the_door}
    assert needed.keys() == DOOR.keys()
    assert {name: count for name, count in needed.items() if count > DOOR[name]} == {}
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in of_the_door.items()}
    assert {name: count for name, count in lines.items() if count > LONGEST_OF_THE_DOOR} == {}


def test_the_house_without_its_bank_has_no_more_rooms_and_arrows() -> None:
    found = counted(ROOT)
    assert found["rooms without the bank"] <= MOST_ROOMS
    assert found["arrows without the bank"] <= MOST_ARROWS


def test_no_two_folders_need_each_other() -> None:
    assert list(need_each_other(modules())) == []
