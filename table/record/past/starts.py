"""Starts of taglie on disk: how a table was before the first entry of each, so that old taglie are in reach.

A start is a pruned copy behind one line of JSON, signed with the house's seal key over register, number, digest and the
SHA-256 of the copy. It is only ever a saving of time: one that does not fit is deleted and made again. Nothing of it is
loaded before signature and SHA-256 were checked, and then it is a database of SQLite, never a pickle.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile

import msgspec
import structlog
from cryptography.exceptions import InvalidSignature
from django.apps import apps
from django.conf import settings

from table.models import Entry, Shoe, Table
from table.play.texts import decode
from table.record import chain, seals
from table.record.key import public_key, sign
from table.record.machine import owner
from table.record.machine.files import listed
from table.record.past.pruning import Retained
from table.record.past.stage import Copy, Marks
from table.rules.topics.sources import LAW

NEWEST = 100
"""Latest taglie of a table of which every start is stored."""
EVERY = 10
"""Of earlier taglie each tenth start is stored: what lies between is performed again from there."""
MOST = 1000
"""Maximum starts of a table; beyond that the oldest are deleted."""
NAME = re.compile(r"(\d{1,15})\.start")
MOST_HEAD = 1 << 20
"""Maximum bytes of the first line of a file."""
log = structlog.stdlib.get_logger("sabot.past")


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First line of a start: the entry before its taglia, which coups it holds, today's marks, and what vouches for it.

    ``made_by`` identifies program, law and schema; ``sha256`` is that of the copy behind the line, ``signature`` is in
    hexadecimal.
    """

    register: str
    number: int
    digest: str
    since: int
    coups: tuple[str, ...]
    otherwise: tuple[int, ...]
    refused: int | None
    adopted: int | None
    made_by: str
    sha256: str
    signature: str = ""

    def signed(self) -> bytes:
        """Bytes that are signed: canonical JSON of everything but the signature, under the one key ``start``."""
        facts = msgspec.to_builtins(self)
        del facts["signature"]
        return chain.canonical({"start": facts}).encode()

    def is_signed(self) -> bool:
        """Whether the signature is by the house's present key, on all other fields; one by an earlier key is not valid.

        A key that cannot be read, or a malformed signature, gives False. Makes the key file where no key is on record
        and there is no file.
        """
        try:
            seals.public(public_key()).verify(bytes.fromhex(self.signature), self.signed())
        except (InvalidSignature, ValueError, OSError):
            return False
        return True

    def fits(self, code: str, number: int) -> bool:
        """Whether a start was made by this program for this entry as it stands in the register, and is signed.

        The signature has to be by today's key (:meth:`is_signed`).
        """
        of_the_register = Entry.objects.filter(register=code, number=number, digest=self.digest)
        named = (self.register, self.number, self.made_by) == (code, number, made_by())
        return named and self.is_signed() and of_the_register.exists()

    @property
    def retained(self) -> Retained:
        """Coups that the copy holds."""
        return Retained(self.since, self.coups)

    def copy_of(self, database: bytes) -> Copy:
        """Return the table's copy that this start describes, with this compressed database; it counts as sound."""
        marks = Marks(self.otherwise, self.refused, self.adopted)
        return Copy(self.number, self.digest, database, marks, self.retained, sound=True)


@cache
def made_by() -> str:
    """Identify the program by its version, the law of its rules and the columns of its rows, as a SHA-256 in hex."""
    columns = [
        [model._meta.db_table, field.column, field.get_internal_type(), field.null]
        for model in apps.get_models()
        for field in model._meta.concrete_fields
    ]
    program = {"version": settings.SABOT_VERSION, "law": LAW, "columns": sorted(columns, key=str)}
    return sha256(chain.canonical(program).encode()).hexdigest()


# --- reading


def numbers(code: str, *, after: int, upto: int) -> list[int]:
    """List the entries with a start of this table on disk, from ``after`` (without it) up to ``upto``, latest first."""
    found = (NAME.fullmatch(it.name) for it in listed(_folder(code)))
    return sorted((at for it in found if it is not None and after < (at := int(it[1])) <= upto), reverse=True)


def head(table: Table, number: int) -> Start | None:
    """Return the first line of a start that fits; None where there is none, or it does not: then it is deleted.

    The copy behind it is not read.
    """
    with suppress(OSError), _path(table.code, number).open("rb") as file:
        return _fitting(table.code, number, file.readline(MOST_HEAD))
    return None


def read(table: Table, number: int) -> Copy | None:
    """Return the copy in a start on disk; None where there is no file, it cannot be read, or does not fit.

    It fits if its first line does, made and signed by this program and house for the entry as it is in the register
    (:meth:`Start.fits`), and its copy has the SHA-256 named there. One that was read and does not fit is deleted.
    """
    try:
        line, _end, database = _path(table.code, number).read_bytes().partition(b"\n")
    except OSError:
        return None
    start = _fitting(table.code, number, line)
    if start is not None and sha256(database).hexdigest() != start.sha256:
        _throw_away(table.code, number)
        return None
    return start.copy_of(database) if start is not None else None


