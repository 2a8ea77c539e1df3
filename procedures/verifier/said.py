"""Report that a paper carries, field by field: which fields were derived from the entries, and which were not."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from procedures.verifier import sentences
from table.verifier.reading import Wrong
from table.verifier.sentences import Sentence

MOST_DEEP = 20
"""Greatest depth to which the values of a report are nested."""


class Finding(NamedTuple):
    """Sentence on a paper with its facts."""

    sentence: Sentence
    facts: Mapping[str, Any]


class ReportFields:
    """Fields of a report by their paths, such as ``money.0.after``.

    ``compared`` are the paths that were compared with the entries, each with all fields below it, ``differ`` the
    findings: whatever is wrong with the paper.
    """

    def __init__(self, data: bytes) -> None:
        """Decode a report. Raises :class:`Wrong` if it is no JSON object, or nested deeper than MOST_DEEP."""
        try:
            self.value = json.loads(data)
            self.leaves = dict(_leaves(self.value, ""))
        except (ValueError, RecursionError):
            raise Wrong(sentences.REPORT_UNREADABLE, unreadable=True) from None
        if not isinstance(self.value, dict):
            raise Wrong(sentences.REPORT_UNREADABLE, unreadable=True)
        self.compared: set[str] = set()
        self.differ: list[Finding] = []

    def __getitem__(self, path: str) -> Any:
        """Return the value at a path; None where there is none."""
        value: Any = self.value
        for step in path.split("."):
            if isinstance(value, list) and step.isdigit():
                value = value[int(step)] if int(step) < len(value) else None
            else:
                value = value.get(step) if isinstance(value, dict) else None
        return value

    def rows(self, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield path ("money.0") and value of each object in the list at a path; nothing where there is no list.

        Elements that are no objects are passed over, but counted in the path.
        """
        found = self[path]
        for place, row in enumerate(found if isinstance(found, list) else ()):
            if isinstance(row, dict):
                yield f"{path}.{place}", row

    def check(self, path: str, derived: Any, sentence: Sentence = sentences.FIELD_DIFFERS) -> None:
        """Compare the value at a path with that of the entries; add a finding with this sentence if they differ.

        Whether or not they do, all fields at and below the path count as derived. A path that the report does not have
        is read as None. Times are compared as moments.
        """
        said = self[path]
        self.compared.add(path)
        if said != derived and not _same_moment(said, derived):
            self.differ.append(Finding(sentence, {"field": path, "said": _shown(said), "derived": _shown(derived)}))

    def check_all(self, path: str, derived: Mapping[str, Any], sentence: Sentence = sentences.FIELD_DIFFERS) -> None:
        """Compare the values at several paths below one, in order, with those of the entries; see :meth:`check`."""
        for name, value in derived.items():
            self.check(f"{path}.{name}", value, sentence)

    def alarm(self, sentence: Sentence, **facts: Any) -> None:
        """Add a finding: a sentence with its facts."""
        self.differ.append(Finding(sentence, facts))

    @property
    def derived(self) -> set[str]:
        """Paths of the fields that were compared, or that are below one that was."""
        return {it for it in self.leaves if not self.compared.isdisjoint(_above(it))}


def _above(path: str) -> Iterator[str]:
    """Yield a path, and each path that it is below: ``money.0.after``, ``money.0``, ``money``."""
    yield path
    while "." in path:
        path = path.rpartition(".")[0]
        yield path


def _leaves(value: Any, path: str, deep: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield path and value of each leaf, empty lists and objects too; ValueError beyond MOST_DEEP."""
    if deep > MOST_DEEP:
        raise ValueError
    if isinstance(value, dict | list) and value:
        rows = value.items() if isinstance(value, dict) else enumerate(value)
        for name, it in rows:
            yield from _leaves(it, f"{path}.{name}" if path else str(name), deep + 1)
    else:
        yield path, value


def _same_moment(one: Any, other: Any) -> bool:
    """Whether two texts are the same moment, both with a zone or neither; False where one is no time."""
    try:
        return datetime.fromisoformat(one) == datetime.fromisoformat(other)
    except (TypeError, ValueError):
        return False


def _shown(value: Any) -> str:
    """Write a value for a finding: a text as it is, "" and any other value as JSON."""
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
