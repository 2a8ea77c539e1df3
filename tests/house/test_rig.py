"""The rig the tests run on: it takes only programs that work, and says what to do where there is none."""

import os
import shutil
import subprocess
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from redis import Redis

from table.models import HOUSE, Entry
from table.record import chain
from table.record.epoch import epoch
from table.record.past.replay import replay
from table.rules.houses import MALTA
from tests.croupier.coups import shoe_of
from tests.rig import chromium, compat, postgres, process, redis, together
from tests.rig.cast import everybody_is_taken_on
from tests.rig.dealt_before import deal_again
from tests.rig.engines import Engine, at_home_in
from tests.rig.rows import every_row
from tests.rig.tables import ready_table


def program(path: Path, *, says: str, code: int = 0) -> Path:
    """A small program that answers every call in the same way."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an empty PATH, given back as its only folder, and without the wheels."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for module in (postgres, redis):
        monkeypatch.setattr(module, "packages", lambda: tmp_path / "none")
    return folder


@pytest.mark.parametrize(
    ("says", "code", "version"), [("tool 15.2 (Debian)", 0, 15), ("tool 15.2", 1, 0), ("none of your business", 0, 0)]
)
def test_a_version_is_that_of_a_program_that_works(tmp_path: Path, says: str, code: int, version: int) -> None:
    assert process.major_version(program(tmp_path / "tool", says=says, code=code)) == version
    assert process.major_version(tmp_path / "none") == 0


@pytest.mark.usefixtures("bare")
def test_without_a_service_the_suite_fails_and_says_what_to_install() -> None:
    with pytest.raises(pytest.fail.Exception, match="apt-get install redis-server"):
        redis.program()
    with pytest.raises(pytest.fail.Exception, match="apt-get install postgresql"):
        postgres.binaries()
    assert chromium.chromium() is None


def test_a_stub_an_old_one_and_one_without_initdb_are_passed_over(bare: Path) -> None:
    for says in ("a stub", "postgres (PostgreSQL) 9.6", "postgres (PostgreSQL) 17.2"):
        program(bare / "postgres", says=says)
        with pytest.raises(pytest.fail.Exception):
            postgres.binaries()
    program(bare / "initdb", says="initdb (PostgreSQL) 17.2")
    assert postgres.binaries() == bare


def test_a_program_is_called_by_the_name_under_which_it_was_found(bare: Path, tmp_path: Path) -> None:
    """Debian's `redis-server` is a link to `redis-check-rdb`, which does what it is called for."""
    by_name = (
        'case "$0" in */redis-server) echo "Redis server v=7.0.15";; *) echo "Usage: redis-check-rdb"; exit 1;; esac'
    )
    at_home = tmp_path / "redis-check-rdb"
    at_home.write_text(f"#!/bin/sh\n{by_name}\n", encoding="utf-8")
    at_home.chmod(0o755)
    (bare / "redis-server").symlink_to(at_home)
    assert redis.program() == bare / "redis-server"


def test_what_belongs_to_a_linked_program_lies_beside_the_file_that_it_is(bare: Path, tmp_path: Path) -> None:
    at_home = tmp_path / "lib" / "postgresql" / "17" / "bin"
    for name in ("postgres", "initdb"):
        program(at_home / name, says=f"{name} (PostgreSQL) 17.2")
    (bare / "postgres").symlink_to(at_home / "postgres")
    assert postgres.binaries() == at_home


def test_a_real_redis_behind_such_a_link_in_front_of_path_serves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TEST_REDIS_URL", raising=False)
    shutil.copy(redis.program(), tmp_path / "redis-check-rdb")
    (tmp_path / "redis-server").symlink_to("redis-check-rdb")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert redis.program() == tmp_path / "redis-server"
    with redis.own_redis() as (url, _pid), Redis.from_url(url) as client:
        assert client.ping()


def test_a_service_named_in_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_REDIS_URL", "redis://elsewhere")
    monkeypatch.setenv("TEST_POSTGRES_URL", "postgres://elsewhere")
    with redis.redis() as cache, postgres.postgres() as database:
        assert (cache, database) == ("redis://elsewhere", "postgres://elsewhere")


def test_a_program_that_does_not_become_ready_fails_with_what_it_said(tmp_path: Path) -> None:
    broken = program(tmp_path / "server", says="no room on this disk", code=1)
    with pytest.raises(pytest.fail.Exception, match="no room on this disk"), process.running([broken], ready="ready"):
        pass


