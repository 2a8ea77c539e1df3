"""`python -m config.service.night [07:30]`: daily work of a house in a container, without a timer of the machine.

It waits for that hour in the house's time zone, then runs `keep`, `export`, `prune`, `backup`, `starts` and `replay`;
one that fails does not stop the others. `NIGHT_BY` is the badge of the Direzione in whose name it is done (without it
only the last four run), `NIGHT_PASSPHRASE` locks the keys of the backup, and `NIGHT_KEPT` is how many backups are
retained.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from config.environment import env
from config.service import each

HOUR, RETAINED, REPLAYS_MINUTES = "07:30", 14, "120"
LONGEST_NAP = 300.0
"""Longest sleep; after it the clock is read again, in case it was set."""


def main(hour: str = HOUR) -> None:
    """Sleep until that hour of each day, such as 07:30 in TIME_ZONE, and run the commands of `parts` then, for ever.

    Exits with a sentence where it is no hour, TIME_ZONE no time zone, or NIGHT_KEPT no number from 1 on.
    """
    try:
        following(now(), hour)
        retained()
    except ImproperlyConfigured as unfit:
        sys.exit(str(unfit))
    except ValueError:
        sys.exit(f"“{hour}” is no hour of a day: write it as {HOUR}.")
    while True:
        due = following(now(), hour)
        while (left := (due - now()).total_seconds()) > 0:
            time.sleep(min(left, LONGEST_NAP))
            # A clock that was ahead, as before this machine had asked for the time, would let nights pass.
            due = min(due, following(now(), hour))
        work()


def now() -> datetime:
    """Return the current time in TIME_ZONE, Europe/Rome unless it is set. Raises ImproperlyConfigured for no zone."""
    return datetime.now(ZoneInfo(env.zone("TIME_ZONE", default="Europe/Rome")))


def following(moment: datetime, hour: str) -> datetime:
    """Return the next time strictly after `moment`, in its time zone, at which it is that hour, written as 07:30.

    Raises ValueError for what is no hour of a day.
    """
    hours, minutes = map(int, hour.split(":"))
    today = moment.replace(hour=hours, minute=minutes, second=0, microsecond=0)
    return today if today > moment else today + timedelta(days=1)


def retained() -> int:
    """Return how many backups are retained: NIGHT_KEPT, RETAINED without it. Raises ImproperlyConfigured below 1."""
    return env.int("NIGHT_KEPT", RETAINED, least=1)


def work() -> int:
    """Run the commands of `parts` once, each in a process of its own, and return how many failed.

    One follows the other even if one fails. The badge is that in NIGHT_BY; the passphrase, NIGHT_PASSPHRASE, is in a
    temporary file meanwhile.
    """
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as passphrase:
        passphrase.write(os.environ.get("NIGHT_PASSPHRASE", "") + "\n")
        passphrase.flush()
        return len(each.failing(parts(os.environ.get("NIGHT_BY", ""), passphrase.name)))


def parts(badge: str, passphrase: str) -> Iterator[Sequence[str]]:
    """Yield the commands of `manage.py` for the nightly work, with their arguments.

    They are `keep`, `export`, `prune`, `backup`, `starts` and `replay`, in this order. Without a badge, in whose name
    `keep` and `export` are run, these two are left out. ``passphrase`` is the path of the file that holds the
    passphrase of the backup.
    """
    if badge:
        yield "keep", "--by", badge
        yield "export", "--all", "--since-last", "--by", badge
    # First: what it frees the backup may need.
    yield ("prune",)
    yield "backup", "--keep", str(retained()), "--passphrase-file", passphrase
    # Last: these may take hours, and nothing of the record depends on them.
    yield "starts", "--all"
    yield "replay", "--all", "--within", REPLAYS_MINUTES, "--alert"


if __name__ == "__main__":
    main(*sys.argv[1:])
