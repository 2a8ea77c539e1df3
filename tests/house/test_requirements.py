"""The requirement files: every pin agrees with pyproject.toml, carries hashes and names no address."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"^([a-z0-9.-]+)==(\S+)((?: ;[^\\\n]*)?)(.*(?:\n .*)*)", re.MULTILINE)
RUN: list[str] = PROJECT["project"]["dependencies"]
POSTGRES: list[str] = PROJECT["project"]["optional-dependencies"]["postgres"]


def group(name: str) -> list[str]:
    """What a group asks for, with the groups that it includes."""
    entries: list[str | dict[str, str]] = PROJECT["dependency-groups"][name]
    return [it for entry in entries for it in ([entry] if isinstance(entry, str) else group(entry["include-group"]))]


FILES = {
    "requirements/run.txt": RUN,
    "requirements/postgres.txt": RUN + POSTGRES,
    "requirements/dev.txt": RUN + POSTGRES + group("dev"),
    "requirements/mutation.txt": group("mutation"),
}


def text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def pins(file: str) -> dict[str, set[Version]]:
    """Each pinned package; one may have several versions, for several kinds of machine."""
    found: dict[str, set[Version]] = {}
    for name, version, _, _ in PIN.findall(text(file)):
        found.setdefault(canonicalize_name(name), set()).add(Version(version))
    return found


@pytest.mark.parametrize("file", FILES)
def test_every_direct_dependency_is_pinned_within_its_range(file: str) -> None:
    pinned = pins(file)
    for wanted in map(Requirement, FILES[file]):
        versions = pinned.get(canonicalize_name(wanted.name), set())
        assert versions, f"{wanted} is not pinned: make lock"
        assert all(wanted.specifier.contains(version) for version in versions), f"{wanted}: make lock"


@pytest.mark.parametrize("file", FILES)
def test_every_pin_carries_hashes(file: str) -> None:
    found = PIN.findall(text(file))
    assert len(found) > 10
    assert [name for name, _, _, rest in found if "--hash=sha256:" not in rest] == []


@pytest.mark.parametrize("file", FILES)
def test_no_requirement_file_names_an_address_or_an_index(file: str) -> None:
    for trace in ("://", "--index-url", "--extra-index-url", "--find-links", "file:", "/root", "/home", "/tmp"):
        assert trace not in text(file)


@pytest.mark.parametrize("file", FILES)
def test_the_files_agree_on_what_they_share(file: str) -> None:
    mine, dev = pins(file), pins("requirements/dev.txt")
    assert {name: versions for name, versions in mine.items() if dev.get(name, versions) != versions} == {}


@pytest.mark.parametrize("file", ["requirements/postgres.txt", "requirements/dev.txt"])
def test_whoever_installs_more_installs_what_runs_the_house(file: str) -> None:
    assert pins("requirements/run.txt").keys() <= pins(file).keys()


def test_every_group_is_installed_by_some_file() -> None:
    named = {it for file in FILES.values() for it in file}
    assert {it for name in PROJECT["dependency-groups"] for it in group(name)} <= named


def test_what_changes_the_rules_is_not_installed_for_every_check() -> None:
    assert "mutmut" in pins("requirements/mutation.txt")
    assert "mutmut" not in pins("requirements/dev.txt")


TYPED_BY_HAND = (
    "Makefile",
    ".env.example",
    "docs/running.md",
    "deploy/Containerfile",
    "deploy/install.sh",
    "tests/rig/compat.py",
)


def test_nothing_is_installed_beyond_what_is_locked() -> None:
    """Older versions of pip ask for the newest `coverage[toml]` beside the locked `coverage`, and refuse its hash."""
    lines = [line for file in TYPED_BY_HAND for line in text(file).splitlines() if "--require-hashes" in line]
    assert len(lines) >= len(TYPED_BY_HAND)
    assert [line for line in lines if "--no-deps" not in line] == []


def test_what_is_locked_lacks_nothing() -> None:
    check = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout
