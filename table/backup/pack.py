"""Backup file: a zip of a manifest, the database and the seals, written atomically.

The manifest names the house's key, the last entry of each register, and the digest of every other part. It is signed by
the key that seals the registers, so nobody else can have made or altered a backup of this house.
"""

import errno
import hashlib
import os
import re
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from table.record import chain
from table.record.machine import owner
from table.record.machine.files import replace_atomically
from table.verifier.shown import in_one_line

FORM, FIRST_FORM = "sabot-backup-2", "sabot-backup-1"
MANIFEST, DATABASE, SEALS = "manifest.json", "database", "seals"
PACKED = (ZIP_STORED, ZIP_DEFLATED)
"""Compression methods accepted: a zip that needs any other decoder is refused."""
ENGINES = ("sqlite", "postgresql")
VERSION = re.compile(r"[0-9A-Za-z.+-]{1,40}")
LONGEST_MANIFEST, PIECE = 2**24, 2**20
"""Bytes: the largest manifest accepted, and the chunk in which parts are read."""


class Failed(CommandError):
    """Error of a backup, a restore or a move, as a sentence for the operator."""


@contextmanager
def failing_with(sentence: str) -> Iterator[None]:
    """Re-raise errors of the OS, of a database and of text that is not UTF-8 as Failed.

    The reason stands in place of `%(why)s` in `sentence`; the error itself is no cause of Failed.
    """
    try:
        yield
    except (OSError, UnicodeDecodeError, DatabaseError, sqlite3.Error) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else " ".join(str(error).split())
        raise Failed(sentence % {"why": why}) from None


class RegisterEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Number and digest of the last entry of a register."""

    number: int
    digest: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Description of a backup, its first member.

    ``taken`` is when it was begun (UTC), ``engine`` sqlite or postgresql, ``migrations`` the applied ones as
    ``app.name``, ``epoch`` that of the database, ``registers`` the last entry by register. ``parts`` has the SHA-256 of
    each other part, ``keys`` a mark of each key that the house needs (:func:`table.backup.keys.marks`), ``public`` the
    public key of the seals, whose private half made ``signature``: it proves something to whoever knows that key from
    elsewhere. ``sizes`` has the bytes of each part; the first form had none.
    """

    form: str
    version: str
    taken: str
    engine: str
    migrations: list[str]
    epoch: str
    registers: dict[str, RegisterEnd]
    parts: dict[str, str]
    keys: dict[str, str]
    public: str
    signature: str
    sizes: dict[str, int] = {}

    def signed(self) -> bytes:
        """Return the signed bytes: everything but the signature, as canonical JSON; in the first form without sizes."""
        facts = msgspec.to_builtins(self)
        del facts["signature"]
        if self.form == FIRST_FORM:
            del facts["sizes"]
        return chain.canonical(facts).encode()

    @property
    def up_to(self) -> str:
        """List the last entry number of each register, in the order of their codes, such as ``T1 340, house 120``."""
        return ", ".join(f"{code} {end.number}" for code, end in sorted(self.registers.items()))


# --- writing


def write(path: Path, manifest: Manifest, parts: Mapping[str, Path]) -> None:
    """Write a backup to `path` atomically: a zip of the manifest, then the parts (paths by name). Raises OSError.

    As root it is given to the owner of its folder.
    """
    with replace_atomically(path) as file, ZipFile(file, "w", compression=ZIP_DEFLATED) as packed:
        owner.give(file.fileno(), path.parent)
        packed.writestr(MANIFEST, msgspec.json.encode(manifest))
        for name, source in parts.items():
            packed.write(source, name)


