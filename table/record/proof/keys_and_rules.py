"""Keys of the seals, and own rules version by version, as the house's register makes them, beside the rows.

Own rules are those that the house itself has made, beside the ones of the documents.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from table.models import House, OwnHouse, OwnRules
from table.record import chain
from table.record.chain import Row
from table.record.compared import Columns
from table.record.key import readable
from table.rules.houses import completed
from table.verifier.keyring import Named

Values = Mapping[str, Any]
UNORDERED = ("rulings", "side_bets")
"""Keys whose values are sets, stored as lists in any order."""
NAMES_ONE = '"seal_key_named"'
"""Marks, in the canonical text of an outcome, that it names a key of the seals."""


@dataclass
class OwnAgain:
    """Own rules as the acts about them make them, one after the other: the values of each version, by the rules' key.

    ``retired`` are the keys of those that are not offered any more.
    """

    versions: dict[str, list[Values]] = field(default_factory=dict)
    retired: set[str] = field(default_factory=set)

    def make(self, given: Values) -> None:
        """Remember the first version of own rules, in memory: the ``rules`` given, with their ``key`` and ``title``.

        No row is written. Versions of the same key from before are replaced.
        """
        self.versions[given["key"]] = [{**given["rules"], "key": given["key"], "title": given["title"]}]

    def follow(self, key: str, changes: Values) -> None:
        """Add a version: the one before, with what held before younger keys (:func:`completed`), and these changes.

        Ignored for rules that nobody made.
        """
        if key in self.versions:
            self.versions[key].append({**completed(self.versions[key][-1]), **changes})

    def made(self) -> dict[str, Columns]:
        """Return what is compared of all own rules (:func:`_made`), by their key, as the register has them."""
        return {
            key: _made(dict(enumerate(its, 1)), len(its), retired=key in self.retired)
            for key, its in self.versions.items()
        }


def stored_rules() -> dict[str, Columns]:
    """Return what is compared of the house's own rules (:func:`_made`), by their key, as the rows have it."""
    versions: dict[str, dict[int, Values]] = {}
    for key, version, values in OwnRules.objects.order_by("version").values_list("house__key", "version", "values"):
        versions.setdefault(key, {})[version] = values
    houses = OwnHouse.objects.values_list("key", "version", "retired")
    return {key: _made(versions.get(key, {}), latest, retired=retired) for key, latest, retired in houses}


def _made(versions: Mapping[int, Values], latest: int, *, retired: bool) -> Columns:
    """Return the numbers of the versions of own rules, as given, the latest, one digest of all values, and ``retired``.

    A key younger than a version counts with what held before it (:func:`completed`), and so makes no difference. Of the
    digest it is the first 16 digits. ``retired``: not offered any more.
    """
    complete = [_plain(completed(it)) for it in versions.values()]
    digest = sha256(json.dumps(complete, sort_keys=True).encode()).hexdigest()
    return {"versions": tuple(versions), "latest": latest, "digest": digest[:16], "retired": retired}


def _plain(values: Values) -> dict[str, Any]:
    """Return the values of rules with those in ``UNORDERED`` sorted, so that their order makes no difference."""
    return {key: sorted(value) if key in UNORDERED else value for key, value in values.items()}


# --- keys of the seals


@dataclass
class KeysAgain:
    """Keys of the seals as entries name them, by the key, in the order in which they were named."""

    named: dict[str, Named] = field(default_factory=dict)

    def perform(self, row: Row) -> None:
        """Add each key that an effect of the entry names, whatever its verb, with the key before it.

        The signature is that of ``change_seal_key``, unchecked; empty for the first key and for other verbs.
        """
        if NAMES_ONE not in row.outcome:
            return
        for name, facts in chain.effects(row.outcome):
            if name == "seal_key_named":
                before = next(reversed(self.named), "")
                signature = chain.read(row.arguments)["signature"] if before and row.verb == "change_seal_key" else ""
                self.named[facts["key"]] = Named(facts["key"], row.number, row.at, before, signature)

    def made(self) -> dict[str, Columns]:
        """Return the compared columns of each key, by the key, as the register has them."""
        return {key: it._asdict() for key, it in self.named.items()}

    def unsigned(self) -> Iterator[str]:
        """Yield a sentence for each key that has no valid signature of the key before it.

        The first key, and one named after a loss of the one before, need none.
        """
        for it in self.named.values():
            if it.before and not it.after_a_loss and not it.is_signed:
                yield f"house {it.number}: the key of the seals that it names was not signed by the one before"


def stored_keys() -> tuple[dict[str, Columns], list[str]]:
    """Return the compared columns of each key of the seals on the house's row, by the key, and what is wrong there.

    The latter is one sentence if the row has anything but a list of items with the fields of a key, else nothing;
    other items are left out of the columns. Both are empty without a row. The values of the fields are not checked.
    """
    rows: list[object] = [*House.objects.values_list("seal_keys", flat=True)]
    sound = all(isinstance(it, list) and len(readable(it)) == len(it) for it in rows)
    wrong = [] if sound else ["house: a key of the seals on its row cannot be read"]
    return {it.key: it._asdict() for keys in rows for it in readable(keys)}, wrong
