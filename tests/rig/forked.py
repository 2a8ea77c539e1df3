"""Programs of the house that begin half ready: what came with the requirements is imported once in a run of the tests.

To import it takes longer than all that the house itself does at a start, and the suite starts a hundred programs. So
one process of Python (``python -m tests.rig.forked DESCRIPTOR``) imports it and waits. For every program it forks: the
copy takes on the command, environment, folder and descriptors of the program, and goes on as Python does after a bare
start. Nothing of the house that reads settings is imported before, and no reactor is there yet. Tests that are about
the start itself start Python.
"""

import atexit
import fcntl
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FIRST = (
    *("argon2", "asgiref.wsgi", "autobahn.twisted.websocket", "babel.core", "channels.db", "channels.layers"),
    *("channels.routing", "channels.generic.websocket", "csp.middleware", "daphne.http_protocol", "daphne.ws_protocol"),
    *("daphne.utils", "django.contrib.messages.storage.fallback", "django.contrib.sessions.backends.db"),
    *("django.contrib.staticfiles.storage", "django.core.handlers.asgi", "django.core.handlers.wsgi"),
    *("django.core.management", "django.core.management.commands.migrate", "django.db.backends.sqlite3.base"),
    *("django.forms", "django.middleware.csrf", "django.middleware.locale", "django.middleware.security"),
    *("django.template.backends.django", "django.template.backends.jinja2", "django.test.client", "django.urls"),
    *("django.views.generic", "environ", "jinja2.ext", "msgspec", "prometheus_client", "psycopg", "psycopg_pool"),
    *("segno", "sqlparse", "structlog", "twisted.internet.asyncioreactor", "twisted.internet.endpoints"),
    *("twisted.web.http", "twisted.web.server", "whitenoise.middleware"),
    *("table.rules.houses", "table.verifier.seals", "procedures.rebuild.reconstruction"),
)
"""What is imported before: libraries, and what is pure."""
TOO_EARLY = ("config.settings", "table.models", "twisted.internet.reactor")
"""What belongs to one program alone."""
LONGEST = 1 << 17
"""Bytes of all that is said of a program."""


class Wanted(NamedTuple):
    """A program: the arguments of Python, environment, folder, and the numbers its descriptors shall have."""

    arguments: list[str]
    env: dict[str, str]
    cwd: str
    numbers: list[int]


class Forked:
    """A running program: what the tests use of `subprocess.Popen`, whose exceptions it raises."""

    def __init__(self, command: Sequence[str], line: socket.socket, stdout: IO[str] | None) -> None:
        self.args = command
        self.stdout = stdout
        self.returncode: int | None = None
        self._line = line
        self.pid = int(self._heard())

    def poll(self) -> int | None:
        """With what it ended; None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """The same, when it has ended: `TimeoutExpired` after so many seconds."""
        if self.returncode is None:
            self._line.settimeout(timeout)
            try:
                self.returncode = int(self._heard())
            except (BlockingIOError, TimeoutError):
                raise subprocess.TimeoutExpired(list(self.args), timeout or 0) from None
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it this signal, if it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def _heard(self) -> bytes:
        heard = self._line.recv(32)
        assert heard, "the process that forks is gone"
        return heard


def forked(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    pass_fds: Sequence[int] = (),
    stdout: IO[str] | None = None,
    stderr: IO[str] | None = None,
) -> Forked:
    """Begin ``python COMMAND``; what it says is read from a pipe, unless it goes to these files."""
    with ExitStack() as stack:
        reading, writing = (None, stdout.fileno()) if stdout else os.pipe()
        if reading is not None:
            stack.callback(os.close, writing)
        line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        nothing = stack.enter_context(open(os.devnull))  # noqa: PTH123
        stack.enter_context(other)
        given = [nothing.fileno(), writing, stderr.fileno() if stderr else writing, *pass_fds]
        wanted = Wanted(list(command), dict(env), str(cwd), [0, 1, 2, *pass_fds])
        socket.send_fds(_line(), [json.dumps(wanted).encode()], [other.fileno(), *given])
    return Forked(command, line, None if reading is None else open(reading, encoding="utf-8"))  # noqa: PTH123


LOCK = threading.Lock()


def _line() -> socket.socket:
    with LOCK:
        return _ready()


@cache
def _ready() -> socket.socket:
    """The line to the process that forks, which this process has started and which ends with it."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LONGEST)
    with there:
        command = [sys.executable, "-m", "tests.rig.forked", str(there.fileno())]
        process = subprocess.Popen(
            command, cwd=ROOT, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )

    def over() -> None:
        here.close()
        process.wait()

    atexit.register(over)
    return here


# --- in the process that forks


def main(number: int) -> None:
    """Wait for programs; go on as one of them in each process that was forked for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with whoever has started it
    for name in FIRST:
        importlib.import_module(name)
    early = [name for name in TOO_EARLY if name in sys.modules]
    assert not early, f"too early: {early}"
    gc.collect()
    gc.freeze()
    if (program := _next(socket.socket(fileno=number))) is not None:
        _go_on(*program)


def _next(line: socket.socket) -> tuple[Wanted, list[int]] | None:
    """In a process that was forked for it the program and its descriptors; None where no more will come."""
    while True:
        said, descriptors, _, _ = socket.recv_fds(line, LONGEST, 64)
        _bury()
        if not said:
            return None
        other, *given = descriptors
        if os.fork() == 0:
            line.close()
            pid = os.fork()
            if pid == 0:
                os.close(other)
                return Wanted(*json.loads(said)), given
            _mind(pid, socket.socket(fileno=other), given)
        for it in descriptors:
            os.close(it)


def _bury() -> None:
    """Look after those that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _mind(pid: int, line: socket.socket, given: list[int]) -> None:
    """Say the number of a program, and with what it ended, as Python has it: a signal below zero."""
    for it in given:
        os.close(it)
    line.send(str(pid).encode())
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        line.send(str(status).encode())
    finally:
        os._exit(0)


def _go_on(wanted: Wanted, given: list[int]) -> None:
    """Be this program."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    above = max(wanted.numbers) + 1
    moved = [fcntl.fcntl(it, fcntl.F_DUPFD_CLOEXEC, above + len(given)) for it in given]
    for it in given:
        os.close(it)
    for it, number in zip(moved, wanted.numbers, strict=True):
        os.dup2(it, number)
        os.close(it)
    os.environ.clear()
    os.environ.update(wanted.env)
    os.chdir(wanted.cwd)
    gc.unfreeze()
    what, *arguments = wanted.arguments
    if what == "-m":
        module, *arguments = arguments
        sys.argv = [module, *arguments]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    else:
        sys.argv = [what, *arguments]
        runpy.run_path(what, run_name="__main__")


if __name__ == "__main__":
    main(int(sys.argv[1]))
