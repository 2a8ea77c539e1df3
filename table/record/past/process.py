"""The process that holds the past: it works when nobody else does, and ends when nobody has asked it for long.

Jobs come in and reports go out as pickles: both ends are of one house, and nobody else writes to these pipes. When
there is nothing more to read, whoever started it is gone. No model is imported here before Django is set up.
"""

import os
import pickle
import select
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import django
import structlog
from django.utils.module_loading import import_string

NICENESS = 10
OOM, GOES_FIRST = Path("/proc/self/oom_score_adj"), "500"
IDLE_SECONDS = 600.0
log = structlog.stdlib.get_logger("sabot.past")


class Failed(str):
    """Why a job could not be done, in the words of the error."""


def main() -> None:
    """Begin; how many seconds nobody may ask stands in the call."""
    come_last()
    # What anything prints goes to whoever reads the errors, and is no report.
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    django.setup()
    serve(sys.stdin.buffer, reports, import_string("table.record.past.stage.Stage")(), float(sys.argv[1]))


def come_last() -> None:
    """Everybody else comes first, and where memory runs out this process goes; nothing depends on being let say so."""
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError):
        OOM.write_text(GOES_FIRST, encoding="ascii")


def serve(jobs: IO[bytes], reports: IO[bytes], stage: Any, idle_seconds: float) -> None:
    """Do one job after the other."""
    while select.select([jobs], [], [], idle_seconds)[0]:
        try:
            job = pickle.load(jobs)  # noqa: S301 - from the process that started this one
        except EOFError:
            return
        pickle.dump(_report(stage, job), reports)
        reports.flush()


def _report(stage: Any, job: Any) -> Any:
    try:
        return stage.perform(job)
    except Exception as error:
        log.exception("a register was not performed", table=job.code)
        return Failed(repr(error))
