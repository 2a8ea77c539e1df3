"""Declaration of a policy key: everything that is known of it besides its type and its default."""

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import NamedTuple


class FieldKind(StrEnum):
    """Ways to fill in a key: by choosing or ticking values, or as a text that is read in one of these ways."""

    CHOICE = "choice"
    TICKS = "ticks"
    NUMBER = "number"
    AMOUNT = "amount"
    AMOUNTS = "amounts"
    LABELS = "labels"
    ROUNDING = "rounding"
    TEXT = "text"


ANY = object()
"""Value of a meaning that holds for every value without one of its own."""


class Meaning(NamedTuple):
    """Value that a key can have, and the sentence of the house rules that says what it means.

    A rounding is named by its mode. The sentence may have places: :data:`table.screens.rules.sentences.WRITTEN` says
    how the value is written in each.
    """

    value: object
    sentence: str


class Unsaid(NamedTuple):
    """Value on which the page of a house has no sentence, as it does not arise there, and the form's words for it."""

    value: object
    words: str


UNKNOWN = object()


@dataclass(frozen=True)
class PolicyKey:
    """Declaration of a policy key, which is also the topic of a rule.

    - ``group`` and ``name`` place it in the form of the rules; a key without a name is not in the form.
    - ``topics`` are words for rules that hold whatever the value is; each topic is the key, a dot and the word.
    - ``offered`` are the values that a table may choose or tick, all that its type admits unless it says otherwise.
    - ``field`` follows from the type, too.
    - ``older`` is the value in rules that were stored before there was this key.
    - ``by_value``: the form shows the value itself, as the sentence speaks of all values at once.
    - ``closed_only``: it is changed only while the table is closed and no shoe is on it.
    - ``composed``: its sentence is put together in :mod:`table.screens.rules.sentences`, as it hangs on other keys too,
      or says what follows from the value.
    - ``meanings`` and ``unsaid`` are the sentences that stand beside it: one for each value, unless it is ``composed``.
    """

    group: str = ""
    name: str = ""
    _: KW_ONLY
    topics: str = ""
    offered: tuple[object, ...] = ()
    field: FieldKind = FieldKind.TEXT
    older: object = UNKNOWN
    by_value: bool = False
    closed_only: bool = False
    composed: bool = False
    meanings: tuple[Meaning, ...] = ()
    unsaid: tuple[Unsaid, ...] = ()
