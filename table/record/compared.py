"""Comparison of stored rows with those that somebody else made of the same register, by their natural keys."""

import pickle
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet

Columns = Mapping[str, Any]


class Compared(NamedTuple):
    """A kind of row that a register must confirm: words for it, model, natural key, compared columns.

    The ``key`` are the names of the columns that name a row, separated by spaces; ``table`` is the path to its table.
    """

    words: str
    model: type[Model]
    key: str
    columns: tuple[str, ...] = ()
    table: str = "table"


class RowFault(str):
    """Sentence on a row that differs, in English; ``row`` names it briefly, with the columns that differ."""

    __slots__ = ("row",)
    row: str


class Unlike(NamedTuple):
    """A row that is ``stored`` otherwise than it was ``made``, or is on one side alone (None on the other)."""

    key: str
    made: Columns | None
    stored: Columns | None

    @property
    def columns(self) -> list[str]:
        """Names of the columns that both sides have with different values, in the order of the stored row.

        Empty where the row is on one side alone. A made value that is a frozenset differs from a stored one that is not
        in it.
        """
        if self.made is None or self.stored is None:
            return []
        return [name for name in self.stored if name in self.made and not _fits(self.stored[name], self.made[name])]

    def fault_for(self, register: str, words: str, model: str = "") -> RowFault:
        """Return a sentence, in English, on what differs; ``words`` name the kind of row in it.

        Its ``row`` is the brief form: the ``model`` (or ``words`` if that is empty), the key and the columns that
        differ.
        """
        fault = RowFault(f"{register}: {words} {self.key} {self._what()}")
        fault.row = f"{model or words} {self.key}" + (f": {', '.join(self.columns)}" if self.columns else "")
        return fault

    def _what(self) -> str:
        """Predicate, in English: that the row is gone, is on no record, or its stored values and those on record.

        The values are those of the columns that differ.
        """
        if self.stored is None:
            return "is on record, and gone"
        if self.made is None:
            return "is on no record"
        stored, made = (
            ", ".join(f"{name} {_shown(its[name])}" for name in self.columns) for its in (self.stored, self.made)
        )
        return f"is {stored}, and on record {made}"


def _fits(stored: object, made: object) -> bool:
    """Whether a stored value equals the one that was made, or is among them where the register leaves several open."""
    return stored in made if isinstance(made, frozenset) else stored == made


def _shown(value: object) -> str:
    """Return a value as text; those of a frozenset sorted, with “or” between."""
    return " or ".join(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)


def unlike(made: Mapping[str, Columns], stored: Mapping[str, Columns]) -> Iterator[Unlike]:
    """Yield the rows that differ or are on one side alone, in the order of their keys.

    Columns that only one side has are not compared. Where a made value is a frozenset, a stored one in it does not
    differ.
    """
    for key in sorted(made.keys() | stored.keys()):
        found = Unlike(key, made.get(key), stored.get(key))
        if found.columns or None in found:
            yield found


def differing(one: Mapping[str, Columns], other: Mapping[str, Columns]) -> Iterator[tuple[str, list[str]]]:
    """Yield key and differing columns of each row that differs; no column where only one side has the row.

    Rows come in the order of ``one``, then those that only ``other`` has. A row on both sides needs the same columns
    there.
    """
    for key in dict.fromkeys((*one, *other)):
        if key not in one or key not in other:
            yield key, []
        elif names := [name for name, value in one[key].items() if value != other[key][name]]:
            yield key, names


def stored(compared: Compared, rows: "QuerySet[Any]") -> Iterator[tuple[str, Columns]]:
    """Yield natural key and compared columns of these rows; those whose first key column is NULL are left out.

    The key is a text: its columns, with spaces between.
    """
    named = compared.key.split()
    for values in rows.exclude(**{named[0]: None}).values_list(*named, *compared.columns).iterator():
        key, columns = values[: len(named)], values[len(named) :]
        yield " ".join(map(str, key)), dict(zip(compared.columns, columns, strict=True))


class MadeRows:
    """Rows as entries make them, by kind and key, in a temporary file: memory does not grow with the register."""

    def __init__(self) -> None:
        """Make an empty store of rows, in a temporary file of SQLite that is deleted with it."""
        self._file = sqlite3.connect("", isolation_level=None)
        self._file.execute("CREATE TABLE made (kind TEXT, key TEXT, row BLOB, PRIMARY KEY (kind, key)) WITHOUT ROWID")
        self._file.execute("BEGIN")

    def put(self, kind: str, key: object, /, **columns: Any) -> None:
        """Add a row, or replace the one with this key; columns that are left out are not compared."""
        row = pickle.dumps(columns)
        self._file.execute("INSERT OR REPLACE INTO made VALUES (?, ?, ?)", (kind, str(key), row))

    def change(self, kind: str, key: object, /, **now: Any) -> None:
        """Change columns of a row; nothing if there is none with this key, which the comparison will find."""
        if (row := self.row(kind, key)) is not None:
            self.put(kind, key, **{**row, **now})

    def row(self, kind: str, key: object) -> Columns | None:
        """Return the columns of a row; None where there is none."""
        found = self._file.execute("SELECT row FROM made WHERE kind = ? AND key = ?", (kind, str(key))).fetchone()
        return _read(found[0]) if found else None

    def each(self, kind: str) -> Iterator[tuple[str, Columns]]:
        """Yield key and columns of each row of a kind, sorted by key as text."""
        for key, row in self._file.execute("SELECT key, row FROM made WHERE kind = ? ORDER BY key", (kind,)):
            yield key, _read(row)

    def differences(self, kind: str, rows: Iterator[tuple[str, Columns]]) -> Iterator[Unlike]:
        """Yield the stored rows that differ or were not made, in the order of ``rows``; then those made but not stored.

        ``rows`` are the stored rows of this kind, each with its natural key; those only made come in the order of their
        keys. The made row of each stored one is removed from here, so that a second call does not find it.
        """
        for key, columns in rows:
            found = Unlike(key, self.row(kind, key), columns)
            self._file.execute("DELETE FROM made WHERE kind = ? AND key = ?", (kind, key))
            if found.made is None or found.columns:
                yield found
        for key, made in self.each(kind):
            yield Unlike(key, made, None)


def _read(row: bytes) -> Columns:
    """Unpickle the columns of a made row by name, as :meth:`MadeRows.put` has stored them."""
    found: Columns = pickle.loads(row)  # noqa: S301 - written by this process
    return found
