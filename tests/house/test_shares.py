"""What `make test` runs of the suite, in which order, and how several processes share it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from xdist.workermanage import WorkerController

from tests.rig.sampling import FOLDERS, is_of_the_other_engine, is_one_for_which_others_speak, is_spoken_for
from tests.rig.shares import LONGEST, PARTED, SUITE, ByFiles, in_order


def case(path: str, *, engine: str = "", marked_for: str = "") -> Any:
    """A test of that file, which is tried on this engine, and is marked with the one that `make test` asks."""
    mark = pytest.mark.on(marked_for).mark if marked_for else None
    params = SimpleNamespace(params={"engine": engine} if engine else {})
    return SimpleNamespace(path=SUITE / path, callspec=params, get_closest_marker=lambda _name: mark)


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_of_two_engines_one_is_asked_in_the_folders_of_mishaps(folder: Path) -> None:
    assert folder.is_dir()
    path = str(folder / "test_any.py")
    assert [is_of_the_other_engine(case(path, engine=it)) for it in ("sqlite", "postgresql")] == [False, True]
    marked = [is_of_the_other_engine(case(path, engine=it, marked_for="postgresql")) for it in ("sqlite", "postgresql")]
    assert marked == [True, False]
    assert not is_of_the_other_engine(case(path)), "what is tried on one engine alone is always tried"


def test_everywhere_else_both_engines_are_asked() -> None:
    for folder in ("house", "live", "online", "procedures", "training"):
        assert not is_of_the_other_engine(case(f"{folder}/test_any.py", engine="postgresql"))


def test_what_make_test_asks_after_some_tests_is_asked_after_all_where_every_test_is_run() -> None:
    def spoken_for(marks: str) -> set[int]:
        config = SimpleNamespace(option=SimpleNamespace(markexpr=marks))
        after = [SimpleNamespace(config=config, nodeid=f"test_{it}") for it in range(99)]
        return {at for at, it in enumerate(after) if is_spoken_for(cast(pytest.Item, it), one_in=3)}

    assert 55 < len(spoken_for("not faults")) < 77
    assert spoken_for("") == spoken_for("faults") == set()


TWO_LISTS = """
import pytest

@pytest.mark.one_in(3)
@pytest.mark.parametrize(("language", "word"), [("it", "Banco"), ("en", "Banker"), ("de", "Bank")])
@pytest.mark.parametrize("sheet", range(5))
def test_words(sheet, language, word): ...

@pytest.mark.one_in(3)
@pytest.mark.parametrize("sheet", range(2))
def test_few(sheet): ...

@pytest.mark.one_in(2)
def test_engines(engine): ...

@pytest.fixture(params=["sqlite", "postgresql"])
def engine(): ...

@pytest.mark.parametrize("sheet", range(5))
def test_others(sheet): ...
"""


def test_of_a_test_that_is_marked_every_so_manyth_case_is_asked_and_each_value_of_each_list_in_some(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """As pytest itself counts the cases of a test; of fewer than so many the first, and the last one is not marked."""
    (tmp_path / "test_two_lists.py").write_text(TWO_LISTS, encoding="utf-8")
    cases = pytest.Module.from_parent(request.session, path=tmp_path / "test_two_lists.py").collect()
    at_a_push = [it.name for it in cases if isinstance(it, pytest.Item) and not is_one_for_which_others_speak(it)]
    words = ["0-it-Banco", "1-de-Bank", "2-en-Banker", "3-it-Banco", "4-de-Bank"]
    assert at_a_push == [
        *(f"test_words[{it}]" for it in words),
        "test_few[0]",
        "test_engines[sqlite]",
        *(f"test_others[{it}]" for it in range(5)),
    ]


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


class Process:
    """A process of pytest-xdist that notes what it is to run, and whether it is to end then."""

    def __init__(self) -> None:
        self.gateway, self.runs, self.shutting_down = SimpleNamespace(id="gw"), list[int](), False

    def send_runtest_some(self, indices: list[int]) -> None:
        """These tests follow."""
        assert not self.shutting_down
        self.runs += indices

    def shutdown(self) -> None:
        """None follow."""
        self.shutting_down = True


def test_one_process_looks_at_pages_from_the_start_and_at_nothing_else_and_the_others_in_the_end() -> None:
    browser, house = ([f"tests/{room}/test_{it}.py::test_it" for it in range(6)] for room in ("browser", "house"))
    [one, other] = _shared_by(2, [*house[:4], *browser])
    assert one.runs[:4] == [0, 1, 2, 3]
    assert (sorted(one.runs[4:] + other.runs), len(other.runs)) == ([*range(4, 10)], 5)
    [one, other] = _shared_by(2, [*house, *browser[:3]])
    assert (one.runs, other.runs) == ([0, 1, 2, 3, 4, 5], [6, 7, 8])
    assert one.shutting_down
    assert other.shutting_down


def test_where_there_are_no_pages_every_process_takes_what_there_is() -> None:
    processes = _shared_by(2, [f"tests/house/test_{it}.py::test_it" for it in "abcdef"])
    assert sorted(at for it in processes for at in it.runs) == [*range(6)]
    assert {len(it.runs) for it in processes} == {3}


def _shared_by(count: int, tests: list[str]) -> list[Process]:
    """Processes of which each in turn has run a test, until all have run."""
    config: Any = SimpleNamespace(getvalue=lambda _name: ["popen"] * count, option=SimpleNamespace(loadscopereorder=0))
    files, processes = ByFiles(config), [Process() for _ in range(count)]
    nodes = cast(list[WorkerController], processes)
    for node in nodes:
        files.add_node(node)
        files.add_node_collection(node, tests)
    files.schedule()
    done = 0
    while any(done < len(it.runs) for it in processes):
        for process, node in zip(processes, nodes, strict=True):
            if done < len(process.runs):
                files.mark_test_complete(node, process.runs[done])
        done += 1
    return processes
