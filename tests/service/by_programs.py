"""The files of deploy/ as systemd, nginx and Caddy themselves read them: ``make deploy-check``.

The suite reads them by itself (:mod:`tests.service.test_deploy`); here nothing is left out, and a program that is
missing is a failure that says so. They are on PATH, or named by TEST_NGINX and TEST_CADDY.
"""

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.service.test_deploy import DEPLOY, TIMERS, UNITS, says

MOST_EXPOSED = 2.5
"""Of ten, by systemd's own measure; a unit without any of it has 9.6."""


def program(name: str) -> str:
    """One that is there, on PATH or where the environment says."""
    found = os.environ.get(f"TEST_{name.upper()}") or shutil.which(name)
    if not found:
        pytest.fail(f"{name} is not on this machine: install it, or name it by TEST_{name.upper()}", pytrace=False)
    return found


def test_systemd_reads_every_unit_and_finds_little_of_the_machine_in_reach(tmp_path: Path) -> None:
    there = [tmp_path / path.name.replace("@", "@8001") for path in (*UNITS, *TIMERS)]
    for path, copy in zip((*UNITS, *TIMERS), there, strict=True):
        text = path.read_text(encoding="utf-8")
        # The program of the house is there only where it was installed.
        copy.write_text(re.sub(r"^(Exec\w+=)/srv\S+", r"\1/bin/true", text, flags=re.MULTILINE), encoding="utf-8")
    verified = says(program("systemd-analyze"), "verify", "--man=no", "--recursive-errors=no", *there)
    assert [line for line in verified.splitlines() if str(tmp_path) in line] == []
    services = [it for it in there if it.suffix == ".service"]
    for copy in services:
        report = says(program("systemd-analyze"), "security", "--offline=yes", "--no-pager", copy)
        exposed = re.search(r"exposure level for \S+: (\d+\.\d)", report)
        assert exposed, report
        assert float(exposed[1]) <= MOST_EXPOSED, report


def certificate(folder: Path, name: str) -> None:
    """A certificate of a house, and its key: ``house.pem`` and ``house.key``, signed by itself."""
    subject = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    files: list[str | Path] = ["-keyout", folder / "house.key", "-out", folder / "house.pem"]
    says("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject, *files)


def test_nginx_reads_its_file(tmp_path: Path) -> None:
    nginx = program("nginx")
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    certificate(tmp_path, "sabot.example")
    moved = "".join(
        f"    {it}_temp_path {tmp_path}/{it};\n" for it in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = re.sub(r"(?<= )/(?:etc|run|var/log)/(?:nginx/)?", f"{tmp_path}/", text).replace(
        "http {\n", f"http {{\n{moved}"
    )
    (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
    assert "test is successful" in says(nginx, "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf")


def test_caddy_reads_its_file(tmp_path: Path) -> None:
    caddy = program("caddy")
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    assert "Valid configuration" in says(
        caddy, "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile", **home
    )
