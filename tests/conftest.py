"""What every test may ask for. Servers start with the first test that needs them and stop with the session."""

import errno
import gc
import os
import shutil
import signal
from collections.abc import Generator, Iterator
from functools import lru_cache, partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.management.commands import flush as emptying
from django.db import connection, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.template import engines
from django.urls import get_resolver
from django.utils import translation

from table.management.commands import replay
from table.memory import table_cache
from table.record import in_charge
from table.record.machine import clocks
from table.record.past.reach import PAST
from tests.exercises.checklists import lines_for
from tests.rig import compiled, sampling, triggers
from tests.rig.daphne import TEMPLATES
from tests.rig.engines import (
    MIGRATED,
    Engine,
    Postgres,
    Sqlite,
    at_home_in,
    migrated_cluster,
    migrated_file,
    other_database,
)
from tests.rig.past import InThread
from tests.rig.postgres import postgres, postgres_on
from tests.rig.redis import redis
from tests.rig.shares import ByFiles, in_order, read_in
from tests.rig.together import meet_in, shared
from tests.settings import HOUSE

FOLDER = "folder"
"""Under this name each process is told where what all need is made."""
NAMED = "TEST_POSTGRES_URL"
FROM_MIGRATIONS = ("auth_permission", "django_content_type")
"""What migrations have written into tables of Django's own stays there between two tests."""
MOST_NEW = 200_000
"""So many new objects are waited for before Python looks for waste among them."""

hypothesis.settings.register_profile("house", deadline=None)
# The same examples in every run of CI: a red run is red again on the developer's machine.
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "house")
FEWER_EXAMPLES = 40
"""So many of a property are tried in `make test`, unless it says otherwise itself, and a hundred elsewhere."""


