"""The form of the register: canonical bytes, the digest chain, and how an entry is read again.

An entry's digest covers everything it holds and the digest before it, over canonical JSON: keys in order, no spaces,
no floats, times in UTC to the microsecond. A sentence is never part of it, so a better translation breaks no chain.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import starmap
from typing import Any

import msgspec
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Func
from django.db.models.sql.compiler import SQLCompiler

from table.models import Entry, Note
from table.verifier import reading

stamp = reading.stamp
"""A time as the register writes it."""
_encode = msgspec.json.Encoder(order="deterministic").encode


def canonical(value: object) -> str:
    """The one JSON text of a value made of strings, integers, booleans, nulls, lists and objects."""
    _check_plain(value)
    return _encode(value).decode()


def _check_plain(value: object) -> None:
    match value:
        case float():
            raise AssertionError("the register holds no floats")
        case dict():
            for key, item in value.items():
                assert isinstance(key, str), key
                _check_plain(item)
        case list() | tuple():
            for item in value:
                _check_plain(item)
        case _:
            assert value is None or isinstance(value, str | int), value


REFUSED = re.compile(r'\],"refused":(\d+)\}$')
"""How an outcome ends, in its canonical text, that counts refusals; any other one ends with its effects."""


def refused_before(outcome: str) -> int:
    """How many acts were refused since the entry before the one with this outcome."""
    counted = REFUSED.search(outcome[-30:])
    return int(counted[1]) if counted else 0


JUMPED = re.compile(r'\{"effects":\[\["clock_jumped",\{"seconds":(-?\d+)\}\]')
"""How an outcome begins, in its canonical text, before whose act the clock on the wall was set."""


def clock_jumped(outcome: str) -> int:
    """By how many seconds the clock on the wall had been put forward, or back, before the act with this outcome."""
    found = JUMPED.match(outcome)
    return int(found[1]) if found else 0


def read(text: str) -> Any:
    """The value of a canonical text."""
    return msgspec.json.decode(text)


def effects(outcome: str) -> list[list[Any]]:
    """The effects that an outcome names, in their order."""
    found: list[list[Any]] = read(outcome)["effects"]
    return found


class Chained(msgspec.Struct, frozen=True):
    """What the digest of an entry covers, in the order of its canonical text, which is that of its keys."""

    actor: str
    arguments: str
    at: str
    nonce: str
    number: int
    outcome: str
    previous: str
    register: str
    role: str
    verb: str


FIELDS = Chained.__struct_fields__
"""Of an entry, what its digest covers."""


class Row(Chained, frozen=True):
    """An entry as it is read where a whole register is: what its digest covers, and the digest.

    A model would take many times as long, and so would a time that is written again as it was.
    """

    digest: str

    @property
    def chained(self) -> Chained:
        """What the digest covers."""
        return Chained(*msgspec.structs.astuple(self)[:-1])

    def fits(self) -> bool:
        """Whether the digest is that of what the entry says."""
        return hashlib.sha256(_encode(self.chained)).hexdigest() == self.digest


class Stamped(Func):
    """A time of a row as :func:`stamp` writes it, by the database itself."""

    output_field = CharField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_: Any) -> tuple[str, Any]:
        """It is kept as text there, without microseconds where there are none."""
        text = "replace(%(expressions)s, ' ', 'T') || iif(length(%(expressions)s) = 19, '.000000Z', 'Z')"
        return self.as_sql(compiler, connection, template=text)

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_: Any) -> tuple[str, Any]:
        """It has a function for that."""
        text = """to_char(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
        return self.as_sql(compiler, connection, template=text)


def rows(register: str, *, since: int = 0, up_to: int | None = None) -> Iterator[Row]:
    """The entries of a register in their order."""
    found = Entry.objects.filter(register=register, number__gte=since).order_by("number")
    if up_to is not None:
        found = found.filter(number__lte=up_to)
    columns = [Stamped("at") if name == "at" else name for name in Row.__struct_fields__]
    return starmap(Row, found.values_list(*columns).iterator())


def digest(facts: Mapping[str, Any]) -> str:
    """The digest of an entry, 64 hexadecimal digits, over the fields in ``FIELDS``."""
    fields = {name: facts[name] for name in FIELDS}
    return hashlib.sha256(_encode(Chained(**fields | {"at": stamp(fields["at"])}))).hexdigest()


def note(text: str, *, register: str, number: int, at: datetime) -> str:
    """Keep a name or free text beside the register and give the digest by which its entry names it."""
    salt = secrets.token_hex(16)
    name = _name_of(text, salt)
    Note.objects.create(digest=name, salt=salt, text=text, register=register, number=number, at=at)
    return name


def is_note(name: str, text: str) -> bool:
    """Whether the note with this digest says this text; of one that was erased nobody can tell, and it may have."""
    return any(kept.erased or _name_of(text, kept.salt) == name for kept in Note.objects.filter(digest=name))


def says(note: Note) -> bool:
    """Whether this note still says what it said when an entry named it."""
    return _name_of(note.text, note.salt) == note.digest


def _name_of(text: str, salt: str) -> str:
    return hashlib.sha256(f"{salt}|{text}".encode()).hexdigest()


def faults(entries: Iterable[Row]) -> list[str]:
    """What is wrong with a register, read from its first entry: gaps, broken links, digests that do not fit.

    An empty list means that nothing was taken out, put in or altered since it was written.
    """
    found, number, previous = [], 0, ""
    for entry in entries:
        number += 1
        if entry.number != number:
            found.append(f"{entry.register} {entry.number}: the number should be {number}")
            number = entry.number
        if entry.previous != previous:
            found.append(f"{entry.register} {entry.number}: it does not follow the entry before it")
        if not entry.fits():
            found.append(f"{entry.register} {entry.number}: its digest does not fit what it says")
        previous = entry.digest
    return found


def fits(entry: Entry) -> bool:
    """Whether the digest of an entry is that of what it says."""
    return digest({name: getattr(entry, name) for name in FIELDS}) == entry.digest
