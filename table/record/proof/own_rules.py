"""Own rules as the house's register makes them, version by version, to be compared with the rows.

Own rules are those that the house itself has made, beside the ones of the documents.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from table.models import OwnHouse, OwnRules
from table.rules.houses import completed

Values = Mapping[str, Any]
UNORDERED = ("rulings", "side_bets")
"""Keys whose values are sets, stored as lists in any order."""


class OwnMade(NamedTuple):
    """Compared facts of own rules: the numbers of their versions, and of the latest by their row.

    Beside these a digest of all versions, and whether they are retired.
    """

    versions: tuple[int, ...]
    latest: int
    digest: str
    retired: bool


class OwnAgain:
    """Own rules as the acts about them make them, one after the other."""

    def __init__(self) -> None:
        self.versions: dict[str, list[Values]] = {}
        self.retired: set[str] = set()

    def make(self, given: Values) -> None:
        """Add rules with their own key and title, in their first version."""
        self.versions[given["key"]] = [{**given["rules"], "key": given["key"], "title": given["title"]}]

    def follow(self, key: str, changes: Values) -> None:
        """Add a version, completed by defaults for keys that are younger than the one before.

        Ignored for rules that nobody made.
        """
        if key in self.versions:
            self.versions[key].append({**completed(self.versions[key][-1]), **changes})

    def made(self) -> dict[str, OwnMade]:
        """Return the compared facts of all own rules, by their key, as the register has them."""
        return {
            key: _made(dict(enumerate(its, 1)), len(its), retired=key in self.retired)
            for key, its in self.versions.items()
        }


def rows() -> dict[str, OwnMade]:
    """Return by key, for the house's own rules, what is compared of all their versions together, from the rows."""
    versions: dict[str, dict[int, Values]] = {}
    for key, version, values in OwnRules.objects.order_by("version").values_list("house__key", "version", "values"):
        versions.setdefault(key, {})[version] = values
    houses = OwnHouse.objects.values_list("key", "version", "retired")
    return {key: _made(versions.get(key, {}), latest, retired=retired) for key, latest, retired in houses}


def _made(versions: Mapping[int, Values], latest: int, *, retired: bool) -> OwnMade:
    """Return the numbers of the versions of own rules, the latest, one digest of the values of all, and ``retired``.

    Keys younger than a version count with their defaults, so that they make no difference. ``retired``: not offered any
    more.
    """
    complete = [_plain(completed(it)) for it in versions.values()]
    digest = sha256(json.dumps(complete, sort_keys=True).encode()).hexdigest()
    return OwnMade(tuple(versions), latest, digest[:16], retired)


def _plain(values: Values) -> dict[str, Any]:
    return {key: sorted(value) if key in UNORDERED else value for key, value in values.items()}
