"""Fields of reports: each is declared once, on its struct, with its label, its section and how it is written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from django.utils.functional import Promise
from msgspec import Struct

Label = Promise | str


class Field(NamedTuple):
    """Declaration of a field, an annotation of its type: its label, and the section in which it is a row.

    A field without a section is a column of the table whose rows its structs are. A ``label`` that depends on the case
    is a function of the writer; a mapping of labels is by keys of the value. The value is ``written`` by the method of
    this name of the writer, or the whole struct is ``composed`` by one; ``empty`` stands where there is nothing, or the
    row is left out. ``after`` names the field that it follows where that is not the one before it in the struct.
    """

    label: Label | Mapping[str, Label] | Callable[[Any], str]
    section: str = ""
    written: str = "text"
    composed: str = ""
    empty: Label = ""
    after: str = ""

    def title(self, writer: Any = None) -> str:
        """Return the label in the active language, as a function makes it for the writer; not for a mapping."""
        return self.label(writer) if callable(self.label) else str(self.label)

    def text(self, writer: Any, it: Struct, name: str) -> Any:
        """Return the field `name` of a struct `it` as the writer's method puts it; `empty` if it puts None or "".

        The method gets the value, or, if the field is composed, the whole struct.
        """
        how, value = (self.composed, it) if self.composed else (self.written, getattr(it, name))
        found = getattr(writer, how)(value)
        return str(self.empty) if found in (None, "") else found


@cache
def fields_of(struct: type[Struct]) -> Mapping[str, Field]:
    """Return the declarations of the fields of a struct that have one, by name; cached.

    They are in the order in which they are shown: that of the struct, but for fields moved behind another one
    (`after`).
    """
    fields = _declared(struct)
    return {name: fields[name] for name in _in_order(struct) if name in fields}


@cache
def _declared(struct: type[Struct]) -> Mapping[str, Field]:
    """Return the declarations of the fields of a struct that have one, by name, in the struct's order; cached."""
    hints = get_type_hints(struct, include_extras=True).items()
    return {name: it for name, hint in hints for it in getattr(hint, "__metadata__", ()) if isinstance(it, Field)}


@cache
def _in_order(struct: type[Struct], after: str = "") -> Sequence[str]:
    """Return the names of the fields of a struct in the order in which they are shown.

    With a field `after` these are only those declared to come after it, each followed at once by those declared after
    it in turn; with "" they are all.
    """
    fields, names = _declared(struct), list[str]()
    for name in struct.__struct_fields__:
        if (fields[name].after if name in fields else "") == after:
            names += [name, *_in_order(struct, name)]
    return names


def rows(it: Struct, section: str, writer: Any) -> Iterator[tuple[str, str]]:
    """Yield label and text of each field of a struct that is declared for this `section` and whose text is not "".

    After each field come those of the structs that it holds, as a tuple or one. `writer` has the methods that format
    values: a 0 is shown if its method returns a text.
    """
    fields = fields_of(type(it))
    for name in _in_order(type(it)):
        field, value = fields.get(name), getattr(it, name)
        if field is not None and field.section == section and (text := field.text(writer, it, name)):
            yield field.title(writer), text
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Struct):
                yield from rows(part, section, writer)
