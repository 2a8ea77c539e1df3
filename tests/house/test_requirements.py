"""The requirement files: every pin agrees with pyproject.toml, carries hashes and names no address."""

import re
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
FILES = {
    "requirements.txt": PROJECT["project"]["dependencies"],
    "requirements-postgres.txt": PROJECT["project"]["dependencies"]
    + PROJECT["project"]["optional-dependencies"]["postgres"],
    "requirements-dev.txt": PROJECT["project"]["dependencies"]
    + PROJECT["project"]["optional-dependencies"]["postgres"]
    + [entry for group in PROJECT["dependency-groups"].values() for entry in group if isinstance(entry, str)],
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


@pytest.mark.parametrize("file", [name for name in FILES if name != "requirements.txt"])
def test_the_files_agree_on_what_they_share(file: str) -> None:
    other = pins(file)
    assert {name: versions for name, versions in pins("requirements.txt").items() if other.get(name) != versions} == {}
