"""Distributions of what a table wins in coups one after the other: jobs for a process of its own, and its answers.

That process has a low priority, and runs :mod:`table.reports.chance.evenings`. numpy, which it needs, is an optional
dependency: it is imported there alone. Job and answer are pickles between two processes of one house.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import structlog
from django.utils.translation import gettext as _

from table.reports.figures.picture import Picture
from table.reports.typesetting import needed
from table.rules.profile import Box, Profile

EVENINGS = 20_000
WITHIN = 60.0
BEGINS = "from table.reports.chance.evenings import main; main()"
INSTALL = "pip install --no-deps --require-hashes -r requirements/chance.txt"
_turn = Lock()
log = structlog.stdlib.get_logger("sabot.chance")
Felt = Mapping[Box, int]
"""Cents in action in a coup, by box."""


class Course(NamedTuple):
    """Coups of a table under the same rules and number of decks: what is in action in each."""

    profile: Profile
    decks: int
    felts: Sequence[Felt]


class Sum(NamedTuple):
    """Courses that are looked at together, as places in the list of a job, and the win in cents that they brought.

    `won` is None where nothing was played.
    """

    courses: Sequence[int]
    won: int | None = None


class ChanceJob(NamedTuple):
    """Distributions to be computed: one for each of the sums, over the courses of play."""

    courses: Sequence[Course]
    sums: Sequence[Sum]


class Spread(NamedTuple):
    """Distribution of what a table wins in an evening, in cents.

    `expected` is by the exact odds. One evening of twenty brings less than `low`, one more than `high`, and one of a
    hundred less than `worst`; `rack` is what suffices to pay with in 99 of 100, `coup` the most that one coup can cost.
    `loses` is the share of evenings with a loss, `below` that with less than what was won, of those with just as much
    half; None where nothing was played.
    """

    expected: int
    low: int
    high: int
    worst: int
    rack: int
    coup: int
    loses: float
    below: float | None


# --- computed


class NoSpread(Exception):
    """Raised where a distribution cannot be computed: it took too long, others were first, or the process failed."""


def installed() -> bool:
    """Whether numpy is there to compute with."""
    return find_spec("numpy") is not None


def spreads(job: ChanceJob) -> list[Spread]:
    """Return the distribution of each sum of a job, in their order.

    Equal jobs have equal answers, and the last 32 are cached. Blocks for some seconds, at most for twice WITHIN, which
    is in seconds. Raises :class:`NoSpread` if it takes too long or fails; that is not cached.
    """
    return list(_computed(pickle.dumps(job)))


@lru_cache(maxsize=32)
def _computed(job: bytes) -> tuple[Spread, ...]:
    """Compute a pickled job in a process of its own, one at a time; cached.

    Blocks, for WITHIN seconds until its turn comes and as long for the job. Raises NoSpread, which is not cached, if
    that is not enough, or the process fails or cannot be started.
    """
    # One at a time: two together would take a core from the tables.
    if not _turn.acquire(timeout=WITHIN):
        raise NoSpread("others are computing")
    try:
        done = subprocess.run(  # noqa: S603 - Python itself
            [sys.executable, "-P", "-c", BEGINS],
            input=job,
            stdout=subprocess.PIPE,
            timeout=WITHIN,
            check=True,
            env={"PYTHONPATH": os.pathsep.join(it or str(Path.cwd()) for it in sys.path)} | needed(os.environ),
        )
        answer: list[Spread] = pickle.loads(done.stdout)  # noqa: S301 - from the process that was started here
    except (OSError, subprocess.SubprocessError, pickle.UnpicklingError, EOFError) as error:
        raise NoSpread(repr(error)) from error
    finally:
        _turn.release()
    return tuple(answer)


# --- on a page


class Chance(NamedTuple):
    """A table, or a sentence, and what has to be typed on the server, where that is the remedy."""

    picture: Picture | None = None
    sentence: str = ""
    remedy: str = ""


def computed(compute: Callable[[], Picture | None]) -> Chance:
    """Call `compute` and return its table, or a sentence why there is none.

    It is not called where numpy is missing (`remedy` is the command that installs it); NoSpread is logged and
    becomes a sentence, as does None, which means that nothing was staked. Blocks as long as `compute` does.
    """
    if not installed():
        return Chance(
            sentence=_("To compute it, the server needs numpy. It is installed there, once, by:"), remedy=INSTALL
        )
    try:
        picture = compute()
    except NoSpread as error:
        log.warning("a distribution was not computed", error=str(error))
        return Chance(sentence=_("It could not be computed now; try again in a minute."))
    return Chance(picture, "" if picture else _("No stake was paid or collected: there is nothing to compute."))
