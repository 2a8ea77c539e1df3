"""The house served for real by Daphne, on a database and with settings of the test's choice."""

import os
import shutil
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

import pytest

from tests.rig import compiled
from tests.rig.forked import forked
from tests.rig.process import Said, running, running_forked
from tests.rig.together import made_once, shared
from tests.settings import ENVIRONMENT

ROOT = Path(__file__).resolve().parent.parent.parent
APPLICATION, BY_SCREEN = "tests.rig.shipped.application", "tests.rig.by_screen.application"
QUICK_HEART, SLOW_HEART = "tests.rig.quick_heart.application", "tests.rig.slow_heart.application"
SLOW_DISK, STOPPED_CLOCK = "tests.rig.slow_disk.application", "tests.rig.stopped_clock.application"

TEMPLATES = "templates"
"""Under this name lie compiled templates, which served houses and the processes of the tests share."""


class House(NamedTuple):
    """A served house: where it is open, and what its server says."""

    address: str
    said: Said


@contextmanager
def served(
    settings: Mapping[str, str],
    *,
    at: socket.socket | None = None,
    application: str = APPLICATION,
    descriptors: int | None = None,
) -> Iterator[House]:
    """The house while Daphne serves it, ``at`` a socket that listens already or at one of its own.

    It may open so many ``descriptors``, or as many as this process. What it said is complete afterwards.
    """
    env = environment(settings)
    lay_out_files(env["STATIC_ROOT"])
    # We take the port and Daphne inherits it: it listens before the server is up, and no other program can come first.
    with nullcontext(at) if at else listening() as taken:
        inherited = taken.fileno()
        server = ["-m", "config.doors.server", str(inherited), application]
        how: dict[str, Any] = {"ready": "Listening on", "stop": signal.SIGINT, "cwd": ROOT, "env": env}
        if descriptors is None:
            house = running_forked(server, fd=inherited, **how)
        else:
            limited = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh", sys.executable, *server]
            house = running(limited, pass_fds=[inherited], **how)
        with house as said:
            yield House(address(taken), said)


@cache
def lay_out_files(folder: str) -> None:
    """What every server hands out from this folder: the same files for each, so that they are brought there once."""
    shutil.copytree(made_once("static", _collect), folder, dirs_exist_ok=True)


def _collect(folder: Path) -> None:
    manage("collectstatic", "--no-input", "--verbosity", "0", settings={"STATIC_ROOT": str(folder)})


def listening() -> socket.socket:
    """A port of this machine, which outlives the servers that answer there."""
    return socket.create_server(("127.0.0.1", 0), backlog=512)


def address(taken: socket.socket) -> str:
    """Where a browser finds it."""
    return f"http://127.0.0.1:{taken.getsockname()[1]}"


def manage(*command: str, settings: Mapping[str, str]) -> str:
    """What `manage.py` says to a command under these settings; the test fails when it refuses."""
    with TemporaryFile("w+", encoding="utf-8") as out, TemporaryFile("w+", encoding="utf-8") as errors:
        call = ["manage.py", *command]
        status = forked(call, cwd=ROOT, env=environment(settings), stdout=out, stderr=errors).wait()
        out.seek(0)
        errors.seek(0)
        if status:
            pytest.fail(f"{' '.join(call)} failed:\n{out.read()}{errors.read()}", pytrace=False)
        return out.read()


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program of the house: the suite's, with `settings` in place of some of it."""
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", compiled.FOLDER: str(shared(TEMPLATES))}
    return {**os.environ, **ENVIRONMENT, **own, **settings}
