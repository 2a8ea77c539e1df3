"""Notes to which an entry refers, and money lines that it posts: what it implies for the rows beside its register."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from table.acts.declaration import VERBS
from table.record import chain
from table.record.chain import Row

LINES = '"lines":'
"""Marks, in the canonical text of an outcome, that it may post money lines."""
POSTS = {"settled", "money_corrected", "refunded", "money_ordered", "adjusted"}
"""Effects that post money lines; others name lines that are only ordered."""
ADJUSTMENT = "adjustment"


class Line(NamedTuple):
    """A money line: its place among those of its entry, its kind, and its amount in cents."""

    place: int
    kind: str
    amount: int


def notes(row: Row) -> list[str]:
    """List the digests of the notes to which an entry refers."""
    verb = VERBS.get(row.verb)
    if verb is None or not verb.texts:
        return []
    given: Mapping[str, Any] = chain.read(row.arguments)
    return [given[key] for key in sorted(verb.texts) if given.get(key)]


def lines(row: Row) -> list[Line]:
    """List the money lines that an entry posts."""
    return [*_lines(chain.read(row.outcome))] if LINES in row.outcome else []


def _lines(outcome: Mapping[str, Any]) -> Iterator[Line]:
    posted = (line for name, facts in outcome["effects"] if name in POSTS for line in facts["lines"])
    for place, (_where, _whose, kind, amount) in enumerate(posted):
        yield Line(place, kind, amount)
