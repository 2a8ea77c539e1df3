"""What a machine is told about the house: units, proxies, a container. Each file is read as its program reads it.

By the programs themselves it is read in :mod:`tests.service.by_programs`.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from config.doors.stopping import LONGEST_SECONDS
from config.service import each, night
from table.management.registers import LAW_CHANGED
from tests.rig.daphne import ROOT
from tests.rig.patience import PATIENCE_SECONDS
from tests.rig.units import commands_in

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
TIMERS = sorted((DEPLOY / "systemd").glob("*.timer"))
HARDENED = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ReadWritePaths": "/srv/sabot/var",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "CapabilityBoundingSet": "",
    "UMask": "0077",
    "User": "sabot",
}
DESCRIPTORS = 4096


def says(*command: str | Path, **more: str) -> str:
    """What a program says to a file that it has read; the test fails if the program finds a fault in it."""
    answer = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | more, check=False, timeout=PATIENCE_SECONDS
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout + answer.stderr


# --- systemd


def unit(path: Path) -> ConfigParser:
    """A unit; of a key that stands twice the last value."""
    read = ConfigParser(strict=False, interpolation=None, delimiters=["="])
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(path.read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_gives_the_house_no_more_than_it_needs(path: Path) -> None:
    service = dict(unit(path)["Service"])
    assert HARDENED.items() <= service.items()
    commands = re.findall(r"^ExecStart=(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert all(it.startswith(("/srv/sabot/current/.venv/bin/python ", "/bin/sh -c ")) for it in commands), commands


def test_the_house_has_time_to_stop_and_descriptors_for_its_screens() -> None:
    house = unit(DEPLOY / "systemd" / "sabot@.service")["Service"]
    assert int(house["TimeoutStopSec"]) > LONGEST_SECONDS
    assert int(house["LimitNOFILE"]) >= DESCRIPTORS
    assert house["ExecStart"].endswith("-m config.serve 127.0.0.1 %i")


def test_every_timer_has_its_service_and_every_command_is_one_of_the_house() -> None:
    assert {it.stem for it in TIMERS} <= {it.stem for it in UNITS}
    text = "\n".join(
        it.read_text(encoding="utf-8") for it in [*UNITS, DEPLOY / "Containerfile", DEPLOY / "compose.yaml"]
    )
    commands = {*re.findall(r"manage\.py[, ]+([a-z]+)", text), *(it.split()[0] for it in commands_in(text))}
    ours = {path.stem for room in ("table", "config") for path in (ROOT / room).glob("management/commands/*.py")}
    assert {"migrate", "keep", "deliver"} <= commands <= ours | {"migrate", "collectstatic", "backup"}
    for module in re.findall(r'-m"?,? "?(config\.[a-z.]+)', text):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file(), module


# --- proxies


def uncommented(name: str) -> str:
    return re.sub(r"(?m)^\s*#.*$|\s#.*$", "", (DEPLOY / name).read_text(encoding="utf-8"))


def blocks(text: str) -> int:
    """How deep the braces of a file go; it fails where they do not close. What stands in quotes counts for nothing."""
    depth = deepest = 0
    for sign in re.sub(r'"[^"]*"|\{\$?[\w.]+(?::[^}]*)?\}', "", text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0
        deepest = max(depth, deepest)
    assert depth == 0
    return deepest


def test_nginx_says_who_calls_whatever_the_caller_says_and_waits_for_nobody() -> None:
    text = uncommented("nginx.conf")
    assert blocks(text) == 3
    given = dict(re.findall(r"proxy_set_header (\S+) (.+);", text))
    assert given == {
        "Host": "$http_host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": '""',
        "Forwarded": '""',
        "Upgrade": "$http_upgrade",
        "Connection": "$connection_upgrade",
    }
    assert int(re.findall(r"client_header_timeout (\d+)s", text)[0]) <= 10
    assert re.search(r"limit_conn connections \d+;", text)
    assert re.search(r"ssl_protocols TLSv1.2 TLSv1.3;", text)
    assert "http_503" in text
    assert "non_idempotent" not in text, "a form is never sent twice"


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_a_proxy_keeps_what_watches_over_the_house_inside_and_all_of_a_table_at_one_process(name: str) -> None:
    text = uncommented(name)
    assert all(word in text for word in ("healthz", "readyz", "metrics", "404"))
    [pattern] = re.findall(r"\^/\(\?:live\S+?(?=\"|\n)", text)
    table = re.compile(pattern.replace("(?<code>", "("))
    for path in ("/live/dealer/T3/", "/live/table/T3/", "/tables/T3/register/", "/api/v1/tables/T3/events"):
        assert [it[1] for it in table.finditer(path)] == ["T3"], path
    assert not any(map(table.match, ("/live/pit/", "/live/display/", "/office/tables/T3/rules/", "/records/")))


def test_caddy_believes_nobody_who_says_for_whom_they_ask() -> None:
    text = uncommented("Caddyfile")
    assert blocks(text) >= 3
    assert text.index("route {") < text.index("respond @watched 404") < text.index("reverse_proxy")
    assert "trusted_proxies" not in text
    assert "header_up X-Forwarded-For" not in text
    assert int(re.findall(r"read_header (\d+)s", text)[0]) <= 10


# --- containers


def test_the_container_is_nobody_brings_what_is_locked_and_is_asked_whether_it_is_ready() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.partition(" ") for line in text.splitlines() if line and not line.startswith(("#", " "))]
    said = [(word, rest.strip()) for word, _, rest in lines]
    last = said[max(place for place, (word, _) in enumerate(said) if word == "FROM") :]
    assert ("ARG", "PYTHON_DIGEST=") in said, "empty unless somebody gives one"
    pinned = r"python:3\.\d+\.\d+-slim-\w+\$\{PYTHON_DIGEST\}( AS \w+)?"
    assert all(re.fullmatch(pinned, rest) for word, rest in said if word == "FROM")
    assert ("USER", "sabot") in last
    assert [rest for word, rest in last if word == "VOLUME"] == ["/srv/sabot/var"]
    assert any("--require-hashes" in rest for word, rest in said if word == "RUN" and " install " in rest)
    assert any("config.service.healthy" in rest for word, rest in last if word == "HEALTHCHECK")
    assert "curl" not in text
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {"var", ".env", ".git", ".venv"} <= set(ignored)


def services() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return read["services"]  # type: ignore[no-any-return]


def test_the_compose_file_makes_a_house_of_several_processes_that_only_the_proxy_reaches() -> None:
    found = services()
    houses = [name for name in found if name.startswith("house-")]
    assert len(houses) > 1
    assert [name for name, it in found.items() if "ports" in it] == ["proxy"]
    upstreams = re.findall(r"(\S+):8000", found["proxy"]["environment"]["HOUSES"])
    assert upstreams == houses
    for name in houses:
        settings = found[name]["environment"]
        assert settings["DATABASE_URL"] == "postgres://sabot@database:5432/sabot", (
            "a password in it may not hold every sign"
        )
        assert settings["DATABASE_PASSWORD"].startswith("${POSTGRES_PASSWORD:")
        assert settings["REDIS_URL"].startswith("redis://")
        assert int(found[name]["stop_grace_period"].removesuffix("s")) > LONGEST_SECONDS
        assert found[name]["depends_on"]["prepare"] == {"condition": "service_completed_successfully"}
    for name, it in found.items():
        assert set(it.get("depends_on", [])) <= set(found), name


@pytest.mark.parametrize("name", services())
def test_no_container_fills_the_disk_or_has_powers_that_it_does_not_need(name: str) -> None:
    it = services()[name]
    assert it["logging"]["options"] == {"max-size": "20m", "max-file": "5"}
    assert it["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in it["security_opt"]
    if it["image"] != "sabot":
        assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?\$\{[A-Z]+_DIGEST:-\}", it["image"]), "by its exact version"


def test_in_containers_the_night_is_kept_backed_up_and_cleared_out() -> None:
    found = services()["night"]
    assert found["command"] == ["python", "-m", "config.service.night", "07:30"]
    assert {"NIGHT_BY", "NIGHT_PASSPHRASE", "NIGHT_KEPT", "BACKUPS"} <= set(found["environment"])
    [backups] = [it for it in found["volumes"] if it.endswith(":/backups")]
    assert found["environment"]["BACKUPS"] == "/backups"
    assert backups in services()["house-1"]["volumes"], "who is asked how old the last backup is"


def test_what_is_done_every_night_is_the_same_by_timers_and_in_containers() -> None:
    text = "".join(
        (DEPLOY / "systemd" / f"sabot-{it}.service").read_text(encoding="utf-8") for it in ("keep", "backup", "replay")
    )
    # A badge of before may have spaces.
    by_timers = [shlex.split(it.replace("${BADGE}", "delia rossi")) for it in commands_in(text)]
    assert by_timers == [list(it) for it in night.parts("delia rossi", "/etc/sabot/passphrase")]
    assert [it[0] for it in by_timers] == ["keep", "export", "prune", "backup", "starts", "replay"]
    assert "--since-last" in by_timers[1], "a register that is handed out whole every night grows with its square"


@pytest.mark.django_db
def test_what_is_done_every_night_are_commands_with_options_that_there_are() -> None:
    for command, *arguments in night.parts("delia", "passphrase"):
        parser = load_command_class(get_commands()[command], command).create_parser("manage.py", command)
        assert vars(parser.parse_args(arguments))


def test_a_night_that_replays_a_taglia_of_an_earlier_law_has_not_failed() -> None:
    """Of a house that was upgraded it would fail for good, and nobody would look when a row is altered."""
    unit = (DEPLOY / "systemd" / "sabot-replay.service").read_text(encoding="utf-8")
    assert f"\nSuccessExitStatus={LAW_CHANGED}\n" in unit


def test_the_night_comes_once_a_day_at_its_hour() -> None:
    rome = ZoneInfo("Europe/Rome")
    early, late = datetime(2026, 11, 26, 7, 29, tzinfo=rome), datetime(2026, 11, 26, 7, 30, tzinfo=rome)
    assert night.following(early, "07:30") == late
    assert night.following(late, "07:30") == late + timedelta(days=1)


def test_a_clock_that_was_ahead_as_the_wait_began_lets_no_night_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    rome = ZoneInfo("Europe/Rome")
    ahead, true = datetime(2027, 11, 26, 6, 1, tzinfo=rome), datetime(2026, 11, 26, 6, tzinfo=rome)
    clock = [ahead]

    def slept(seconds: float) -> None:
        clock[0] = (true if clock[0] == ahead else clock[0]) + timedelta(seconds=seconds)

    def works() -> int:
        raise InterruptedError(str(clock[0]))

    monkeypatch.setattr(night, "now", lambda: clock[0])
    monkeypatch.setattr("time.sleep", slept)
    monkeypatch.setattr(night, "work", works)
    with pytest.raises(InterruptedError, match="2026-11-26 07:30:00"):
        night.main("07:30")


@pytest.mark.parametrize("count", ["0", "-1", "many"])
def test_a_night_that_could_retain_no_backup_says_so_before_it_waits(
    count: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHT_KEPT", count)
    with pytest.raises(SystemExit, match="NIGHT_KEPT has a value that cannot be: it is a whole number from 1"):
        night.main("07:30")


def test_what_fails_of_a_night_keeps_nothing_else_from_being_done(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []

    def fails(command: list[str], **_more: object) -> subprocess.CompletedProcess[str]:
        commands.append(command[2])
        return subprocess.CompletedProcess(command, returncode=1)

    monkeypatch.setattr("config.service.each.subprocess.run", fails)
    assert night.work() == 4
    assert commands == ["prune", "backup", "starts", "replay"], "without a badge nothing is done in anybody's name"


@pytest.mark.parametrize("name", ["keep", "backup"])
def test_a_unit_of_the_night_does_what_is_left_where_a_part_fails_and_fails_by_its_name(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk nothing is backed up, and what frees the disk is done all the same."""
    text = (DEPLOY / "systemd" / f"sabot-{name}.service").read_text(encoding="utf-8")
    [start] = re.findall(r"^ExecStart=(.+)$", text.replace("\\\n", " "), re.MULTILINE)
    [python, *words] = shlex.split(start)
    assert (python, words[:2]) == ("/srv/sabot/current/.venv/bin/python", ["-m", "config.service.each"])
    done = []

    def fails_at_its_own(command: list[str], **_more: object) -> subprocess.CompletedProcess[str]:
        done.append(command[2])
        return subprocess.CompletedProcess(command, returncode=int(command[2] == name))

    monkeypatch.setattr("config.service.each.subprocess.run", fails_at_its_own)
    with pytest.raises(SystemExit, match=f"these failed: {name}"):
        each.main(*words[2:])
    assert done == [it.split()[0] for it in commands_in(text)]
    monkeypatch.setattr("config.service.each.subprocess.run", lambda *_, **__: subprocess.CompletedProcess([], 0))
    each.main(*words[2:])


