"""Papers as PDF: each is set in a process of its own, which has bounds of memory and time and ends with it.

The library that sets them keeps what it has laid out, some sixteen megabytes a paper for the ten latest, and no paper
has a largest size. The process that takes acts holds nothing of it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec
import structlog
from django.conf import settings

from table.rules.refusal import Code, Refused

BEGINS = "from table.reports.typesetter import main; main()"
ARCHIVAL: Final = "a-2a"
"""PDF/A level for archives, with the structure of the text for those who have it read to them."""
TURN_SECONDS = 30.0
"""Seconds that a paper waits for those before it."""
LONGEST_SECONDS = 60
"""Seconds, also of the processor, after which a paper is given up."""
MEGABYTE = 1 << 20
# No key or password of the house, and one thread with one arena: what is bounded is the paper, not the machine's cores.
ENVIRONMENT = {"RAYON_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
NEEDED = ("LD_LIBRARY_PATH", "PATH")
"""Variables without which Python itself may not begin."""
log = structlog.stdlib.get_logger("sabot.papers")
_turn = Lock()


def compiled(template: str, paper: Mapping[str, Any], *, timestamp: int) -> bytes:
    """Return the PDF/A that a Typst template of ``templates/reports`` makes of a paper, dated in seconds since 1970.

    Blocks and refuses (E_RATE, E_ARGUMENTS) as :func:`typeset` does.
    """
    inputs = {"paper": msgspec.json.encode(paper, order="deterministic").decode()}
    path = Path(settings.BASE_DIR, "templates/reports", template)
    return typeset(path, inputs, timestamp=timestamp, standard=ARCHIVAL)


def typeset(template: Path, inputs: Mapping[str, str], *, timestamp: int, standard: str = "1.7") -> bytes:
    """Return the PDF of a Typst template with these inputs, dated `timestamp` (seconds since 1970); no clock is read.

    `standard` is the PDF standard. Papers are set one at a time. Refuses one that waits longer than `TURN_SECONDS`
    (E_RATE), and one that needs more memory than `PAPER_MEGABYTES` or more time than `LONGEST_SECONDS` (E_ARGUMENTS),
    which is logged. Raises AssertionError where its process fails otherwise: the template does not compile.
    """
    if not _turn.acquire(timeout=TURN_SECONDS):
        raise Refused(Code.RATE, "Other papers are being made. Ask for this one again in a minute.")
    try:
        return _set({"template": str(template), "inputs": inputs, "timestamp": timestamp, "standard": standard})
    finally:
        _turn.release()


def _set(paper: Mapping[str, Any]) -> bytes:
    """Set a paper in a process of its own, and return the PDF. Blocks.

    Refuses (E_ARGUMENTS) one whose process ends by a signal, as for too much memory, or takes longer than
    `LONGEST_SECONDS`. Any other failure of it, such as a fault of the template, is an AssertionError.
    """
    bounds = [str(settings.PAPER_MEGABYTES * MEGABYTE), str(LONGEST_SECONDS)]
    path = os.pathsep.join(it or str(Path.cwd()) for it in sys.path)
    try:
        done = subprocess.run(  # noqa: S603 - Python itself
            [sys.executable, "-P", "-c", BEGINS, *bounds],
            input=json.dumps(paper).encode(),
            capture_output=True,
            env=ENVIRONMENT | {"PYTHONPATH": path} | needed(os.environ),
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_large(paper, repr(error)) from error
    if done.returncode < 0:
        raise _too_large(paper, done.stderr.decode(errors="replace")[-200:])
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


def needed(environment: Mapping[str, str]) -> dict[str, str]:
    """Return those of these environment variables without which Python may not begin (`NEEDED`), if they are set.

    No key or password of the house is among them.
    """
    return {it: environment[it] for it in NEEDED if it in environment}


def _too_large(paper: Mapping[str, Any], why: str) -> Refused:
    """Log as a warning that a paper was not made, with the name of its template and why; return the refusal.

    That names the limit of memory (E_ARGUMENTS).
    """
    log.warning("a paper was not made", template=Path(paper["template"]).name, why=why)
    return Refused(
        Code.ARGUMENTS,
        "This paper needs more than %(megabytes)s MB of memory or a minute: take it as CSV or JSON, or for fewer "
        "tables. Whoever looks after the house can raise PAPER_MEGABYTES.",
        megabytes=settings.PAPER_MEGABYTES,
    )
