"""Notes to which an entry refers."""

from collections.abc import Mapping
from typing import Any

from table.play.declaration import VERBS
from table.record import chain
from table.record.chain import Row


def named(row: Row) -> list[str]:
    """List the digests of the notes that an entry's arguments name, sorted by the names of these arguments.

    Empty arguments are left out; the list is empty for a verb that is unknown or has no texts.
    """
    verb = VERBS.get(row.verb)
    if verb is None or not verb.texts:
        return []
    given: Mapping[str, Any] = chain.read(row.arguments)
    return [given[key] for key in sorted(verb.texts) if given.get(key)]
