"""Time of the last backup, stored in a small file, and whether that is too long ago."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from django.conf import settings
from django.utils import timezone

from table.record.chain import read
from table.record.machine import owner
from table.record.machine.files import replace_atomically

NAME = "last.json"
SECONDS_A_DAY = 24 * 3600


class Last(msgspec.Struct, frozen=True):
    """Last backup taken with its keys: its absolute path, and when it was begun (UTC)."""

    file: str
    taken: datetime


def folder() -> Path:
    """Return the folder for the house's own backups, created (mode 0700) if it is missing."""
    made = Path(settings.BACKUPS)
    owner.folder(made)
    return made


def note(file: Path, taken: datetime) -> None:
    """Store this backup, begun at ``taken``, as the last one, in the file NAME of :func:`folder`. Raises OSError.

    As root the file is given to the owner of that folder.
    """
    with replace_atomically(folder() / NAME) as store:
        owner.give(store.fileno(), folder())
        store.write(msgspec.json.encode(Last(str(file), taken.astimezone(UTC))))


def last() -> Last | None:
    """Return the path of the last backup that was noted, and when it was begun; None without a note that can be read.

    The backup itself is not looked at.
    """
    with suppress(OSError, ValueError):
        return read((Path(settings.BACKUPS) / NAME).read_bytes(), Last)
    return None


def age_seconds() -> float:
    """Return the seconds since the backup noted as the last one was begun; infinite where no note can be read.

    Of one that is noted in a time to come, as by a clock that was ahead, it is the seconds until then.
    """
    found = last()
    return abs((timezone.now() - found.taken).total_seconds()) if found else float("inf")


def is_overdue() -> bool:
    """Whether no last backup is noted (:func:`last`), or it was begun more than BACKUP_ALERT_DAYS ago.

    No backup is read. False where that number is 0, and in a demo.
    """
    days: int = settings.BACKUP_ALERT_DAYS
    return bool(days) and not settings.DEMO and age_seconds() > days * SECONDS_A_DAY
