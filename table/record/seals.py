"""Seals: what a register was at some moment, signed with a key that is not in the database.

Whoever controls the database can rewrite a whole chain, and every digest in it fits. A seal holds the number and the
digest of a register's last entry and the time, signed with Ed25519 (RFC 8032), in an append-only file, in the log, and
wherever people took it: it reveals any change to an entry that is older.
"""

import errno
import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, NamedTuple

import msgspec
import structlog
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from table.models import HOUSE, Entry, House, Table
from table.play.texts import decode
from table.record import chain, metrics
from table.record.key import public_key, sign, since
from table.record.losses import Loss, loss_of, losses
from table.record.machine import owner
from table.verifier.keyring import Keyring, is_moment

__all__ = ["Seal", "public_key", "sign"]
log = structlog.stdlib.get_logger("sabot.seals")
PIECE = 64 * 1024
"""Bytes read at a time from the end of the file."""
MOST_SEALS = 3000
"""Maximum seals that are read to find the latest of every register."""


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A register's last ``number`` and ``digest`` at a time (UTC), and the signature over them in hexadecimal."""

    register: str
    number: int
    digest: str
    at: str
    signature: str

    def __post_init__(self) -> None:
        """Raise ValueError for an ``at`` that is no time with its zone, so that its line is named as unreadable."""
        if not is_moment(self.at):
            raise ValueError("a seal has a time in ISO format with its zone")

    def signed(self) -> bytes:
        """Bytes that are signed: everything but the signature, as canonical JSON."""
        facts = {"register": self.register, "number": self.number, "digest": self.digest, "at": self.at}
        return chain.canonical(facts).encode()

    def fits(self, public: Ed25519PublicKey) -> bool:
        """Whether the holder of this key has signed exactly this; False as well for a malformed signature."""
        try:
            public.verify(bytes.fromhex(self.signature), self.signed())
        except (InvalidSignature, ValueError):
            return False
        return True

    def of_keys(self, keys: Keyring) -> tuple[str, bool]:
        """Return the public key among these that has signed it, in hexadecimal, and whether it was in use then.

        It was not if it was named more than a minute after the seal's time, unless it is the first key, or its
        successor more than a minute before it. ("", False) if none has signed it. Raises :class:`Unreadable` for a
        malformed one among the keys that are tried.
        """
        found = ((key, in_time) for key, in_time in keys.at(self.at) if self.fits(public(key)))
        return next(found, ("", False))


# --- making


def is_due(number: int, before: int, *, closes: bool) -> bool:
    """Whether a register that grew from entry ``before`` to ``number`` needs a seal.

    Always if the table ``closes``; else where it has reached or passed a multiple of ``SEAL_EVERY``.
    """
    every = settings.SEAL_EVERY
    return closes or number // every > before // every


def keep(code: str) -> Seal | None:
    """Seal a register as it is now, append the seal to the file and return it; None for an empty or unknown one.

    Logs the seal, waits until it is on disk, and makes the house's key where none is on record and no file has one.
    Raises :class:`NotOnRecord` and other OSErrors where it cannot be signed or written.
    """
    row = House.objects.first() if code == HOUSE else Table.objects.filter(code=code).first()
    if row is None or not row.number:
        return None
    seal = _signed(code, row.number, row.digest, timezone.now())
    _append(written(seal))
    log.info("sealed", **msgspec.to_builtins(seal))
    return seal


def keep_after(code: str) -> None:
    """Seal a register, due or not, after an act that is committed; a failure is only counted and logged."""
    try:
        keep(code)
    except Exception:
        metrics.SEALS_FAILED.inc()
        log.exception("no seal could be written", register=code)


def _signed(code: str, number: int, digest: str, at: datetime) -> Seal:
    """Return a seal on entry ``number`` of a register, signed with the house's key; it is written nowhere.

    Its time is that of the key where the clock was set back since the key came. Raises NotOnRecord or another OSError
    as :func:`sign` does.
    """
    bare = Seal(code, number, digest, max(chain.stamp(at), since()), "")
    return msgspec.structs.replace(bare, signature=sign(bare.signed()))


def written(seal: Seal) -> str:
    """Return a seal as a line of the file, and as the text of its QR code: canonical JSON of all its fields."""
    return chain.canonical(msgspec.to_builtins(seal))


def _append(line: str) -> None:
    """Append a line to the file of seals, and wait until it is on disk; else take away what was written of it.

    File and folder are made where missing, for their owner alone. An unfinished last line, as an interrupted process
    leaves it, is dropped before. Raises OSError.
    """
    path = Path(settings.SEALS_FILE)
    owner.folder(path.parent)
    like = path if path.exists() else path.parent
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "a+b", buffering=0) as file:
        owner.give(descriptor, like)
        # Whoever has the lock alone writes here: the rest of a line is nobody's.
        fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(end := _end_of_lines(file))
        try:
            _write(file, f"{line}\n".encode())
        except OSError:
            file.truncate(end)
            raise


def _write(file: IO[bytes], data: bytes) -> None:
    """Write data to an unbuffered file, and wait until it is on disk. Raises OSError if any part of that fails."""
    if file.write(data) < len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file.name)
    os.fsync(file.fileno())


def _end_of_lines(file: IO[bytes]) -> int:
    """Return where the last line of a file ends, in bytes: its size, unless a rest without a line end follows.

    Only its last ``PIECE`` bytes are searched for a line end; where they begin, if they have none.
    """
    place = max(0, file.seek(0, os.SEEK_END) - PIECE)
    file.seek(place)
    return place + file.read().rfind(b"\n") + 1


# --- looking up


