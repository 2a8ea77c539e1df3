"""A program that a fixture starts, waits for without sleeping, and stops."""

import re
import shutil
import signal
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any

import pytest

from tests.rig.forked import Forked, forked
from tests.rig.patience import PATIENCE_SECONDS

STOP_SECONDS = 15


class Said(Thread):
    """Reads what a program says, so that its pipe never fills, and notices the line that means "ready"."""

    def __init__(self, output: IO[str], ready: str, *, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.output = output
        self.ready = ready
        self.lines: list[str] = []
        self.heard = False
        self.decided = Event()
        self.status: int | None = None
        """With what it ended; nothing while it runs."""

    def run(self) -> None:
        for line in self.output:
            self.lines.append(line)
            if self.ready in line:
                self.heard = True
                self.decided.set()
        # The pipe is closed: the program is gone, and nobody needs to wait any longer.
        self.decided.set()


@contextmanager
def running(
    command: Sequence[str | Path],
    *,
    ready: str = "",
    stop: signal.Signals = signal.SIGTERM,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    user: int | None = None,
    pass_fds: Sequence[int] = (),
) -> Iterator[Said]:
    """The program while it runs, from the moment its output contains `ready` (at once where that is empty)."""
    process: subprocess.Popen[str] = subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env=env,
        pass_fds=pass_fds,
        **as_user(user),
    )
    with _until_stopped(process, command, ready=ready, stop=stop) as said:
        yield said


@contextmanager
def running_forked(
    command: Sequence[str], *, ready: str, stop: signal.Signals, cwd: Path, env: Mapping[str, str], fd: int
) -> Iterator[Said]:
    """The same of a program of the house, which begins half ready and is handed this descriptor."""
    process = forked(command, cwd=cwd, env=env, pass_fds=[fd])
    with _until_stopped(process, command, ready=ready, stop=stop) as said:
        yield said


@contextmanager
def _until_stopped(
    process: "subprocess.Popen[str] | Forked", command: Sequence[str | Path], *, ready: str, stop: signal.Signals
) -> Iterator[Said]:
    assert process.stdout is not None
    said = Said(process.stdout, ready, pid=process.pid)
    said.start()
    try:
        wait(said, command=command)
        yield said
    finally:
        end(process, stop=stop)
        said.status = process.returncode
        said.join()
        process.stdout.close()


def as_user(user: int | None) -> dict[str, Any]:
    """How a program is started as another user; only root can."""
    return {} if user is None else {"user": user, "group": user, "extra_groups": ()}


def wait(said: Said, *, command: Sequence[str | Path]) -> None:
    """Until the program is ready; the test fails with what it said when it is not."""
    if not said.ready:
        return
    said.decided.wait(PATIENCE_SECONDS)
    if not said.heard:
        pytest.fail(f"{command[0]} did not start. It said:\n{''.join(said.lines)}", pytrace=False)


def end(process: "subprocess.Popen[str] | Forked", *, stop: signal.Signals) -> None:
    """Ask the program to stop, and make it where it does not."""
    process.send_signal(stop)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def on_path(name: str) -> Path | None:
    """A program on PATH, by the name under which it is found there: one file may do different things by its names."""
    found = shutil.which(name)
    return Path(found) if found else None


def packages() -> Path:
    """The folder of what came with the requirement files."""
    return Path(sysconfig.get_path("platlib"))


def major_version(program: Path) -> int:
    """The number of a program that works here; 0 for one that is missing or does not run."""
    try:
        answer = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return 0
    found = re.search(r"(\d+)\.\d", answer.stdout)
    return int(found[1]) if found else 0
