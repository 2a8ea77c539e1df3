"""``make year``: a casino of twenty tables from its first night on SQLite through its move and twelve calamities.

With ``--seed N`` the same comes again; ``--nights``, ``--tables`` and ``--coups`` ask for less.
"""

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import SystemRandom

import django

from tests.faults.served import apart
from tests.rig.choosing import at_least

MOST_SEED = 10**6


def main() -> int:
    """The year, apart where the machine offers that; the exit status is how much was wrong, as far as that goes."""
    options = read_options()
    if not apart.is_apart() and not apart.why_not():
        with tempfile.TemporaryDirectory(prefix="sabot-year-", dir="/tmp") as folder:
            Path(folder).chmod(0o711)
            return apart.run(
                [sys.executable, "-m", "tests.year", "--seed", str(options.seed), *sys.argv[1:]], folder=folder
            )
    if apart.is_apart():
        apart.link(up=True)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.year import year

    # /tmp itself: PostgreSQL runs as nobody, to whom TMPDIR may be closed.
    with tempfile.TemporaryDirectory(prefix="sabot-year-", dir="/tmp") as folder:
        Path(folder).chmod(0o711)
        return min(len(year.played(options, Path(folder), partial(print, flush=True))), 100)


def read_options() -> argparse.Namespace:
    """How long, how large, by which chance."""
    parser = argparse.ArgumentParser(prog="make year")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(MOST_SEED))
    parser.add_argument("--nights", type=at_least(1), default=365)
    parser.add_argument("--tables", type=at_least(1), default=20)
    parser.add_argument("--coups", type=at_least(1), default=3, help="of each table in a night")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