def _fitting(code: str, number: int, line: bytes) -> Start | None:
    """Return the head of a start, given as its first line, if it fits; else None, and the start is deleted.

    It fits if it can be read, was made by this program for the entry `number` of `code` as it is in the register, and
    has a valid signature of the house's present key.
    """
    with suppress(ValueError):
        start = decode(line, Start)
        if start.fits(code, number):
            return start
    _throw_away(code, number)
    return None


def _throw_away(code: str, number: int) -> None:
    """Log that the start after entry ``number`` does not fit, and delete its file; that it cannot be is ignored."""
    log.warning("a start does not fit and is thrown away", table=code, number=number)
    with suppress(OSError):
        _path(code, number).unlink(missing_ok=True)


# --- making


def wanted(table: Table) -> list[int]:
    """List the numbers of the entries before taglie after which a start is to be stored, ascending.

    These are the latest ``NEWEST`` taglie, and of the earlier ones every one whose number leaves 1 when divided by
    ``EVERY``; of all of them the latest ``MOST``. A shoe loaded by the first entry has none.
    """
    loaded = Shoe.objects.filter(table=table, loaded_at__gt=1).order_by("loaded_at")
    taglie = [(taglia, at - 1) for taglia, at in loaded.values_list("taglia", "loaded_at") if at is not None]
    earlier, latest = taglie[:-NEWEST], taglie[-NEWEST:]
    return [at for _taglia, at in (*(it for it in earlier if it[0] % EVERY == 1), *latest)][-MOST:]


def store_if_possible(table: Table, copy: Copy) -> None:
    """Store a copy as :func:`store` does; that it could not be signed or written is only logged."""
    try:
        store(table, copy)
    except (OSError, ValueError) as error:
        log.warning("a start was not stored", table=table.code, number=copy.number, why=str(error))


def store(table: Table, copy: Copy) -> None:
    """Sign a copy at the beginning of a taglia and write it to disk, for its owner alone; replaces the one there.

    Does nothing for one that is not ``sound``, or that :func:`wanted` does not list. Raises OSError or ValueError where
    it cannot be signed or written.
    """
    if not copy.sound or copy.number not in wanted(table):
        return
    start = Start(
        *(table.code, copy.number, copy.digest, *copy.retained, *copy.marks),
        made_by=made_by(),
        sha256=sha256(copy.database).hexdigest(),
    )
    line = chain.canonical(msgspec.to_builtins(msgspec.structs.replace(start, signature=sign(start.signed()))))
    _write(_path(table.code, copy.number), line.encode() + b"\n" + copy.database)


def _write(path: Path, data: bytes) -> None:
    """Write a file, atomically and for its owner alone, making its folder if needed. Raises OSError.

    A process that is killed meanwhile leaves an unfinished file, which :func:`drop_needless` deletes.
    """
    owner.folder(path.parent)
    # Made with the mode 0600.
    with NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            owner.give(file.fileno(), path.parent)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink()
            raise


def are_sound(code: str, start: Copy | None, copy: Copy) -> bool:
    """Whether a register is one chain up to a copy, from a ``start`` or, with None, its first entry.

    All entries since have to be there, fit their digests and follow each other, and the last to be the one of the copy.
    False for a ``start`` that is not sound.
    """
    if start is not None and not start.sound:
        return False
    number, digest = (start.number, start.digest) if start is not None else (0, "")
    for row in chain.rows(code, since=number + 1, up_to=copy.number):
        if (row.number, row.previous) != (number + 1, digest) or not row.fits():
            return False
        number, digest = row.number, row.digest
    return (number, digest) == (copy.number, copy.digest)


# --- pruning


def drop_needless() -> int:
    """Delete all in the folder of starts but the files of starts that :func:`wanted` lists for a table that exists.

    These are needless starts, unfinished files, and whatever else is there. Returns how many: a folder by the name of
    no table is deleted with all in it, and counts once. 0 without a folder of starts. Raises OSError where one cannot
    be deleted.
    """
    needless = list(_needless())
    for path in needless:
        rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
    return len(needless)


def _needless() -> Iterator[Path]:
    """Yield the files that are no :func:`wanted` start of their table, and what lies there under no table's name."""
    tables = {it.code: it for it in Table.objects.all()}
    for folder in listed(Path(settings.STARTS)):
        if folder.name in tables:
            stay = {f"{number}.start" for number in wanted(tables[folder.name])}
            yield from (it for it in listed(folder) if it.name not in stay)
        else:
            yield folder


def _folder(code: str) -> Path:
    """Return the path of the folder of a table's starts, whether or not it exists."""
    return Path(settings.STARTS) / code


def _path(code: str, number: int) -> Path:
    """Return the path of the start after an entry of a table, whether or not it exists."""
    return _folder(code) / f"{number}.start"
