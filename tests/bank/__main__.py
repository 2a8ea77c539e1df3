"""``make bank-slips``: sessions of a table's bank through the door in which somebody slips, and what is named of it.

One slip a session in ``--sessions`` of them, two in a quarter of that, and none in as many as have one: there nothing
is named. ``--again`` is the part of the sessions with another slip than one of the count in which the rack is counted
twice. With ``--seed N`` the same comes again. Fails where fewer than 95 % of the single slips are named first or
second, or where something is named of a session without any.
"""

import argparse
import logging
import os
import sys
import tempfile
from pathlib import Path
from random import Random, SystemRandom

import django

from tests.rig.choosing import at_least, within

MOST_SEED = 10**6
ENGINES = ("sqlite", "postgresql")
TARGET = 95


def main() -> int:
    """Print what is named; the exit status is 1 where it is less than it has to be."""
    parser = argparse.ArgumentParser(prog="make bank-slips")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(MOST_SEED))
    parser.add_argument("--engine", choices=ENGINES, default="sqlite")
    parser.add_argument("--sessions", type=at_least(1), default=200)
    parser.add_argument("--again", type=within(0, 1), default=0.5)
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.CRITICAL)
    from tests.disaster.__main__ import engine
    from tests.rig.engines import at_home_in

    print(f"seed {options.seed}", flush=True)
    # /tmp itself, as with every other engine by hand.
    with (
        tempfile.TemporaryDirectory(prefix="sabot-bank-", dir="/tmp") as folder,
        engine(options.engine, Path(folder)) as made,
        made.fresh() as url,
        at_home_in(url),
    ):
        return slipped(options)


def slipped(options: argparse.Namespace) -> int:
    """All of it in one database."""
    from tests.bank.planted import NAMED_FIRST, ONE_SLIP, one_slip_each, opened, session, summed

    at = opened()
    single = [*one_slip_each(at, options.seed, options.sessions, again=options.again)]
    print("one slip a session", *summed(single), sep="\n", flush=True)
    missed = [(it, slip) for it in single for slip in it.slipped if not 0 < it.rank(slip) <= NAMED_FIRST]
    for it, slip in missed:
        print(f"  {slip}: " + ", ".join(f"{one.kind} ({len(one.coups)})" for one in it.statement.causes))
    pairs = Random(options.seed)
    first = options.seed * 1000 + 500
    double = [session(at, first + place, *pairs.sample(ONE_SLIP, 2)) for place in range(options.sessions // 4)]
    print("two slips a session, without a target", *summed(double), sep="\n", flush=True)
    perfect = [session(at, options.seed * 1000 + place) for place in range(options.sessions)]
    named = [it for it in perfect if it.statement.causes or it.statement.rack_difference or it.statement.box_difference]
    print(f"no slip: {len(named)} of {len(perfect)} sessions with a difference or a cause", flush=True)
    short = len(missed) * 100 > (100 - TARGET) * len(single)
    return int(bool(short or named))


if __name__ == "__main__":
    sys.exit(main())