def missing() -> list[str]:
    """List the codes of the registers without a seal where one was due, the house before the tables.

    Due is one at the last multiple of ``SEAL_EVERY`` entries or later, and for a closed table one since it opened.
    The file is read from its end, at most ``MOST_SEALS`` lines; if it has more, a register with no seal among these
    is not listed. Where it is missing or cannot be read, all that are due are. No signature is checked.
    """
    due, lacking = _due(), set[str]()
    wanting = {code for code, number in due.items() if number}
    for count, line in enumerate(_lines()):
        if count == MOST_SEALS or not wanting:
            break
        with suppress(ValueError):
            seal = decode(line, Seal)
            if seal.register in wanting:
                wanting.remove(seal.register)
                lacking |= {seal.register} if seal.number < due[seal.register] else set()
    else:
        lacking |= wanting
    return [code for code in due if code in lacking]


def _due() -> dict[str, int]:
    """Return, by register, the number of the entry up to which it must be sealed at least; 0 where none is due yet.

    That is the last multiple of ``SEAL_EVERY`` that it has reached; for a closed table the entry that last opened it,
    if that is later. The house comes first, then all tables in order, training ones too.
    """
    every: int = settings.SEAL_EVERY
    house = House.objects.values_list("number", flat=True).first() or 0
    tables = Table.objects.order_by(*Table.IN_ORDER).values_list("code", "number", "opened", "status")
    return {HOUSE: house // every * every} | {
        code: max(number // every * every, opened if status == Table.Status.CLOSED else 0)
        for code, number, opened, status in tables
    }


def _lines() -> Iterator[bytes]:
    """Yield the lines of the file of seals that are not empty, latest first, without their ends.

    None where there is no file, and none further where it cannot be read.
    """
    with suppress(OSError), Path(settings.SEALS_FILE).open("rb") as file:
        place, rest = file.seek(0, os.SEEK_END), b""
        while place:
            size = min(place, PIECE)
            place -= size
            file.seek(place)
            rest, *lines = (file.read(size) + rest).split(b"\n")
            yield from (line for line in reversed(lines) if line)
        if rest:
            yield rest


# --- checking


class Unreadable(ValueError):
    """Raised for a file of seals with a line that is none, and for a malformed public key."""


def read(path: Path) -> list[Seal]:
    """Read the seals of a file, one a line, in their order; blank lines are skipped.

    Raises :class:`Unreadable` for the first line that is no seal, which it names, and for a file that is missing or
    cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from None
    seals = []
    for number, line in enumerate(lines, start=1):
        try:
            if line.strip():
                seals.append(decode(line, Seal))
        except ValueError as error:
            raise Unreadable(f"{path}, line {number}: {error}") from None
    return seals


def public(text: str) -> Ed25519PublicKey:
    """Decode a public key from its 64 hexadecimal digits. Raises :class:`Unreadable`."""
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))
    except ValueError as error:
        raise Unreadable(str(error)) from None


class OwnSeals(NamedTuple):
    """Own seals of the house, and names of the lines of their file that are none, such as ``line 7``."""

    seals: list[Seal]
    unreadable: list[str]


class CannotRead(OSError):
    """Raised where the house's file of seals cannot be read; its text says so in the active language."""


@contextmanager
def reading() -> Iterator[None]:
    """Raise :class:`CannotRead` for any OSError in the block, which reads the house's file of seals."""
    try:
        yield
    except OSError as why:
        sentence = _("The seals of this house cannot be read: %(why)s. Tell whoever looks after it.")
        raise CannotRead(sentence % {"why": why.strerror}) from why


def own() -> OwnSeals:
    """Read the house's file of seals; empty where there is no file. Raises :class:`CannotRead`."""
    path = Path(settings.SEALS_FILE)
    with reading():
        return in_lines(path.read_bytes()) if path.is_file() else OwnSeals([], [])


def in_lines(data: bytes) -> OwnSeals:
    """Read the seals from these bytes, in order, and the names of lines that are none (`line 7`); raises nothing.

    Blank lines are skipped, and so is what follows the last line end: it was still being written.
    """
    found = OwnSeals([], [])
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            if line.strip():
                found.seals.append(decode(line, Seal))
        except ValueError:
            found.unreadable.append(f"line {number}")
    return found


def broken(code: str, seals: Iterable[Seal], keys: Keyring) -> Iterator[str]:
    """Yield sentences in English on what is wrong with the seals of register `code`, ascending by entry.

    There is none if all hold: signed by one of ``keys``, in use at the time, and on the entry as it is stored, which is
    not recorded as lost in a restore. Seals of other registers are ignored.
    """
    known = losses()
    for seal in sorted((it for it in seals if it.register == code), key=lambda it: it.number):
        yield from _broken(seal, keys, known)


def _broken(seal: Seal, keys: Keyring, known: Iterable[Loss]) -> Iterator[str]:
    """Yield the sentences in English on what is wrong with a seal; none if it holds.

    If no known key signed it, only that. Else that its key was not in use then; and that its entry was lost in a
    restore, is gone, or has another digest, whichever is first.
    """
    code, (key, in_time) = seal.register, seal.of_keys(keys)
    if not key:
        yield f"{code} {seal.number}: the seal of {seal.at} was not signed with this key"
        return
    if not in_time:
        yield f"{code} {seal.number}: the seal of {seal.at} was signed with a key that the house did not have then"
    if lost := loss_of(code, seal.number, seal.at, known=known):
        lost_by = f"lost when the house was restored (house {lost.entry})"
        yield f"{code} {seal.number}: sealed on {seal.at}, and {lost_by}"
        return
    entry = Entry.objects.filter(register=code, number=seal.number).values_list("digest", flat=True).first()
    if entry is None:
        yield f"{code} {seal.number}: sealed on {seal.at}, and gone"
    elif entry != seal.digest:
        yield f"{code} {seal.number}: this entry or one before it is not as it was sealed on {seal.at}"
