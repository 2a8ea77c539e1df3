"""Process that performs the past: low in priority, and ending, or beginning anew, when it had no job for long.

Jobs come in and reports go out as pickles: both ends belong to one house, and nobody else writes to these pipes. The
end of the input means that the parent process is gone. No model is imported here before Django is set up.
"""

import gc
import os
import pickle
import select
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import django
import structlog
from django.conf import settings
from django.utils.module_loading import import_string

NICENESS = 10
OOM, GOES_FIRST = Path("/proc/self/oom_score_adj"), "500"
IDLE_SECONDS = 600.0
ENDS, STAYS, ANEW = "ends", "stays", "anew"
BEGINS = ("-P", "-c", "from table.record.past.process import main; main()")
"""Arguments of Python by which the process begins."""
BETWEEN_COLLECTIONS = 20_000
"""Objects made beyond those freed, at which the garbage collector looks for circles among the new ones."""
log = structlog.stdlib.get_logger("sabot.past")


class FailedJob(str):
    """Error, as its ``repr``, for which a job could not be done."""


def main() -> None:
    """Lower this process's priority, set up Django, and do jobs from stdin until it ends, or none came for a while.

    Reports go to stdout, anything printed to stderr. The first argument is that while in seconds; the second what
    happens then: `ENDS` ends the process, also where the first job is late; `STAYS` waits for its first job however
    long, and later replaces the process by a fresh one, which frees what jobs have taken. `ANEW` marks such a fresh
    one, whose priority is low already, and is otherwise as `STAYS`.
    """
    idle_seconds, then = float(sys.argv[1]), sys.argv[2]
    if then != ANEW:
        come_last()
    # Anything printed goes to stderr: stdout is for reports alone.
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    stage = set_up()
    if then != ENDS:
        select.select([sys.stdin.buffer], [], [])  # a first job, however long that takes
    if serve(sys.stdin.buffer, reports, stage, idle_seconds) and then != ENDS:
        os.dup2(reports.fileno(), sys.stdout.fileno())
        os.execv(sys.executable, [sys.executable, *BEGINS, str(idle_seconds), ANEW])  # noqa: S606 - Python itself


def set_up() -> Any:
    """Set up Django without its server; return the :class:`~table.record.past.stage.Stage`, which performs jobs.

    Keeps ``twisted`` and ``rich`` from being imported in this process. What was imported until then is exempt from
    garbage collection, which runs more rarely afterwards.
    """
    gc.disable()
    # Nothing is served here, and importing the server takes a quarter of the time until the first job. The library that
    # logs would import what the server stands on, too, and what colours its lines, as soon as it finds them.
    for needless in ("twisted", "rich"):
        sys.modules.setdefault(needless, None)  # type: ignore[arg-type]
    settings.INSTALLED_APPS = [it for it in settings.INSTALLED_APPS if it != "daphne"]
    django.setup()
    stage = import_string("table.record.past.stage.Stage")()
    gc.freeze()
    gc.enable()
    # A job makes many objects that live as long as it does, and hardly a circle of them.
    gc.set_threshold(BETWEEN_COLLECTIONS)
    return stage


def come_last() -> None:
    """Raise this process's niceness by 10 and set its oom_score_adj to 500, each only if the system permits it."""
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError):
        OOM.write_text(GOES_FIRST, encoding="ascii")


def serve(jobs: IO[bytes], reports: IO[bytes], stage: Any, idle_seconds: float) -> bool:
    """Do one job after another by ``stage.perform`` and write its report, until no job came for ``idle_seconds``.

    Returns True then, and False as soon as the input ends. So long it waits for the first job, too. Jobs and reports
    are pickles; a job that fails is reported, and the next one is done. Input that ends amid a job may raise
    UnpicklingError.
    """
    while select.select([jobs], [], [], idle_seconds)[0]:
        try:
            job = pickle.load(jobs)  # noqa: S301 - from the process that started this one
        except EOFError:
            return False
        pickle.dump(_report(stage, job), reports)
        reports.flush()
    return True


def _report(stage: Any, job: Any) -> Any:
    """Return what ``stage.perform(job)`` returns; if it fails, log the error and return it as :class:`FailedJob`."""
    try:
        return stage.perform(job)
    except Exception as error:
        log.exception("a register was not performed", table=job.code)
        return FailedJob(repr(error))