def test_without_ensurepip_make_names_the_package(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent.parent
    python = tmp_path / "python3"
    python.write_text('#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\n', encoding="utf-8")
    python.chmod(0o755)
    command = [
        "make",
        "--no-print-directory",
        f"PYTHON={python}",
        f"VENV={tmp_path}/venv",
        f"{tmp_path}/venv/bin/python",
    ]
    answer = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert "apt-get install python3-venv" in answer.stderr


@pytest.mark.django_db
def test_a_table_that_was_made_before_lies_there_as_the_door_wrote_it_and_plays_on() -> None:
    digests = []
    for _ in range(2):
        with transaction.atomic():
            table = ready_table(MALTA, code="R1", seats=2)
            digests.append(table.row.digest)
            table.does("open_bets")
            table.check(dealt_again=True)
            transaction.set_rollback(True)
    assert digests[0] == digests[1] != ""


def test_it_lies_there_also_where_others_look_on_who_are_told_that_it_is_another_house(
    sqlite: Engine, django_db_blocker: Any
) -> None:
    digests, epochs = set[str](), set[str]()
    for _ in range(2):
        with django_db_blocker.unblock(), sqlite.fresh() as url, at_home_in(url):
            table = ready_table(MALTA, code="R7", seats=2)
            digests.add(table.row.digest)
            epochs.add(epoch())
            table.does("open_bets")
            table.check(dealt_again=True)
    assert (len(digests), len(epochs)) == (1, 2)


@pytest.mark.django_db
def test_what_is_made_on_top_of_what_was_made_before_lies_there_too_unless_something_was_done_since() -> None:
    found = []
    for done in (False, False, True, False):
        with transaction.atomic():
            everybody_is_taken_on()
            one = ready_table(code="R5", seats=2)
            if done:
                one.does("tip", amount=500)
            other = ready_table(code="R6", seats=1)
            other.does("open_bets")
            one.check(dealt_again=True)
            other.check(dealt_again=True)
            assert chain.faults(chain.rows(HOUSE)) == []
            of_house = Entry.objects.filter(register=HOUSE).latest("number").digest
            found.append((one.row.digest, other.row.number, of_house))
            transaction.set_rollback(True)
    first, again, otherwise, last = found
    assert first == again == last
    assert otherwise[0] != first[0]


ALTERED = [
    "R3: Coup 1 1 is button 2, and on record button ",
    "R3: Position 1 is order 9, and on record order 0",
]


@pytest.mark.django_db
def test_a_register_that_is_dealt_again_from_its_ready_table_on_shows_whatever_came_out_otherwise() -> None:
    for altered in (False, True, False):
        with transaction.atomic():
            table = ready_table(MALTA, code="R3", seats=2)
            table.does("open_bets")
            if altered:
                table.row.positions.filter(label="1").update(order=9)
                table.row.coups.update(button="2")
            found = deal_again(table.code)
            assert found == replay(table.code)
            assert found == (ALTERED if altered else [])
            transaction.set_rollback(True)


@pytest.mark.django_db
def test_a_table_that_was_made_with_something_of_a_test_in_its_place_is_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    totals = []
    for cards in (None, 11, None):
        with monkeypatch.context() as patch, transaction.atomic():
            if cards:
                shoe_of(patch, cards)
            shoe = ready_table(MALTA, code="R2", seats=1, behind=8).state.shoe
            totals.append(shoe.cards_total if shoe else 0)
            transaction.set_rollback(True)
    assert totals == [312, 11, 312]


def test_what_every_process_of_a_run_needs_is_made_by_the_first_that_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "_folders", [tmp_path])
    requests = list[Path]()

    def make(at: Path) -> None:
        requests.append(at)
        at.write_text("whole", encoding="utf-8")

    found = {together.made_once("it", make) for _ in range(2)}
    assert [it.read_text(encoding="utf-8") for it in found] == ["whole"]
    assert len(requests) == 1
    assert not requests[0].exists(), "who comes meanwhile sees no half of it"


# --- one test for a table


def doubles(number: int, twice: int, more: int) -> None:
    assert 2 * number == twice + more


def test_a_table_is_one_test_which_names_every_row_that_differs() -> None:
    every_row(("number", "twice"), [(1, 2), (2, 4)])(doubles)(more=0)
    with pytest.raises(AssertionError) as found:
        every_row(("number", "twice"), [(1, 3), (2, 4), (3, "six")])(doubles)(more=0)
    said = str(found.value)
    assert "2 of 3 rows differ" in said
    assert ("number=1, twice=3" in said, "number=2" in said, "number=3, twice='six': TypeError" in said) == (1, 0, 1)


def test_tables_within_tables_are_each_held_to_the_check_with_fixtures_beside_them() -> None:
    looked = []

    def look(number: int, letter: str, fixture: list[str]) -> None:
        looked.append(f"{number}{letter}{len(fixture)}")

    test = every_row("letter", "ab")(every_row("number", [1, 2])(look))
    assert [*signature(test).parameters] == ["fixture"]
    test(fixture=[])
    assert looked == ["1a0", "2a0", "1b0", "2b0"]


def test_a_table_without_rows_proves_nothing_and_fails() -> None:
    with pytest.raises(AssertionError, match="no row"):
        every_row("number", [])(doubles)(twice=0, more=0)
    with pytest.raises(AssertionError, match="does not take"):
        every_row("other", [1])(doubles)


# --- other versions of Python


@pytest.fixture
def no_pyenv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of pyenv in which there is nothing yet."""
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    return tmp_path / "pyenv"


def test_a_python_that_is_not_here_is_left_out_with_a_sentence(bare: Path, no_pyenv: Path) -> None:
    assert compat.tried(compat.Version("3.12"), []).startswith("left out, there is no python3.12 here")


def test_a_python_that_makes_no_environments_is_passed_over_for_the_next(bare: Path, no_pyenv: Path) -> None:
    program(bare / "python3.12", says="no such version is chosen", code=127)
    assert compat.interpreter("3.12") is None
    chosen = program(no_pyenv / "versions" / "3.12.1" / "bin" / "python3.12", says="")
    assert compat.interpreter("3.12") == chosen


def test_another_version_finds_the_redis_that_is_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compat, "REDIS_PROGRAMS", tmp_path)
    assert compat.with_redis()["PATH"].split(":")[-1] == str(tmp_path)
