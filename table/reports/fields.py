"""Fields of reports: each is declared once, on its struct, with its label, its section and how it is written."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, get_type_hints

from django.utils.functional import Promise
from msgspec import Struct

Label = Promise | str


class Writes(Protocol):
    """Writer of values in one language."""

    def text(self, value: Any) -> str:
        """Write a value as its type is written; empty where there is none."""


class Field(NamedTuple):
    """Declaration of a field, an annotation of its type: its label, and the section in which it is a row.

    A field without a section is a column of the table whose rows its structs are, one of figures if ``figure``. A
    ``label`` that depends on the case is a function of the writer. What is not written by its type is ``written`` by a
    function of writer and value, or ``composed`` by one of writer and struct; ``empty`` stands where there is nothing,
    or the row is left out. ``place`` is that in its section, or among the columns, where the struct has another.
    """

    label: Label | Callable[[Any], str]
    section: str = ""
    composed: Callable[[Any, Any], str] | None = None
    written: Callable[[Any, Any], str] | None = None
    empty: Label = ""
    place: int = 0
    figure: bool = False

    def title(self, writer: Any) -> str:
        """Return the label in the language of the moment."""
        return self.label(writer) if callable(self.label) else str(self.label)

    def text(self, writer: Writes, it: Struct, name: str) -> str:
        """Write this field of a struct."""
        if self.composed is not None:
            return self.composed(writer, it) or str(self.empty)
        value = getattr(it, name)
        return (writer.text(value) if self.written is None else self.written(writer, value)) or str(self.empty)


@cache
def fields_of(struct: type[Struct]) -> Mapping[str, Field]:
    """Return the fields of a struct that have a label, by name, in the order of their places."""
    hints = get_type_hints(struct, include_extras=True).items()
    found = [(name, it) for name, hint in hints for it in getattr(hint, "__metadata__", ()) if isinstance(it, Field)]
    return dict(sorted(found, key=lambda named: named[1].place))


def rows(it: Struct, section: str, writer: Writes) -> Iterator[tuple[str, str]]:
    """Yield label and text of each field of a section, of the struct and then of those that it holds."""
    fields = fields_of(type(it))
    for name in sorted(it.__struct_fields__, key=lambda name: fields[name].place if name in fields else 0):
        field, value = fields.get(name), getattr(it, name)
        if field is not None and field.section == section and (text := field.text(writer, it, name)):
            yield field.title(writer), text
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Struct):
                yield from rows(part, section, writer)
