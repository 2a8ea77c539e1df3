"""Takes a backup: on command or by a timer, and automatically before the database is migrated."""

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from shutil import copyfile

import msgspec
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from table.backup import keys, last, pack, postgresql, sqlite, underway
from table.backup.facts import HouseFacts, epoch
from table.backup.pack import Failed, Manifest, failing_with
from table.models import schema
from table.record import chain, seals
from table.record.key import NotOnRecord, alarm
from table.record.machine import owner
from table.record.machine.files import replace_atomically

MOST_RETAINED = 5
"""Number of automatic backups retained."""
BEFORE = "before-"


def take(path: Path, *, passphrase: str) -> Manifest:
    """Back up the house to `path`, its keys to an encrypted file beside it, and note it as the last backup.

    `passphrase` encrypts the keys. A seal key is created if there never was one. Raises :class:`Failed`, also if either
    file exists already, the passphrase has fewer than 12 characters, or a restore replaces the house meanwhile; then it
    leaves no new file, and one that existed is as it was.
    """
    keys_file = keys_of(path)
    with failing_with(_("No backup was made: %(why)s")):
        _check_free(keys_file)
        before = _house_here()
        closed = keys.lock(_keys(), passphrase)
        manifest = _take(path)
        try:
            _check_is_here(before)
            with replace_atomically(keys_file) as file:
                owner.give(file.fileno(), keys_file.parent)
                file.write(closed)
            last.note(path.absolute(), datetime.fromisoformat(manifest.taken))
        except (Failed, OSError, DatabaseError):
            for made in (path, keys_file):
                made.unlink(missing_ok=True)
            raise
        return manifest


def _house_here() -> str:
    """Return the epoch of the house. Raises Failed where there is none, and for half of one that a restore has left."""
    underway.check_whole()
    if not schema.holds_a_house(connection):
        raise Failed(_("There is no house in this database, so there is nothing to back up."))
    return epoch()


def _check_is_here(before: str) -> None:
    """Raise Failed unless the house is whole and of this epoch still: else database and keys may be of two houses."""
    if _house_here() != before:
        raise Failed(_("No backup was made: meanwhile a restore put another house in the place of this one."))


def keys_of(path: Path) -> Path:
    """Path of the key file that belongs to a backup: its name with “.keys” added."""
    return path.with_name(f"{path.name}.keys")


def take_before_migrating() -> Path | None:
    """Back up the house before its database is migrated, without its keys; return the path, None if there is no house.

    It is ``before-``, the time and ``.sabot`` in the folder of backups, where only the latest MOST_RETAINED of these
    are kept. The newest of them before is deleted if it has this very state, as after a migration that failed. It is
    not noted as the last backup. Raises Failed.
    """
    if not schema.holds_a_house(connection):
        return None
    try:
        with failing_with("%(why)s"):
            return _one_of_each_state(last.folder())
    except Failed as failed:
        raise Failed(
            _("The house could not be backed up, so its database was not migrated: %(why)s") % {"why": failed}
        ) from None


def _one_of_each_state(folder: Path) -> Path:
    """Back up the house, and delete the newest backup made before migrating if it has the same state; return the path.

    The state is that of :func:`_state`, and the deleted one is never the one made now. Keeps the latest MOST_RETAINED
    of them: a migration that fails at every start pushes none of earlier versions out.
    """
    before = sorted(folder.glob(f"{BEFORE}*.sabot"))
    path = folder / f"{BEFORE}{timezone.now():%Y%m%dT%H%M%SZ}.sabot"
    made = _take(path)
    if before and _has_state_of(before[-1], made):
        before.pop().unlink()
    for old in [*before, path][:-MOST_RETAINED]:
        old.unlink()
    return path


def _has_state_of(path: Path, made: Manifest) -> bool:
    """Whether the manifest of a backup has the state of another one; False where it cannot be read."""
    with suppress(Failed, OSError):
        return _state(pack.read(path)) == _state(made)
    return False


def _state(of: Manifest) -> tuple[object, ...]:
    """Return migrations, ends of the registers, marks of the keys, and sizes and digests of the parts of a backup.

    A dump of PostgreSQL has its size here, but no digest, as its time stands in it.
    """
    timed = {pack.DATABASE} if of.engine == "postgresql" else set()
    digests = {name: it for name, it in of.parts.items() if name not in timed}
    return of.migrations, of.registers, of.keys, of.sizes, digests


def _take(path: Path) -> Manifest:
    """Write a backup of database and seals, the latter if their file is there, to `path`, and return its manifest.

    Raises Failed if `path` exists or has no folder, OSError or a database error where it cannot be made; then nothing
    of it stays. Makes a seal key if there never was one.
    """
    _check_free(path)
    taken = timezone.now()
    # Beside the backup: this disk needs room for it in any case.
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent, ignore_cleanup_errors=True) as place:
        parts = {pack.DATABASE: Path(place) / pack.DATABASE}
        found = (sqlite if connection.vendor == "sqlite" else postgresql).copy(parts[pack.DATABASE])
        if Path(settings.SEALS_FILE).is_file():
            parts[pack.SEALS] = Path(place) / pack.SEALS
            copyfile(settings.SEALS_FILE, parts[pack.SEALS])
        manifest = _manifest(found, parts, taken)
        pack.write(path, manifest, parts)
    return manifest


def _manifest(found: HouseFacts, parts: Mapping[str, Path], taken: datetime) -> Manifest:
    """Return the signed manifest of a backup with the digests and sizes of its parts, and marks of the house's keys.

    Makes a seal key if none is on record and no file is there. Raises NotOnRecord where the key on record is not the
    one in the file.
    """
    bare = Manifest(
        form=pack.FORM,
        version=settings.SABOT_VERSION,
        taken=chain.stamp(taken),
        engine=connection.vendor,
        migrations=found.migrations,
        epoch=epoch(),
        registers=found.registers,
        parts={name: pack.digest(path) for name, path in parts.items()},
        keys=keys.marks(_keys()),
        public=seals.public_key(),
        signature="",
        sizes={name: path.stat().st_size for name, path in parts.items()},
    )
    return msgspec.structs.replace(bare, signature=seals.sign(bare.signed()))


def _keys() -> keys.Keys:
    """Read the keys of the house, after making a seal key if none is on record and no file is there.

    Raises :class:`NotOnRecord` if a seal key is on record, and the one on disk is another, gone, or cannot be read.
    """
    seals.public_key()
    if why := alarm():
        raise NotOnRecord(why)
    return keys.keys_in_use()


def _check_free(path: Path) -> None:
    """Raise Failed, with a sentence that names the path, if there is a file or folder already, or no folder for it."""
    if not path.parent.exists():
        raise Failed(_("No backup was made: there is no folder %(folder)s.") % {"folder": path.parent})
    if path.exists():
        raise Failed(_("There is a file already: %(file)s") % {"file": path})
