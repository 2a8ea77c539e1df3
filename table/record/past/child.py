"""Handle on the process that performs the past: started with the house or on first use, and again where it has died."""

import atexit
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Timer
from typing import Any, cast

from table.record.past.process import BEGINS, ENDS, IDLE_SECONDS, STAYS, FailedJob
from table.record.past.stage import Done, Job

GONE = (OSError, EOFError, pickle.UnpicklingError)
"""Errors by which the end of the process shows."""


class NoPast(Exception):
    """Raised where the past cannot be shown now: too large, too slow, in use by others, or the process failed."""


class Child:
    """A process that performs jobs one at a time; further callers wait for their turn, however long. Killed at exit.

    One that had no job for ``idle_seconds`` ends, or, where it ``stays``, begins anew and waits for the next.
    """

    def __init__(self, *, idle_seconds: float = IDLE_SECONDS, stays: bool = False) -> None:
        """Prepare a process that is started on first use, and stopped as this one exits.

        After ``idle_seconds`` without a job it ends; if it ``stays``, it begins anew instead, but not before its first
        job.
        """
        self._arguments = [str(idle_seconds), STAYS if stays else ENDS]
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = Lock()
        atexit.register(self.stop)

    def begin(self) -> None:
        """Start the process, unless it runs or is in use, so that it imports while a job is put together.

        Does not wait for anything. A failure to start is left for the job to report.
        """
        if self._turn.acquire(blocking=False):
            try:
                with suppress(OSError):  # the job itself tells of it
                    self._running()
            finally:
                self._turn.release()

    def perform(self, job: Job, *, within: float) -> Done:
        """Return the result of a job, which may take ``within`` seconds once its turn has come.

        A process that has died is started anew, once, and has ``within`` seconds again. Raises :class:`NoPast` where it
        dies again, needs longer, or the job fails there.
        """
        with self._turn:
            for last in (False, True):
                try:
                    return self._ask(job, within)
                except GONE as error:
                    self.stop()
                    if last:
                        raise NoPast(repr(error)) from error
                except NoPast:
                    raise
                except BaseException:
                    # What it would still say would be taken for the report of the next job.
                    self.stop()
                    raise
        raise AssertionError("one of two attempts is the last")

    def _ask(self, job: Job, within: float) -> Done:
        """Send a job to the process, started if needed, and return its result.

        Raises :class:`NoPast` where that takes longer than ``within`` seconds, and kills the process then, and where
        the job fails there; an error of ``GONE`` where the process has died or cannot be started.
        """
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        with self._killed_after(within, process):
            pickle.dump(job, process.stdin)
            process.stdin.flush()
            report: Any = pickle.load(process.stdout)  # noqa: S301 - from the process that was started here
        if isinstance(report, FailedJob):
            raise NoPast(report)
        return cast(Done, report)

    @contextmanager
    def _killed_after(self, seconds: float, process: "subprocess.Popen[bytes]") -> Iterator[None]:
        """Kill the process where the block is not over after so many seconds, and raise :class:`NoPast`.

        So nobody waits for one that stops in the middle of a job that it reads, or of a report that it writes.
        """
        late = Event()

        def kill() -> None:
            """Kill the process; its pipes end with it, and with them whatever waits for them."""
            late.set()
            process.kill()

        timer = Timer(seconds, kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        except GONE as error:
            if late.is_set():
                self.stop()
                raise NoPast(f"{seconds} seconds were not enough") from error
            raise
        finally:
            timer.cancel()

    def _running(self) -> "subprocess.Popen[bytes]":
        """Return the process; one that does not run, or has ended, is started.

        It is Python with the arguments ``BEGINS`` and those of this child, its stdin and stdout pipes, this process's
        environment and import path, and a session of its own, beyond Ctrl-C. Raises OSError if none can start.
        """
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = subprocess.Popen(  # noqa: S603 - Python itself
                [sys.executable, *BEGINS, *self._arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(it or str(Path.cwd()) for it in sys.path)},
                # Ctrl-C in a terminal is for the house, which ends this one as it ends itself.
                start_new_session=True,
            )
        return self._process

    def stop(self) -> None:
        """Kill the process, if there is one, and wait for its end; the next job starts a new one.

        It holds nothing that must last. Does not wait for its turn: a job that is being performed is begun anew, once.
        """
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError), process:
                pass  # its pipes are closed, though half a job is in them, and its end is waited for
