"""Form of the register: canonical JSON, the digest chain, how entries and the notes they name are read again.

An entry's digest covers all its fields and the digest before it, as canonical JSON: keys in order, no spaces, no
floats, times in UTC to the microsecond. A sentence is never part of it, so a better translation breaks no chain.
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
from table.play.declaration import VERBS
from table.play.texts import decode
from table.verifier import reading

stamp = reading.stamp
"""Format a time as the register writes it: ISO 8601, UTC, microseconds, "Z"."""
_encode = msgspec.json.Encoder(order="deterministic").encode


def canonical(value: object) -> str:
    """Return the canonical JSON text of a value: keys sorted, no spaces, letters beyond ASCII as they are.

    It may be made of strings, integers, booleans, nulls, lists or tuples, and dicts with texts as keys. Raises
    AssertionError for any other value, floats among them.
    """
    _check_plain(value)
    return _encode(value).decode()


def _check_plain(value: object) -> None:
    """Assert that a value is made of None, booleans, integers, texts, lists or tuples, and dicts with texts as keys."""
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
"""Matches the end of the canonical text of an outcome that counts refusals; any other outcome ends with its effects."""


def refused_before(outcome: str) -> int:
    """Number of refusals since the entry before, as counted in the entry with this outcome; 0 where it counts none."""
    counted = REFUSED.search(outcome[-30:])
    return int(counted[1]) if counted else 0


JUMPED = re.compile(r'\{"effects":\[\["clock_jumped",\{"seconds":(-?\d+)\}\]')
"""Matches the beginning of the canonical text of an outcome before whose act the wall clock was set."""


def clock_jumped(outcome: str) -> int:
    """Seconds by which the wall clock was set forward (negative: back) before the act with this outcome; 0 if not."""
    found = JUMPED.match(outcome)
    return int(found[1]) if found else 0


read = decode
"""Decodes JSON that the house has stored; that it is canonical is not checked."""


def effects(outcome: str) -> list[list[Any]]:
    """List the effects in the canonical text of an outcome, in their order, each as ``[name, facts]``.

    That is the list under its key ``effects``, which every outcome has, [] for none; KeyError without the key. Raises
    ValueError for a text that is no JSON, an empty one among them.
    """
    found: list[list[Any]] = read(outcome)["effects"]
    return found


class Chained(msgspec.Struct, frozen=True):
    """Fields that the digest of an entry covers, in the order of their keys in its canonical text."""

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
"""Names of the fields of an entry that its digest covers."""


class Row(Chained, frozen=True):
    """An entry as read for a whole register: the fields that its digest covers, and the digest.

    Building a model for each entry would take many times as long, and so would formatting each time anew.
    """

    digest: str

    @property
    def chained(self) -> Chained:
        """Fields that the digest covers, without the digest."""
        return Chained(*msgspec.structs.astuple(self)[:-1])

    def fits(self) -> bool:
        """Whether the digest is that of the entry's fields."""
        return hashlib.sha256(_encode(self.chained)).hexdigest() == self.digest


class Stamped(Func):
    """A time of a row in the form of :func:`stamp`, computed by the database."""

    output_field = CharField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_: Any) -> tuple[str, Any]:
        """Return the SQL by which SQLite gives a time, stored as text in UTC, in the form of :func:`stamp`.

        The stored text has no fraction where the microseconds are 0: six zeros are added then.
        """
        text = "replace(%(expressions)s, ' ', 'T') || iif(length(%(expressions)s) = 19, '.000000Z', 'Z')"
        return self.as_sql(compiler, connection, template=text)

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_: Any) -> tuple[str, Any]:
        """Return the SQL by which PostgreSQL gives a time in the form of :func:`stamp`, with six digits of a second."""
        text = """to_char(%(expressions)s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
        return self.as_sql(compiler, connection, template=text)


def rows(register: str, *, since: int = 0, up_to: int | None = None) -> Iterator[Row]:
    """Yield the entries of a register in their order, from number ``since`` to ``up_to`` (None: the last) inclusive."""
    found = Entry.objects.filter(register=register, number__gte=since).order_by("number")
    if up_to is not None:
        found = found.filter(number__lte=up_to)
    columns = [Stamped("at") if name == "at" else name for name in Row.__struct_fields__]
    return starmap(Row, found.values_list(*columns).iterator())


def digest(facts: Mapping[str, Any]) -> str:
    """Return the digest of an entry, 64 hexadecimal digits, over those of its ``facts`` that ``FIELDS`` names.

    The time ``at`` is a datetime.
    """
    fields = {name: facts[name] for name in FIELDS}
    return hashlib.sha256(_encode(Chained(**fields | {"at": stamp(fields["at"])}))).hexdigest()


def note(text: str, *, register: str, number: int, at: datetime) -> str:
    """Store a name or free text and its random salt, outside the chain, as the note of an entry; return its digest.

    The digest, the SHA-256 of both, is what the entry has in the place of the text. Each call draws a salt of its own,
    and so makes another note.
    """
    salt = secrets.token_hex(16)
    name = _name_of(text, salt)
    Note.objects.create(digest=name, salt=salt, text=text, register=register, number=number, at=at)
    return name


def is_note(name: str, text: str) -> bool:
    """Whether the note with this digest was made of this text, or is erased, and so may have been.

    Text and stored salt are hashed again. False where there is no note with this digest.
    """
    return any(note.erased or _name_of(text, note.salt) == name for note in Note.objects.filter(digest=name))


def says(note: Note) -> bool:
    """Whether the text of a note still fits its digest; False for an erased one."""
    return _name_of(note.text, note.salt) == note.digest


def _name_of(text: str, salt: str) -> str:
    """Return the digest of a note: the SHA-256 in hexadecimal over its salt, “|” and its text."""
    return hashlib.sha256(f"{salt}|{text}".encode()).hexdigest()


def faults(entries: Iterable[Row]) -> list[str]:
    """List what is wrong with a register, read from its first entry: gaps, broken links, digests that do not fit.

    An empty list means that these entries form one chain. It does not show whether entries were cut off at the end, or
    the whole chain was rewritten.
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
    """Whether the digest of an entry is that of its fields."""
    return digest({name: getattr(entry, name) for name in FIELDS}) == entry.digest


# --- notes


def named_notes(row: Row) -> list[str]:
    """List the digests of the notes that an entry's arguments name, sorted by the names of these arguments.

    Empty arguments are left out; the list is empty for a verb that is unknown or has no texts. Raises ValueError for
    arguments of any other that are no JSON, AttributeError for JSON that is no mapping.
    """
    verb = VERBS.get(row.verb)
    if verb is None or not verb.texts:
        return []
    given: Mapping[str, Any] = read(row.arguments)
    return [given[key] for key in sorted(verb.texts) if given.get(key)]
