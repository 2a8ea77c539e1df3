"""Own rules of the house as the acts of its register make them, version by version, beside the rows."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from table.models import OwnHouse, OwnRules
from table.rules.houses import completed

Values = Mapping[str, Any]
UNORDERED = ("rulings", "side_bets")
"""Keys of which any number may be chosen, in whatever order."""


class OwnMade(NamedTuple):
    """What is known of own rules: how many versions they have, the digest of all of them, and whether retired."""

    versions: int
    digest: str
    retired: bool


class OwnAgain:
    """Own rules as they become by the acts about them, one after the other."""

    def __init__(self) -> None:
        self.versions: dict[str, list[Values]] = {}
        self.retired: set[str] = set()

    def make(self, given: Values) -> None:
        """They are there, under their own key and name."""
        self.versions[given["key"]] = [{**given["rules"], "key": given["key"], "title": given["title"]}]

    def follow(self, key: str, changes: Values) -> None:
        """Another version; what the one before lacked, as older than a policy key, that one has."""
        if key in self.versions:
            self.versions[key].append({**completed(self.versions[key][-1]), **changes})

    def made(self) -> dict[str, OwnMade]:
        """What the register says of each."""
        return {key: _made(its, retired=key in self.retired) for key, its in self.versions.items()}


def rows() -> dict[str, OwnMade]:
    """What the rows say of each."""
    kept: dict[str, list[Values]] = {}
    for key, values in OwnRules.objects.order_by("version").values_list("house__key", "values"):
        kept.setdefault(key, []).append(values)
    houses = OwnHouse.objects.values_list("key", "retired")
    return {key: _made(kept.get(key, ()), retired=retired) for key, retired in houses}


def _made(versions: Iterable[Values], *, retired: bool) -> OwnMade:
    """Each with the keys that came later than it was kept, so that these are no difference."""
    told = [_plain(completed(it)) for it in versions]
    digest = sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    return OwnMade(len(told), digest[:16], retired)


def _plain(values: Values) -> dict[str, Any]:
    return {key: sorted(value) if key in UNORDERED else value for key, value in values.items()}