def pytest_configure(config: pytest.Config) -> None:
    """The servers are stopped as by Ctrl-C: a suite that was begun in the background ignores it, and so would they."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(MOST_NEW)
    if config.option.markexpr == sampling.MAKE_TEST:
        hypothesis.settings.register_profile("fewer", hypothesis.settings(), max_examples=FEWER_EXAMPLES)
        hypothesis.settings.load_profile("fewer")
    given: dict[str, str] = getattr(config, "workerinput", {})
    if FOLDER in given:
        meet_in(Path(given[FOLDER]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: while one waits for a page or for a server, another one works."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Each process that pytest-xdist starts is told where they all meet."""
    node.workerinput[FOLDER] = str(HOUSE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Of several processes that collect the whole suite each rewrites a share of it first."""
    given: dict[str, Any] = getattr(session.config, "workerinput", {})
    if given and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        read_in(int(given["workerid"].removeprefix("gw")), given["workercount"])


def pytest_itemcollected(item: pytest.Item) -> None:
    """Where one engine, language, screen or case speaks for others, what is asked of these runs in `make faults`."""
    if any(it(item) for it in sampling.SPOKEN_FOR):
        item.add_marker(pytest.mark.faults)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is asked at the end of one test in so many is told which one runs."""
    sampling.RUNNING[:] = [item]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that a checklist names says, where it fails, which files of it may have been forgotten."""
    report = yield
    if report.failed and (lines := lines_for(item.nodeid)):
        report.sections.append(("Forgotten? CONTRIBUTING.md, by what is added", "\n".join(lines)))
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """As they are shared out: the longest files first, those of the browser last."""
    in_order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFiles | None:
    """Where files are shared out, some of them in parts."""
    return ByFiles(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_finish() -> None:
    """What has been read in by now stays to the end: to look through it for waste takes long and finds none."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis."""
    with redis() as url:
        yield url


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """The suite's own database: a copy of one that is migrated, where Django would make one."""
    with django_db_blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = connection.settings_dict["TEST"]["NAME"]
        shutil.copyfile(migrated_file(), connection.settings_dict["NAME"])
    yield
    with django_db_blocker.unblock():
        connection.close()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A database of a real PostgreSQL, empty at the start of the session."""
    with postgres() if NAMED in os.environ else postgres_on(migrated_cluster()) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite() -> Engine:
    """SQLite files for tests that need a database of their own."""
    return Sqlite(Path(mkdtemp(dir=HOUSE)), template=f"sqlite:///{migrated_file()}")


@pytest.fixture(scope="session")
def postgresql(postgres_url: str) -> Engine:
    """Databases of a real PostgreSQL for tests that need one of their own."""
    return Postgres(postgres_url, template="" if NAMED in os.environ else other_database(postgres_url, MIGRATED))


@pytest.fixture
def in_english() -> Iterator[None]:
    """What is read is in English."""
    with translation.override("en"):
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn."""
    found: Engine = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def real_database(engine: Engine, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A fresh database on each engine in turn, for every thread of the test: what commits is committed.

    Threads of one test wait for a connection of the pool as long as a busy machine lets them.
    """
    monkeypatch.setattr("config.settings.DATABASE_WAIT_SECONDS", 120)
    with engine.fresh() as url, django_db_blocker.unblock(), at_home_in(url, pool=8):
        yield url


@pytest.fixture
def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file system has no hard links, as exFAT and some shares of a network have none."""

    def refused(*_: object, **_more: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refused)


@pytest.fixture(scope="session", autouse=True)
def _a_house_without_demo() -> None:
    """Addresses and templates are read once in a process: as the settings have them, not as the first test does."""
    assert get_resolver().url_patterns
    assert engines.all()
    compiled.cache_in(shared(TEMPLATES))


@pytest.fixture(scope="session", autouse=True)
def _statements_are_put_into_the_form_of_sqlite_once() -> Iterator[None]:
    """Django does it whenever one is sent, and the suite sends the same few thousand all the time."""
    convert: Any = SQLiteCursorWrapper.convert_query
    once = lru_cache(maxsize=2_000)(partial(convert, None))

    def converted(cursor: SQLiteCursorWrapper, query: str, *, param_names: list[str] | None = None) -> str:
        found: str = once(query) if param_names is None else convert(cursor, query, param_names=param_names)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLiteCursorWrapper, "convert_query", converted)
        yield


@pytest.fixture(autouse=True)
def _nothing_is_left_of_another_house() -> None:
    """Every test has a house of its own; its seals, and what a process knows of its tables and clock, end with it."""
    table_cache.clear()
    PAST.copies.clear()
    rmtree(settings.STARTS, ignore_errors=True)
    clocks.jumps.forget()
    Path(settings.SEALS_FILE).unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def _each_test_ends_in_the_language_in_which_it_began() -> Iterator[None]:
    """A page that was asked for leaves its language behind; the next test does not begin with it."""
    before = translation.get_language()
    yield
    translation.activate(before)


@pytest.fixture(autouse=True)
def _the_seals_of_a_test_are_its_own() -> Iterator[None]:
    """What was sealed in a house that is gone is no fault of the next one, nor is by which key."""
    key = settings.SEAL_KEY_FILE
    yield
    settings.SEAL_KEY_FILE = key
    (HOUSE / "seals").unlink(missing_ok=True)


@pytest.fixture(scope="session", autouse=True)
def _the_past_is_performed_here() -> Iterator[None]:
    """A process of its own has those tests that are about just that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PAST, "performs", InThread())
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_test_comes_last() -> Iterator[None]:
    """A night that is worked in this process would leave it, and every server that it starts, behind all others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay, "come_last", bool)  # nothing of the tests' own: what is made before counts as unpatched
        begun = os.nice(0)
        yield
    assert os.nice(0) == begun, "a test has left its process behind all others"


@pytest.fixture(scope="session", autouse=True)
def _no_client_has_files_to_look_through() -> Iterator[None]:
    """Each of them looks through whatever is laid out there, when it comes."""
    yield
    assert not [*Path(settings.STATIC_ROOT).iterdir()], "a test has laid out files where every client finds them"


@pytest.fixture(scope="session", autouse=True)
def _the_cast_is_small() -> Iterator[None]:
    """In a house with several tables the same dealer is in charge of each, but where a test is about just that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(in_charge, "AT_ONE_TABLE", frozenset())
        yield


@pytest.fixture(scope="session", autouse=True)
def _flush_past_the_triggers() -> Iterator[None]:
    """Transactional tests empty the suite's database between cases; for that moment it is not append-only."""
    empty = BaseDatabaseOperations.execute_sql_flush

    def flush(operations: BaseDatabaseOperations, statements: list[str]) -> None:
        with transaction.atomic(using=operations.connection.alias):
            triggers.drop_triggers(operations.connection)
            empty(operations, [it for it in statements if not any(name in it for name in FROM_MIGRATIONS)])
            triggers.create_triggers(operations.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", flush)
        patch.setattr(emptying, "emit_post_migrate_signal", lambda *_of: None)
        yield