def test_a_version_that_is_installed_amid_a_night_lends_no_python_to_what_that_night_still_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code is that of the version in which the night began: its packages have to be, too."""
    current = tmp_path / "current"
    for release in ("1.0.0", "1.1.0"):
        (tmp_path / release / ".venv" / "bin").mkdir(parents=True)
    current.symlink_to("1.0.0")
    done = []

    def installs(command: list[str], **_more: object) -> subprocess.CompletedProcess[str]:
        current.unlink()
        current.symlink_to("1.1.0")
        done.append(command[0])
        return subprocess.CompletedProcess(command, returncode=0)

    monkeypatch.setattr(sys, "executable", f"{current}/.venv/bin/python")
    monkeypatch.setattr("config.service.each.subprocess.run", installs)
    each.main("prune", "starts --all")
    assert done == [f"{tmp_path}/1.0.0/.venv/bin/python"] * 2


def test_timers_of_the_documents_are_those_that_are_deployed() -> None:
    hours = {re.findall(r"OnCalendar=\S+ (\d\d:\d\d)", it.read_text(encoding="utf-8"))[0] for it in TIMERS}
    for path in (ROOT / "docs").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"OnCalendar=\S+ (\d\d:\d\d)", text)) <= hours, path
        assert "/srv/sabot/.venv" not in text, path
    assert services()["night"]["command"][-1] in hours


def test_what_the_compose_file_sets_is_explained() -> None:
    explained = set(re.findall(r"^#(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))
    given = {key for name, it in services().items() if name.startswith("house-") for key in it["environment"]}
    # Of the proxies a house trusts it reads where it knows the setting.
    assert given - {"TRUSTED_PROXIES"} <= explained
    used = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert used == set(
        re.findall(r"^(\w+)=", (DEPLOY / "compose.env.example").read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_no_file_of_a_deployment_is_left_unread() -> None:
    read = {
        "Caddyfile",
        "Containerfile",
        "alerts.yml",
        "compose.env.example",
        "compose.yaml",
        "install.sh",
        "nginx.conf",
    }
    assert {it.name for it in _files(DEPLOY)} == read | {"wheels.txt"} | {it.name for it in (*UNITS, *TIMERS)}
    says("sh", "-n", DEPLOY / "install.sh")


def _files(folder: Path) -> Iterator[Path]:
    return (it for it in folder.rglob("*") if it.is_file())
