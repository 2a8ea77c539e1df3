"""Keys of the seals as the house's register names them, one after the other, to be compared with its row."""

from collections.abc import Iterator

from table import models
from table.record import chain
from table.record.chain import Row
from table.record.compared import Columns
from table.record.key import readable
from table.verifier.keyring import Named

NAMES_ONE = '"seal_key_named"'
"""Marks, in the canonical text of an outcome, that it names a key of the seals."""


class KeysAgain:
    """Keys of the seals as entries name them, by the key, in the order in which they were named."""

    def __init__(self) -> None:
        self.named: dict[str, Named] = {}

    def perform(self, row: Row) -> None:
        """Add each key that the entry names, with the key before it; no signature is checked here.

        The signature is that of ``change_seal_key``; empty for the first key and for other verbs.
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


def stored() -> tuple[dict[str, Columns], list[str]]:
    """Return the compared columns of each key on the house's row, by the key, and what is wrong with the row.

    That is a sentence if it has something that is no key, which is left out of the columns.
    """
    rows: list[object] = [*models.House.objects.values_list("seal_keys", flat=True)]
    sound = all(isinstance(it, list) and len(readable(it)) == len(it) for it in rows)
    wrong = [] if sound else ["house: a key of the seals on its row cannot be read"]
    return {it.key: it._asdict() for keys in rows for it in readable(keys)}, wrong
