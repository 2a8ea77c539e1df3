"""Programs to which something is done: killed, frozen, started anew; and nothing is left of them in the end."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Self

from tests.bench.floor.meters import PROC, family
from tests.rig.daphne import ROOT, environment, lay_out_files
from tests.rig.process import Said, running

GONE_SECONDS = 10.0
HOUSE, CLOCKED = "config.serve", "tests.faults.served.clock config.serve"
"""The programs that serve a house: its own, and the same by a clock that can be put wrong."""


class Program:
    """A program and its children, from its first start on; ``starts`` starts it each time in the same way."""

    def __init__(self, starts: Callable[[], AbstractContextManager[Said]]) -> None:
        self._starts = starts
        self._life = ExitStack()
        self._said: Said | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on()  # what is frozen cannot be asked to stop
        self._life.close()

    @property
    def pids(self) -> list[int]:
        """The process and its children, as far as they live."""
        return [pid for pid in family([self._said.pid] if self._said else []) if lives(pid)]

    @property
    def said(self) -> str:
        """What it said since it was started last."""
        return "".join(self._said.lines) if self._said else ""

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        self._said = self._life.enter_context(self._starts())

    def kill(self) -> None:
        """As the kernel does it that runs out of memory: at once, and without a word to anybody."""
        pids = self.pids
        _signal(pids, signal.SIGKILL)
        self._life.close()
        until = time.monotonic() + GONE_SECONDS
        while any(map(lives, pids)) and time.monotonic() < until:
            time.sleep(0.01)

    def stop(self) -> None:
        """Ask it to stop, as its keeper does, and wait until it has."""
        self._life.close()

    def freeze(self) -> None:
        """It stands still from now on, and everything that it holds stays open."""
        _signal(self.pids, signal.SIGSTOP)

    def go_on(self) -> None:
        """It goes on as if nothing had been."""
        _signal(self.pids, signal.SIGCONT)

    @asynccontextmanager
    async def frozen(self, seconds: float) -> AsyncIterator[None]:
        """Frozen for so long; what is done within comes when it goes on."""
        self.freeze()
        try:
            await asyncio.sleep(seconds)
        finally:
            self.go_on()
        yield


def house(settings: Mapping[str, str], *, port: int, module: str = HOUSE) -> Program:
    """A house as its keeper starts it, at this port."""
    env = environment(settings)
    lay_out_files(env["STATIC_ROOT"])
    command = [sys.executable, "-m", *module.split(), "127.0.0.1", str(port)]
    return Program(lambda: running(command, ready="Listening on", stop=signal.SIGINT, cwd=ROOT, env=env))


def lives(pid: int) -> bool:
    """Whether the process is there still; one that only waits to be buried is not."""
    try:
        return Path(PROC, str(pid), "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
