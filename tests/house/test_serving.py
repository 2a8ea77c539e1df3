"""The start of `make run`, and what the server says of itself."""

import errno
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from config.environment import env
from config.serve import addresses, announce, answer_to, let_in, loopback, run, take
from tests.rig.daphne import ROOT, environment, served
from tests.rig.engines import migrated_file
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.process import running

OPENING = [sys.executable, "-m", "config.serve"]


def start(*where: str, settings: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """`make run`'s last step, where it is expected to refuse."""
    command, env = [*OPENING, *where], environment(settings or {})
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )


def test_a_busy_port_is_one_clear_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = start("127.0.0.1", str(port))
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"Port {port} on 127.0.0.1 is busy")
    assert answer.stderr.count("\n") == 1


def test_who_calls_before_the_house_can_answer_is_refused_at_once_and_not_kept_waiting() -> None:
    with take("127.0.0.1", 0) as taken, socket.socket() as caller:
        assert caller.connect_ex(taken.getsockname()) == errno.ECONNREFUSED, "so that a proxy asks another process"
        let_in(taken, "127.0.0.1")
        with socket.create_connection(taken.getsockname()):
            pass


def test_of_two_houses_that_begin_at_one_port_the_later_one_ends_with_a_clear_sentence() -> None:
    with take("127.0.0.1", 0) as first, take("127.0.0.1", first.getsockname()[1]) as second:
        let_in(first, "127.0.0.1")
        with pytest.raises(SystemExit, match=f"Port {first.getsockname()[1]} on 127.0.0.1 is busy"):
            let_in(second, "127.0.0.1")


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (("no.such.host.invalid", "8000"), "is no IPv4 address or name of this machine"),
        (("192.0.2.1", "8000"), "is no IPv4 address or name of this machine"),
        (("x" * 64, "8000"), "is no IPv4 address or name of this machine"),  # longer than a part of a name can be
        (("house..invalid", "8000"), "is no IPv4 address or name of this machine"),
        (("127.0.0.1", "eight"), "“eight” is not a port"),
        (("127.0.0.1", "99999"), "“99999” is not a port"),
        (("8000",), "A host and a port are needed"),  # what `make run HOST=` makes of it
        (("127.0.0.1", "8000", "9000"), "A host and a port are needed"),
    ],
)
def test_an_impossible_place_is_one_clear_sentence(where: tuple[str, ...], said: str) -> None:
    """Before anything else of the house is looked at, as at a busy port."""
    with pytest.raises(SystemExit) as ended:
        run(*where)
    assert said in str(ended.value.code)
    assert "\n" not in str(ended.value.code)


@pytest.mark.faults
def test_the_first_start_makes_the_database_and_a_later_one_that_finds_it_altered_refuses(tmp_path: Path) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/house.sqlite3"}
    command, env = [*OPENING, "127.0.0.1", "0"], environment(settings)
    with running(command, ready="Listening on", stop=signal.SIGINT, cwd=ROOT, env=env) as said:
        at = next(line.split()[-1] for line in said.lines if line.startswith("Sabot is open at"))
        with urlopen(f"{at}readyz") as ready:
            assert ready.read() == b"ready\n"
    refuses_without_a_table(tmp_path / "house.sqlite3")


def test_a_start_that_finds_the_database_altered_refuses(tmp_path: Path) -> None:
    shutil.copyfile(migrated_file(), tmp_path / "house.sqlite3")
    refuses_without_a_table(tmp_path / "house.sqlite3")


def refuses_without_a_table(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("DROP TABLE table_tip")
    answer = start("127.0.0.1", "0", settings={"DATABASE_URL": f"sqlite:///{file}"})
    assert answer.returncode == 1
    assert "table_tip" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert "Sabot is open" not in answer.stdout


@pytest.mark.faults
def test_a_lock_that_cannot_be_written_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite3-serving").mkdir()
    answer = start("127.0.0.1", "0", settings={"DATABASE_URL": f"sqlite:///{tmp_path}/house.sqlite3"})
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"{tmp_path}/house.sqlite3-serving cannot be written by this user: Is a directory.")
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("empty", ["", " , "])
def test_a_house_open_to_the_network_answers_to_the_names_it_announces(
    empty: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", empty)
    monkeypatch.delenv("HTTPS")
    names = ["127.0.0.1", "192.0.2.7"]
    announce(names, 8000, plain=answer_to(names))
    said = capsys.readouterr().out
    assert "http://192.0.2.7:8000/" in said
    assert "Plain HTTP" in said
    assert os.environ["ALLOWED_HOSTS"].split(",") == ["localhost", "127.0.0.1", "192.0.2.7"]
    assert os.environ["HTTPS"] == "off"


def test_a_house_with_https_is_not_announced_as_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS")
    monkeypatch.setenv("HTTPS", "on")
    assert not answer_to(["192.0.2.7"])
    assert os.environ["HTTPS"] == "on"


@pytest.mark.parametrize("said", ["no", "OFF", "0", "", "yes", "True", "1"])
def test_https_is_read_as_the_settings_read_it_and_an_empty_one_is_not_set(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS")
    monkeypatch.setenv("HTTPS", said)
    plain = answer_to(["192.0.2.7"])
    assert plain is not env.bool("HTTPS", default=True)
    assert plain is (said in ("no", "OFF", "0", ""))


def test_a_wildcard_is_announced_by_addresses_a_browser_can_open() -> None:
    assert addresses("127.0.0.1") == ["127.0.0.1"]
    assert "0.0.0.0" not in addresses("0.0.0.0")
    assert loopback("127.0.0.1")
    assert loopback("localhost")
    assert not loopback("192.0.2.7")


@pytest.mark.faults
def test_the_server_answers_with_pages_and_files_and_says_so_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "probe.txt").write_text("seven cards", encoding="utf-8")
    with served({"STATIC_ROOT": str(tmp_path / "static")}) as house:
        with urlopen(f"{house.address}/") as page:
            assert page.status == 200
            assert "Daphne" not in page.headers.get("Server", "")
        with urlopen(f"{house.address}/static/probe.txt") as file:
            assert file.read() == b"seven cards"

    # Every line is an object: a warning of Python's among them would be none.
    lines = [json.loads(line) for line in house.said.lines]
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["path"], line["status"]) for line in requests] == [("/", 200), ("/static/probe.txt", 200)]
    assert {line["logger"] for line in lines} >= {"sabot.access", "daphne.server"}
    assert not [line for line in lines if "HTTP/2" in line["event"]], "a remedy for nothing that is wrong"


def test_a_traceback_in_the_log_shows_no_local_variable() -> None:
    """A covered card may be one. It is logged as programs read it, and as people do."""
    code = (
        "import django, logging; django.setup()\n"
        "from config import logs\n"
        "def look():\n    covered = 'seven' + 'of' + 'spades'\n    raise ValueError\n"
        "for json in (True, False):\n"
        "    logs.configure(logs.logging(json=json, file=None, level='INFO'))\n"
        "    try:\n        look()\n    except ValueError:\n        logging.getLogger('sabot').exception('fault')\n"
        "    print('---', file=__import__('sys').stderr)"
    )
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, cwd=ROOT, env=environment({}), capture_output=True, text=True, check=True)
    for_programs, for_people, _nothing = answer.stderr.split("---\n")
    assert json.loads(for_programs)["event"] == "fault"
    assert not for_people.startswith("{")
    for said in (for_programs, for_people):
        assert "ValueError" in said
        assert "sevenofspades" not in said
