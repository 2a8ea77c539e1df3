"""Process that computes one job: from standard input to standard output, as pickles. Imports numpy."""

import pickle
import sys

from table.record.past.process import come_last
from table.reports.chance.apart import EVENINGS
from table.reports.chance.evenings import spreads

COUPS, SEED = 2_000_000, 1


def main() -> None:
    """Read a pickled job from standard input, and write its pickled answer to standard output.

    It is computed at low priority.
    """
    come_last()
    job = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this one
    pickle.dump(spreads(job, coups=COUPS, evenings=EVENINGS, seed=SEED), sys.stdout.buffer)
