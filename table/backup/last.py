"""When the house was backed up last: kept in a small file, and told where that is too long ago."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from django.conf import settings
from django.utils import timezone

from table.backup.files import whole

NAME = "last.json"
SECONDS_A_DAY = 24 * 3600


class Last(msgspec.Struct, frozen=True):
    """The last backup with its keys: its file, and when it was begun (UTC)."""

    file: str
    taken: datetime


def folder() -> Path:
    """Where the house keeps its own backups, which is made where it is not there; only its owner looks into it."""
    made = Path(settings.BACKUPS)
    made.mkdir(mode=0o700, parents=True, exist_ok=True)
    return made


def note(file: Path, taken: datetime) -> None:
    """This backup is the last one from now on."""
    with whole(folder() / NAME) as kept:
        kept.write(msgspec.json.encode(Last(str(file), taken.astimezone(UTC))))


def last() -> Last | None:
    """The last backup; None where there never was one, or nobody can tell."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode((Path(settings.BACKUPS) / NAME).read_bytes(), type=Last)
    return None


def age_seconds() -> float:
    """How long ago the house was backed up; infinite where it never was."""
    found = last()
    return (timezone.now() - found.taken).total_seconds() if found else float("inf")


def is_overdue() -> bool:
    """Whether somebody has to be told that the house was not backed up for too long; nobody is in a demo house."""
    days: int = settings.BACKUP_ALERT_DAYS
    return bool(days) and not settings.DEMO and age_seconds() > days * SECONDS_A_DAY
