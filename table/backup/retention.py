"""Files that a house accumulates on its disk beside the database, their sizes, and which of them are past retention.

Older backups, exported registers and replaced houses. Only names that the house itself gives are ever selected for
deletion; any other file in these folders stays.
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
from table.backup.postgresql import OldSchema
from table.backup.take import keys_of
from table.record.machine.files import listed
from table.record.proof.handed_out import ENDING, exports_in, of_now
from table.verifier.files import ExportPart

NIGHTLY = re.compile(r"sabot-\d{4}-\d\d-\d\d[T-]\d{4,6}Z?\.sabot")
UNPACKED = r"\.restored\.[a-z0-9_]{8}"
HALF_DONE = re.compile(rf"\.(sabot-|before-).+|{UNPACKED}")
"""Names of temporary folders of a backup or a restore, among the backups; they remain if its process is killed."""
DAY = re.compile(r"\d{4}-\d\d-\d\d(\.\d+)?")
HALF_WRITTEN = re.compile(rf"\..+{re.escape(ENDING)}\.\d+")
"""Names of unfinished exports in folders of days; they remain if the process of an export is killed."""
PUT_ASIDE = ".before-"
LONGEST_BACKUP = timedelta(days=1)


def named(now: datetime) -> Path:
    """Return the default path of a backup taken at `now` (UTC), ``sabot-2026-11-28T173000Z.sabot`` in their folder.

    The folder is created if it is missing.
    """
    return last.folder() / _name(now)


def _name(now: datetime) -> str:
    """Return the name of a backup taken at `now` (UTC)."""
    return f"sabot-{now:%Y-%m-%dT%H%M%SZ}.sabot"


def drop_backups(made: Path, *, keep: int) -> list[Path]:
    """Delete all but the newest `keep` backups of a folder that are named by their time; return them, the oldest first.

    It is the folder of the backup that was just `made`, the newest of them. Their key files go with them; newest is by
    name, and others, such as those made before migrating, stay. One whose name is of a time to come counts as older
    than all but `made`. `keep` must be at least 1: with 0 nothing is deleted. Raises OSError at the first that cannot
    be.
    """
    now = _name(timezone.now())
    nightly = [it for it in made.parent.iterdir() if NIGHTLY.fullmatch(it.name)]
    # A clock that was ahead would let every night's own go as it is made, for years.
    gone = sorted(nightly, key=lambda it: (it == made, it.name <= now, it.name))[:-keep]
    for path in gone:
        # Its keys last: keys without a backup do no harm, a backup without its keys is useless.
        path.unlink()
        keys_of(path).unlink(missing_ok=True)
    return gone


def outlived() -> Iterator[Path | OldSchema]:
    """Yield replaced houses, rests of what was killed amid its work, and exported days that are past retention.

    That is RETAIN_REPLACED_DAYS (with 0 at once), for a rest one day, and RETAIN_EXPORTS_DAYS. A replaced house is an
    OldSchema on PostgreSQL, on SQLite a Path like all else. An exported day that later ones do not fully replace, or
    that holds other files, is kept whatever its age. Nothing is deleted here. Queries come after what needs none;
    raises DatabaseError for them.
    """
    now = timezone.now()
    before = now - timedelta(days=settings.RETAIN_REPLACED_DAYS)
    half = {it for it in listed(Path(settings.BACKUPS)) if HALF_DONE.fullmatch(it.name)}
    half |= {it for day in _days(Path(settings.EXPORTS)) for it in listed(day) if HALF_WRITTEN.fullmatch(it.name)}
    if connection.vendor == "sqlite":
        database = Path(str(connection.settings_dict["NAME"]))
        aside = sorted(it for it in listed(database.parent) if it.name.startswith(f"{database.name}{PUT_ASIDE}"))
        yield from (it for it in aside if _is_older(it, before))
        name = re.escape(database.name)
        laid = re.compile(rf"{UNPACKED}|\.{name}\.(restored(-wal|-shm|-journal)?|before-\w+\.\w+\.\d+)")
        half |= {it for it in listed(database.parent) if laid.fullmatch(it.name)}
    yield from (it for it in sorted(half) if _is_older(it, now - LONGEST_BACKUP))
    # Last: on a full disk SQLite may not answer before what was yielded until here is gone.
    if connection.vendor != "sqlite":
        yield from (it for it in postgresql.put_aside() if it.since < (now - LONGEST_BACKUP if it.is_rest else before))
    days = _needless(Path(settings.EXPORTS))
    yield from (it for it in days if _is_older(it, now - timedelta(days=settings.RETAIN_EXPORTS_DAYS)))


def _needless(exports: Path) -> Iterator[Path]:
    """Yield the daily folders in which each export is covered by one in a later daily folder, by date.

    The later one holds the same register from its first entry on, at least as far. A folder with any other file, or
    with an export that differs from the register, is left out; an empty one is yielded.
    """
    days = _days(exports)
    named = {*days}
    files = [it for code, parts in exports_in(exports).items() for it in of_now(code, parts) if it.path.parent in named]
    whole = [it for it in files if not it.head.after.number]
    for day in days:
        own = [it for it in files if it.path.parent == day]
        if {it.path for it in own} == set(listed(day)) and all(_is_covered(it, whole) for it in own):
            yield day


def _days(exports: Path) -> list[Path]:
    """List the daily folders among the exports, by date."""
    return sorted(it for it in listed(exports) if it.is_dir() and DAY.fullmatch(it.name))


def _is_covered(part: ExportPart, whole: Sequence[ExportPart]) -> bool:
    """Whether an export of a later day in `whole` holds the same register at least as far as `part`."""
    its = (it.head for it in whole if it.path.parent > part.path.parent and it.head.register == part.head.register)
    return any(it.end.number >= part.head.end.number for it in its)


def drop(path: Path | OldSchema) -> None:
    """Delete a file, a folder with its contents, or a schema with its contents; of a symbolic link only the link.

    Raises OSError, also where it is gone already, and DatabaseError for a schema.
    """
    if isinstance(path, OldSchema):
        path.drop()
    elif path.is_dir() and not path.is_symlink():
        rmtree(path)
    else:
        path.unlink()


def parts() -> dict[str, int]:
    """Bytes on this machine's disk by part: seals, backups, exports, starts (files of STARTS); 0 for what is missing.

    On SQLite also `database`, with its journals, and `replaced`, the houses that restores have put aside.
    """
    sizes = {
        "seals": _bytes(Path(settings.SEALS_FILE)),
        "backups": _bytes(Path(settings.BACKUPS)),
        "exports": _bytes(Path(settings.EXPORTS)),
        "starts": _bytes(Path(settings.STARTS)),
    }
    if connection.vendor == "sqlite":
        database = Path(str(connection.settings_dict["NAME"]))
        named_after = [it for it in listed(database.parent) if it.name.startswith(database.name)]
        aside = [it for it in named_after if PUT_ASIDE in it.name]
        sizes |= {"database": sum(map(_bytes, set(named_after) - set(aside))), "replaced": sum(map(_bytes, aside))}
    return sizes


def _is_older(path: Path, than: datetime) -> bool:
    """Whether a path itself, not what a link leads to, was last modified before `than`."""
    return path.lstat().st_mtime < than.timestamp()


def _bytes(path: Path) -> int:
    """Size of a file or of all in a folder, or behind a link to one; 0 for what is unreadable or vanishes meanwhile."""
    try:
        return sum(map(_bytes, path.iterdir())) if path.is_dir() else path.lstat().st_size
    except OSError:
        return 0
