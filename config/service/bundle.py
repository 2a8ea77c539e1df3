"""Bundle for a machine without a network: sources, and wheels for each Python and kind of machine.

`python -m config.service.bundle FOLDER` makes FOLDER/sabot-VERSION.tar.gz of what is committed, and lists its wheels in
deploy/wheels.txt: their names, with the hashes that the requirement file admits.
"""

import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from packaging.markers import Marker
from packaging.utils import canonicalize_name

from config.environment import BASE_DIR, VERSION

REQUIREMENTS = BASE_DIR / "requirements/postgres.txt"
WHEELS = BASE_DIR / "deploy" / "wheels.txt"
GLIBC = range(36, 4, -1)
"""Minor versions of glibc, the newest that of Debian 12; a wheel for an older one runs on every newer one."""
PYTHONS, MACHINES = ((3, 11), (3, 12), (3, 13), (3, 14)), ("x86_64", "aarch64")


class Target(NamedTuple):
    """Version of Python, and kind of machine on which it runs."""

    python: tuple[int, int]
    machine: str

    def __str__(self) -> str:
        return f"CPython {self.python[0]}.{self.python[1]} on {self.machine}"

    @property
    def platforms(self) -> list[str]:
        """Platform tags of Linux wheels for such a machine: of each glibc in GLIBC, newest first, and manylinux2014."""
        return [f"manylinux_2_{minor}_{self.machine}" for minor in GLIBC] + [f"manylinux2014_{self.machine}"]

    def wants(self, marker: str) -> bool:
        """Whether a marker (True if empty) holds there for the first or a late patch release of that Python."""
        return not marker or any(Marker(marker).evaluate(self._environment(patch)) for patch in (0, 99))

    def _environment(self, patch: int) -> dict[str, str]:
        """Return the marker environment of the target, CPython on Linux, for a patch release of its Python."""
        version = f"{self.python[0]}.{self.python[1]}"
        python = {
            "python_version": version,
            "python_full_version": f"{version}.{patch}",
            "implementation_name": "cpython",
        }
        return python | {
            "platform_python_implementation": "CPython",
            "platform_machine": self.machine,
            "platform_system": "Linux",
            "sys_platform": "linux",
            "os_name": "posix",
        }


class PinnedPackage(NamedTuple):
    """Line of a requirement file: package, version, environment marker, and the SHA-256 digests it admits."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]


TARGETS = [Target(python, machine) for machine in MACHINES for python in PYTHONS]


def pins(text: str) -> list[PinnedPackage]:
    """Parse a requirement file whose lines are pinned by hashes; comments, empty and indented lines are left out.

    Lines that a backslash joins are one. Version, marker and hashes are empty where a line has none.
    """
    lines = [it for it in text.replace("\\\n", " ").splitlines() if it and not it.startswith(("#", " "))]
    return [_pin(it) for it in lines]


def _pin(line: str) -> PinnedPackage:
    """Parse one requirement, such as ``name==1.0 ; marker --hash=sha256:…``; the name becomes the canonical one.

    Version, marker and hashes are empty where the line has none.
    """
    wanted, *hashes = line.split("--hash=sha256:")
    package, _, marker = wanted.partition(";")
    name, _, version = package.strip().partition("==")
    return PinnedPackage(canonicalize_name(name), version, marker.strip(), frozenset(it.strip() for it in hashes))


def make(folder: Path) -> Path:
    """Download the wheels of all required packages for each of TARGETS, and write the bundle into this folder.

    Returns its path. Rewrites deploy/wheels.txt, and prints each target. Raises CalledProcessError if pip or git fails.
    """
    required = pins(REQUIREMENTS.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="sabot-bundle-") as name:
        wheels = Path(name)
        for target in TARGETS:
            sys.stdout.write(f"Wheels for {target} …\n")
            fetch([it for it in required if target.wants(it.marker)], target, wheels)
        found = sorted(wheels.glob("*.whl"))
        WHEELS.write_text(listed(found), encoding="utf-8")
        return _packed(folder / f"sabot-{VERSION}.tar.gz", found)


def fetch(wanted: Sequence[PinnedPackage], target: Target, into: Path) -> None:
    """Download a wheel for the target of each pinned package, with a digest that its pin lists, into a folder.

    Raises CalledProcessError if pip fails. Markers are not looked at.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{it.name}=={it.version} {_hashes(it)}\n" for it in wanted)
        file.flush()
        python = f"{target.python[0]}.{target.python[1]}"
        where = ["--python-version", python, "--implementation", "cp", "--dest", str(into)]
        where += [part for tag in target.platforms for part in ("--platform", tag)]
        call = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download", "--no-deps"]
        call += ["--only-binary=:all:", "--require-hashes", *where, "--requirement", file.name]
        subprocess.run(call, check=True)  # noqa: S603 - pip itself, with what stands above


def _hashes(pin: PinnedPackage) -> str:
    return " ".join(f"--hash=sha256:{it}" for it in sorted(pin.hashes))


def listed(files: Sequence[Path]) -> str:
    """Return a line for each file in the format of `sha256sum --check`: its digest and its name."""
    return "".join(f"{sha256(it.read_bytes()).hexdigest()}  {it.name}\n" for it in files)


def _packed(path: Path, wheels: Sequence[Path]) -> Path:
    """Write the archive `path`, over an older one, of committed sources and these wheels, and return it.

    All lies in its folder `sabot-VERSION`, the wheels below that in `wheels`, where the Makefile looks for them.
    Missing folders above `path` are made. The bytes differ from call to call.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    top = f"sabot-{VERSION}"
    with tarfile.open(path, "w:gz") as bundle, tarfile.open(fileobj=io.BytesIO(committed(f"{top}/"))) as sources:
        for member in sources:
            bundle.addfile(member, sources.extractfile(member) if member.isfile() else None)
        for wheel in wheels:
            bundle.add(wheel, f"{top}/wheels/{wheel.name}", filter=_nobodys)
    return path


def committed(below: str = "") -> bytes:
    """Return the sources of HEAD as the bytes of a tar, each name prefixed with `below`.

    Raises CalledProcessError if git fails.
    """
    call = ["git", "archive", "--format=tar", f"--prefix={below}", "HEAD"]
    return subprocess.run(call, cwd=BASE_DIR, stdout=subprocess.PIPE, check=True).stdout  # noqa: S603


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Set owner and group of an archive's member to 0 without names, its mode to 0644, and return it."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o644
    return member


if __name__ == "__main__":
    made = make(Path(sys.argv[1]))
    sys.stdout.write(f"{made}: {made.stat().st_size // 1_000_000} MB\n")