def digest(path: Path) -> str:
    """SHA-256 of a file as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- reading


def read(path: Path) -> Manifest:
    """Return the manifest of a backup whose signature, fields and list of members are consistent.

    Raises Failed for any other, OSError where it cannot be read. Any key may have signed it: callers check whose it is.
    The digests of the parts are checked by :func:`unpack`.
    """
    with _opened(path) as packed:
        if packed.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
            raise BadZipFile
        manifest = chain.read(packed.read(MANIFEST), Manifest)
        if manifest.form not in (FORM, FIRST_FORM):
            facts = {"form": in_one_line(manifest.form[:40])}
            raise Failed(_("This backup is of a form that this version does not know: %(form)s") % facts)
        if not (_is_signed(manifest) and _is_plain(manifest) and _fits(packed, manifest)):
            raise BadZipFile
    return manifest


def _is_plain(manifest: Manifest) -> bool:
    """Whether time, engine and version are well-formed, and the parts are the database and at most the seals.

    Codes of registers are not looked at, nor what stands between date and time.
    """
    try:
        datetime.fromisoformat(manifest.taken)
    except ValueError:
        return False
    parts = DATABASE in manifest.parts and manifest.parts.keys() <= {DATABASE, SEALS}
    return parts and manifest.engine in ENGINES and VERSION.fullmatch(manifest.version) is not None


def _fits(packed: ZipFile, manifest: Manifest) -> bool:
    """Whether the zip has exactly the members of its manifest, once each, and with the sizes stated, if any are."""
    sizes = {it.filename: it.file_size for it in packed.infolist() if it.filename != MANIFEST}
    names = sorted(it.filename for it in packed.infolist())
    return names == sorted([MANIFEST, *manifest.parts]) and manifest.sizes in ({}, sizes)


def unpack(path: Path, manifest: Manifest, folder: Path) -> dict[str, Path]:
    """Extract the parts into new files in `folder` (mode 0600), checking their digests; return their paths by name.

    Raises Failed for a damaged backup, OSError (ENOSPC) before writing anything if they would not fit.
    """
    parts = {name: folder / name for name in (DATABASE, SEALS) if name in manifest.parts}
    with _opened(path) as packed:
        if sum(packed.getinfo(name).file_size for name in parts) > shutil.disk_usage(folder).free:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        for name, into in parts.items():
            with packed.open(name) as part, into.open("xb") as file:
                into.chmod(0o600)
                if _copied(part, file, most=packed.getinfo(name).file_size) != manifest.parts[name]:
                    raise BadZipFile
    return parts


def _copied(source: IO[bytes], into: IO[bytes], *, most: int) -> str:
    """Write a stream to another and return its SHA-256; raises BadZipFile beyond `most` bytes."""
    found = hashlib.sha256()
    while piece := source.read(PIECE):
        if (most := most - len(piece)) < 0:
            raise BadZipFile
        found.update(piece)
        into.write(piece)
    return found.hexdigest()


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    """Open a backup. Raises Failed for a missing or damaged one, also for errors of the block that mean damage.

    So is one with a member that is neither stored nor deflated. Another OSError, such as of a file that may not be
    read, is passed on.
    """
    try:
        with ZipFile(path) as packed:
            _check_packing(packed)
            yield packed
    except FileNotFoundError:
        raise Failed(_("There is no backup at %(file)s.") % {"file": path}) from None
    except (BadZipFile, KeyError, EOFError, ValueError, struct.error, zlib.error, RuntimeError):
        raise _damaged(path) from None
    except OSError as error:
        # The zip states an offset that no file can have.
        if error.errno == errno.EINVAL:
            raise _damaged(path) from None
        raise


def _check_packing(packed: ZipFile) -> None:
    """Raise BadZipFile unless every member is stored or deflated (``PACKED``), as the zip's directory has it."""
    if not all(it.compress_type in PACKED for it in packed.infolist()):
        raise BadZipFile


def _is_signed(manifest: Manifest) -> bool:
    """Whether the signature of a manifest is by the key that it names."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(manifest.public))
        public.verify(bytes.fromhex(manifest.signature), manifest.signed())
    except (InvalidSignature, ValueError):
        return False
    return True


def _damaged(path: Path) -> Failed:
    return Failed(_("This is no backup, or it is damaged: %(file)s") % {"file": path})
