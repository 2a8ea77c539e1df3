"""What `make test` runs of the suite, in which order, and how several processes share it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.rig.asked import FOLDERS, is_of_the_other_engine
from tests.rig.shares import LONGEST, PARTED, SUITE, ByFiles, in_order


def case(path: str, *, engine: str = "", asked: str = "") -> Any:
    """A test of that file, which is tried on this engine, and is marked with the one that `make test` asks."""
    mark = pytest.mark.on(asked).mark if asked else None
    params = SimpleNamespace(params={"engine": engine} if engine else {})
    return SimpleNamespace(path=SUITE / path, callspec=params, get_closest_marker=lambda _name: mark)


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_of_two_engines_one_is_asked_in_the_folders_of_mishaps(folder: Path) -> None:
    assert folder.is_dir()
    path = str(folder / "test_any.py")
    assert [is_of_the_other_engine(case(path, engine=it)) for it in ("sqlite", "postgresql")] == [False, True]
    marked = [is_of_the_other_engine(case(path, engine=it, asked="postgresql")) for it in ("sqlite", "postgresql")]
    assert marked == [True, False]
    assert not is_of_the_other_engine(case(path)), "what is tried on one engine alone is always tried"


def test_everywhere_else_both_engines_are_asked() -> None:
    for folder in ("house", "live", "online", "procedures", "training"):
        assert not is_of_the_other_engine(case(f"{folder}/test_any.py", engine="postgresql"))


def test_the_files_that_take_longest_are_there() -> None:
    assert [name for name in LONGEST if not (SUITE / name).is_file()] == []
    assert [name for name in PARTED if not (SUITE.parent / name).is_file()] == []


def test_the_longest_come_first_and_the_browser_last_as_its_loop_wants_it() -> None:
    names = ["browser/test_z.py", "browser/test_desk.py", "house/test_a.py", "browser/test_console.py", LONGEST[0]]
    items = [case(name) for name in [*names, "browser/test_y.py", "browser/test_y.py"]]
    in_order(cast(list[pytest.Item], items))
    assert [str(it.path.relative_to(SUITE)) for it in items] == [
        *(LONGEST[0], "house/test_a.py", "browser/test_console.py", "browser/test_desk.py"),
        *("browser/test_y.py", "browser/test_y.py", "browser/test_z.py"),
    ]


def test_a_file_stays_in_one_process_and_of_a_parted_one_all_that_is_asked_of_one_case() -> None:
    scope = ByFiles.__new__(ByFiles)._split_scope
    [parted] = PARTED
    assert scope("tests/house/test_a.py::test_b[c]") == "tests/house/test_a.py"
    cases = [f"evening-{number}" for number in range(30)]
    assert [scope(f"{parted}::test_one[{it}]") for it in cases] == [scope(f"{parted}::test_two[{it}]") for it in cases]
    assert len({scope(f"{parted}::test_one[{it}]") for it in cases}) == PARTED[parted]
