"""The room of what is kept in memory has a page that is true of it: its modules, and the inner parts it stands on."""

import ast
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from inspect import getsource
from pathlib import Path
from typing import Any

from autobahn.websocket import protocol
from django.db import connection
from django.db.models.query import get_related_populators
from twisted.internet.abstract import FileDescriptor
from twisted.internet.tcp import Connection

from table import memory
from table.models import Coup
from tests.paper.sources import ROOT

ROOM = Path(*memory.__path__)
PAGE = str(memory.__doc__)
INNER: dict[str, Callable[[], Any]] = {
    "get_related_populators": lambda: get_related_populators,
    "klass_info": lambda: _compiled().klass_info,
    "_state.fields_cache": lambda: Coup()._state.fields_cache,
    "close_at": lambda: connection.close_at,
    "errors_occurred": lambda: connection.errors_occurred,
    "send_queue": lambda: getsource(protocol).index("self.send_queue = "),
    "_tempDataBuffer": lambda: getsource(FileDescriptor).index("self._tempDataBuffer = "),
    "dataBuffer": lambda: Connection.dataBuffer,
    "writeSomeData": lambda: Connection.writeSomeData,
}
"""The inner parts of libraries in the room, and how each is reached."""

INVARIANTS = {
    "statements": (
        "house/test_rows_written.py",
        "test_every_field_writes_what_django_would_write",
    ),
    "parts": ("house/test_table_cache.py", "test_what_is_written_past_the_door_is_read_again"),
    "table_cache": (
        "house/test_table_cache.py",
        "test_after_a_refusal_nothing_is_kept_of_what_the_act_had_begun",
        "test_a_process_that_stood_still_reads_what_others_have_entered",
    ),
    "threads": (
        "live/test_threads.py",
        "test_of_what_is_asked_for_at_once_the_most_urgent_is_done_first",
        "test_a_connection_stays_open_from_one_work_to_the_next",
    ),
    "gc_pacing": ("live/test_gc_pacing.py", "test_while_somebody_presses_nothing_stalls_the_screens"),
    "wire": (
        "live/test_wire.py",
        "test_nothing_overtakes_what_waits",
        "test_a_socket_that_is_not_open_is_not_written_to",
    ),
}
"""By each module of the room a file of tests, and those of them that fail where it breaks what the page promises."""


def _compiled() -> Any:
    compiler = Coup.objects.all().query.get_compiler(connection=connection)
    compiler.as_sql()
    return compiler


def test_its_page_names_each_of_its_modules_and_no_other() -> None:
    modules = {path.stem for path in ROOM.glob("*.py")} - {"__init__"}
    named = {line.partition("``")[2].partition("``")[0] for line in PAGE.splitlines() if line.startswith("- ``")}
    assert named == modules


def test_what_it_says_of_each_module_is_held_by_a_test() -> None:
    assert INVARIANTS.keys() == {path.stem for path in ROOM.glob("*.py")} - {"__init__"}
    for file, *tests in INVARIANTS.values():
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        there = {it.name for it in ast.walk(tree) if isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef)}
        assert [name for name in tests if name not in there] == [], file


def test_each_inner_part_that_it_names_is_there_and_each_that_it_touches_is_named() -> None:
    assert [name for name in INNER if f"``{name}``" not in PAGE] == []
    for reached in INNER.values():
        reached()
    touched = {
        node.attr
        for path in ROOM.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    }
    assert touched - {"_meta", "_default_manager", "_replace"} <= {part for name in INNER for part in name.split(".")}


def test_the_versions_that_it_names_are_those_that_are_locked() -> None:
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert any(it.startswith("django~=5.2") for it in dependencies)
    assert version("daphne").startswith("4.2.")
    assert "Django 5.2 and 6.0, Daphne 4.2" in " ".join(PAGE.split())
