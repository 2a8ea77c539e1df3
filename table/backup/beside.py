"""What lies beside the house on its disk, beyond its time: older backups, registers handed out, houses put aside.

None of it is the record. What is dropped is known by the names that the house itself gives; whatever else somebody has
laid there stays.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from shutil import rmtree

from django.conf import settings
from django.db import connection
from django.utils import timezone

from table.backup import last, postgresql
from table.backup.postgresql import Aside
from table.backup.take import keys_of
from table.record.proof.handed_out import lying
from table.verifier.files import Part

NIGHTLY = re.compile(r"sabot-\d{4}-\d\d-\d\d[T-]\d{4,6}Z?\.sabot")
HALF_DONE = re.compile(r"\.sabot-.+")
"""What a backup was being made in, when its process was killed."""
DAY = re.compile(r"\d{4}-\d\d-\d\d(\.\d)?")
PUT_ASIDE = ".before-"
LONGEST_BACKUP = timedelta(days=1)


def named(now: datetime) -> Path:
    """Where a backup of this moment belongs that nobody has named."""
    return last.folder() / f"sabot-{now:%Y-%m-%dT%H%M%SZ}.sabot"


def drop_backups(folder: Path, *, keep: int) -> list[Path]:
    """All but the newest so many backups of this folder are gone, each with its keys; gives which they were."""
    gone = sorted(it for it in folder.iterdir() if NIGHTLY.fullmatch(it.name))[:-keep]
    for path in gone:
        # Its keys last: keys without their backup open nothing, a backup without its keys is one that nobody can use.
        path.unlink()
        keys_of(path).unlink(missing_ok=True)
    return gone


def outlived() -> Iterator[Path | Aside]:
    """What lies here longer than the house keeps it; what a register needs to be proven stays."""
    now = timezone.now()
    days = _needless(Path(settings.EXPORTS))
    yield from (it for it in days if _is_older(it, now - timedelta(days=settings.RETAIN_EXPORTS_DAYS)))
    before = now - timedelta(days=settings.RETAIN_REPLACED_DAYS)
    if connection.vendor == "sqlite":
        database = Path(str(connection.settings_dict["NAME"]))
        aside = sorted(it for it in _in(database.parent) if it.name.startswith(f"{database.name}{PUT_ASIDE}"))
        yield from (it for it in aside if _is_older(it, before))
    else:
        yield from (it for it in postgresql.put_aside() if it.since < before)
    half = [it for it in _in(Path(settings.BACKUPS)) if HALF_DONE.fullmatch(it.name)]
    yield from (it for it in half if _is_older(it, now - LONGEST_BACKUP))


def _needless(exports: Path) -> Iterator[Path]:
    """The days on which nothing was handed out that no later day holds: every register from its first entry, as far."""
    days = sorted(it for it in _in(exports) if it.is_dir() and DAY.fullmatch(it.name))
    named = {*days}
    files = [it for parts in lying(exports).values() for it in parts if it.path.parent in named]
    whole = [it for it in files if not it.head.after.number]
    for day in days:
        own = [it for it in files if it.path.parent == day]
        if {it.path for it in own} == set(_in(day)) and all(_is_held(it, whole) for it in own):
            yield day


def _is_held(part: Part, whole: Sequence[Part]) -> bool:
    """Whether one of these, of a later day, tells of its register and as far as it does."""
    its = (it.head for it in whole if it.path.parent > part.path.parent and it.head.register == part.head.register)
    return any(it.end.number >= part.head.end.number for it in its)


def drop(path: Path | Aside) -> None:
    """A file, or a folder or schema with all that is in it, is gone."""
    if isinstance(path, Aside):
        path.drop()
    elif path.is_dir() and not path.is_symlink():
        rmtree(path)
    else:
        path.unlink()


def parts() -> dict[str, int]:
    """How many bytes each part of the house takes on this machine's disk; a database elsewhere is not here."""
    sizes = {
        "seals": _bytes(Path(settings.SEALS_FILE)),
        "backups": _bytes(Path(settings.BACKUPS)),
        "exports": _bytes(Path(settings.EXPORTS)),
    }
    if connection.vendor == "sqlite":
        database = Path(str(connection.settings_dict["NAME"]))
        beside = [it for it in _in(database.parent) if it.name.startswith(database.name)]
        aside = [it for it in beside if PUT_ASIDE in it.name]
        sizes |= {"database": sum(map(_bytes, set(beside) - set(aside))), "replaced": sum(map(_bytes, aside))}
    return sizes


def _is_older(path: Path, than: datetime) -> bool:
    return path.lstat().st_mtime < than.timestamp()


def _in(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _bytes(path: Path) -> int:
    """Of a file or of all that lies in a folder; what goes while it is counted counts for nothing."""
    try:
        return sum(map(_bytes, path.iterdir())) if path.is_dir() else path.lstat().st_size
    except OSError:
        return 0
