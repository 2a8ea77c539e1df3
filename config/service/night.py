"""The night's work of a house in a container, where no timer of the machine calls it: every day at its hour.

`python -m config.service.night [07:30]` waits for the hour of the house and then keeps, hands out, backs up and prunes,
one after the other. `NIGHT_BY` is the badge of the Direzione in whose name, `NIGHT_PASSPHRASE` locks the keys, and
`NIGHT_KEPT` backups are kept. What fails is said, and the rest is done.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from config.environment import BASE_DIR, env

HOUR, KEPT = "07:30", "14"
LONGEST_NAP = 300.0
"""Seconds; a clock that is put right meanwhile is noticed."""


def main(hour: str = HOUR) -> None:
    """Every night, until the container is stopped."""
    while True:
        due = following(now(), hour)
        while (left := (due - now()).total_seconds()) > 0:
            time.sleep(min(left, LONGEST_NAP))
        work()


def now() -> datetime:
    """The time of the house."""
    return datetime.now(ZoneInfo(env.zone("TIME_ZONE", default="Europe/Rome")))


def following(moment: datetime, hour: str) -> datetime:
    """When it is that hour next, after this moment."""
    hours, minutes = map(int, hour.split(":"))
    today = moment.replace(hour=hours, minute=minutes, second=0, microsecond=0)
    return today if today > moment else today + timedelta(days=1)


def work() -> int:
    """One night; how many of its parts failed."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as passphrase:
        passphrase.write(os.environ.get("NIGHT_PASSPHRASE", "") + "\n")
        passphrase.flush()
        return sum(_fails(it) for it in parts(os.environ.get("NIGHT_BY", ""), passphrase.name))


def parts(badge: str, passphrase: str) -> Iterator[Sequence[str]]:
    """What is done, in its order: what is backed up was sealed before, and only what is new is handed out."""
    if badge:
        yield "keep", "--by", badge
        yield "export", "--all", "--since-last", "--by", badge
    yield "backup", "--keep", os.environ.get("NIGHT_KEPT", "") or KEPT, "--passphrase-file", passphrase
    yield ("prune",)


def _fails(command: Sequence[str]) -> bool:
    call = [sys.executable, "manage.py", *command]
    return bool(subprocess.run(call, cwd=BASE_DIR, check=False).returncode)  # noqa: S603 - a command of the house


if __name__ == "__main__":
    main(*sys.argv[1:])
