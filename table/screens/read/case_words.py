"""Words of undecided cases, which extensions hand over: what has happened, and what is awaited from whom."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from table.models import Severity
from table.screens.read.snapshot import Snapshot


class Words(NamedTuple):
    """Title of an alert, and how its case stands or what is known of it."""

    title: str
    stands: str


CASES: list[Callable[[Snapshot], Mapping[int, Words]]] = []
"""Functions of extensions that return the words of each undecided case, by the entry that opened it."""


def words_of_cases(snapshot: Snapshot) -> dict[int, Words]:
    """Map the number of each undecided case to its words."""
    return {number: words for words_of in CASES for number, words in words_of(snapshot).items()}


def awaited(snapshot: Snapshot) -> str:
    """Say how the oldest case that holds play stands: what is missing, and from whom; "" where none holds it."""
    cases = words_of_cases(snapshot)
    holding = [it.incident for it in snapshot.alerts if it.severity == Severity.HOLDS and it.incident in cases]
    return cases[min(holding)].stands if holding else ""
