"""What the bundle brings to a machine without a network: told from the lock files alone, without making it."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

from config.service.bundle import REQUIREMENTS, TARGETS, WHEELS, PinnedPackage, Target, listed, pins
from tests.rig.daphne import ROOT

REQUIRED = pins(REQUIREMENTS.read_text(encoding="utf-8"))


def brought() -> dict[str, str]:
    """The wheels of the bundle with their hashes, by name."""
    lines = WHEELS.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def runs_on(target: Target) -> frozenset[Tag]:
    """The tags of wheels that run on such a machine."""
    interpreter = f"cp{target.python[0]}{target.python[1]}"
    own = cpython_tags(target.python, [interpreter], target.platforms)
    return frozenset([*own, *compatible_tags(target.python, interpreter, target.platforms)])


def lacking(wheels: dict[str, str], required: Sequence[PinnedPackage]) -> list[str]:
    """List “name version for target” for each required package of which a target that wants it has no fitting wheel.

    They are in the order of TARGETS, for each target in that of `required`. A wheel fits if it runs on the target and
    its digest is among those of the pin. `wheels` maps file names to digests.
    """
    known = [(*parse_wheel_filename(name), digest) for name, digest in wheels.items()]
    found = []
    for target in TARGETS:
        runs = runs_on(target)
        fits = {(name, str(version), digest) for name, version, _build, tags, digest in known if tags & runs}
        for pin in required:
            given = any((pin.name, pin.version, digest) in fits for digest in pin.hashes)
            if target.wants(pin.marker) and not given:
                found.append(f"{pin.name} {pin.version} for {target}")
    return found


def test_everything_that_is_required_has_a_wheel_for_every_python_and_machine() -> None:
    assert len(TARGETS) == 8
    assert lacking(brought(), REQUIRED) == [], "make bundle"


def test_no_wheel_is_brought_that_the_requirement_files_do_not_admit() -> None:
    admitted = {digest for pin in REQUIRED for digest in pin.hashes}
    assert {name for name, digest in brought().items() if digest not in admitted} == set()
    assert pins((ROOT / "requirements/run.txt").read_text(encoding="utf-8")), (
        "and it holds what the other file asks for"
    )
    assert {it.name for it in pins((ROOT / "requirements/run.txt").read_text(encoding="utf-8"))} <= {
        it.name for it in REQUIRED
    }


def test_a_wheel_that_is_missing_or_another_one_is_named() -> None:
    pin = PinnedPackage("msgspec", "0.22.0", "", frozenset({"a"}))
    python = Target((3, 11), "x86_64")
    wheel = "msgspec-0.22.0-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"
    assert f"msgspec 0.22.0 for {python}" not in lacking({wheel: "a"}, [pin])
    assert f"msgspec 0.22.0 for {python}" in lacking({wheel: "b"}, [pin])
    assert "msgspec 0.22.0 for CPython 3.11 on aarch64" in lacking({wheel: "a"}, [pin])
    assert "msgspec 0.22.0 for CPython 3.14 on x86_64" in lacking({wheel: "a"}, [pin])


@pytest.mark.parametrize(
    ("marker", "wanted"),
    [
        ("", True),
        ("python_full_version < '3.11.3'", True),
        ("python_full_version < '3.11'", False),
        ("implementation_name != 'pypy'", True),
        ("platform_python_implementation == 'PyPy'", False),
    ],
)
def test_what_is_wanted_depends_on_the_python_that_it_is_for(marker: str, wanted: bool) -> None:
    assert Target((3, 11), "aarch64").wants(marker) is wanted


def test_wheels_are_written_down_as_they_can_be_checked(tmp_path: Path) -> None:
    (tmp_path / "one.whl").write_bytes(b"seven cards")
    assert listed([tmp_path / "one.whl"]) == f"{sha256(b'seven cards').hexdigest()}  one.whl\n"
