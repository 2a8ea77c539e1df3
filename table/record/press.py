"""Presses of buttons: their steps, their answers, and how one is recognised when it arrives twice."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists

from table.memory.statements import Query
from table.models import Entry, Person, Table
from table.play import declaration, texts
from table.record import chain
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require

MOST_NONCE_LETTERS = 60
OF_A_SHOE = re.compile(r".+\.[0-9]+\.[0-9]+")
"""Names of the acts by which facts of electronic shoes are recorded (table/live/electronic_shoes/taking.py).

Anybody can foresee the next one; whoever else used it, or asked for it, would keep the fact from being taken.
"""
OF_A_PRESS = Query(lambda register, nonce: Entry.objects.filter(register=register, nonce=nonce).order_by())
WHO_PRESSES = Query(
    lambda person, register, nonce: Person.objects.filter(pk=person).annotate(
        before=Exists(Entry.objects.filter(register=register, nonce=nonce))
    )
)
"""A person, and in the last column whether the register has an entry of that name."""


@dataclass(frozen=True)
class Step:
    """One act of a press: a verb with its arguments."""

    verb: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class PressResult:
    """Result of a press: the number of its last entry, and the outcome of each act."""

    number: int
    outcomes: tuple[Any, ...]


def check_name(nonce: str, *, by_shoe: bool = False) -> None:
    """Refuse (E_ARGUMENTS) a press whose name is empty, too long, not printable or has a slash.

    The most letters are ``MOST_NONCE_LETTERS``. Slashes are for the numbered names of :func:`names`. Unless it is
    ``by_shoe``, one of ``OF_A_SHOE`` is refused as well.
    """
    plain = 0 < len(nonce) <= MOST_NONCE_LETTERS and nonce.isprintable() and "/" not in nonce
    own = by_shoe or not OF_A_SHOE.fullmatch(nonce)
    require(plain and own, Code.ARGUMENTS, "A press needs a name of its own.")


def check_names(owner: str, verbs: Iterable[str], nonce: str, *, by: Person) -> None:
    """Refuse (E_ARGUMENTS) a press with a bad name (:func:`check_name`), or control characters in register or verbs.

    A name like those of electronic shoes is bad unless ``by`` is one. Whether there are such verbs is not checked.
    """
    check_name(nonce, by_shoe=by.role == Role.SHOE)
    texts.check_legible("table", owner)
    for verb in verbs:
        texts.check_legible("verb", verb)


def is_spent(row: Table, nonce: str) -> bool:
    """Whether ``row.spent`` has this name, by whichever badge: somebody was answered that the press is not recorded."""
    return any(it.rpartition("/")[2] == nonce for it in row.spent)


def spent_too(spent: Sequence[str], nonce: str, by: str, *, most: int) -> list[str]:
    """Return the spent names and this one at the end, each as ``badge/nonce``, with at most ``most`` of them.

    Beyond that the oldest name of the badge with the most names is dropped; if several badges have as many, the oldest
    of all of theirs.
    """
    names = [*spent, f"{by}/{nonce}"]
    while len(names) > most:
        counts = Counter(it.rpartition("/")[0] for it in names)
        often = max(counts.values())
        names.remove(next(it for it in names if counts[it.rpartition("/")[0]] == often))
    return names


def too_late() -> Refused:
    """Return the refusal (E_LATE) of a press that waited so long that its screen may count on its not being done."""
    return Refused(Code.LATE, "Not recorded: this press came too late. Look at the table and press again.")


def names(nonce: str, count: int) -> list[str]:
    """List ``count`` names for a press's entries: ``nonce``, ``nonce/1``, ``nonce/2`` and so on; empty for 0."""
    return [f"{nonce}/{place}" if place else nonce for place in range(count)]


def who_presses(owner: str, *, by: Person, nonce: str) -> tuple[Person | None, bool]:
    """Return the person of a press as their row is now, and whether the register has an entry of this nonce, by anyone.

    Both come from one statement: called with the register locked, it finds a role that changed while the press waited.
    (None, False) where the row is gone, whatever is on record. Who has no primary key, an electronic shoe, is returned
    as they are.
    """
    if not by.pk:
        return by, bool(OF_A_PRESS(register=owner, nonce=nonce))
    found = WHO_PRESSES.again(None, person=by.pk, register=owner, nonce=nonce)
    return (found.row, bool(found.columns[-1])) if found is not None else (None, False)


def first_answer(owner: str, steps: Sequence[Step], *, by: Person, nonce: str) -> PressResult:
    """Return the answer that a press of which the name is on record got when it was new: last number and outcomes.

    They are read from its entries. Refuses (E_NONCE) a name that was used for more, fewer or other acts, with other
    arguments or by somebody else, and what is no act (E_VERB) or no argument of one (E_ARGUMENTS).
    """
    # In no order, as SQLite would read the whole register in that order; and then in the order of their numbers.
    found = Entry.objects.filter(register=owner, nonce__in=names(nonce, len(steps) + 1)).order_by()
    entries = sorted(found, key=lambda entry: entry.number)
    same = len(entries) == len(steps) and all(
        _is_of(entry, step, by) for entry, step in zip(entries, steps, strict=True)
    )
    require(same, Code.NONCE, "This press was used for something else already; press again.")
    return PressResult(entries[-1].number, tuple(chain.read(entry.outcome) for entry in entries))


def _is_of(entry: Entry, step: Step, by: Person) -> bool:
    """Whether an entry records this act of this person, with the same arguments, texts compared with their notes.

    An argument that its verb did not have yet when it was entered has its default. One that the house supplies, such as
    the face of a card that the shoe knows, is as the entry has it, unless the press brings it. Any text but an
    empty one equals an erased note. Refuses a verb that is none (E_VERB) and what is no argument of it (E_ARGUMENTS).
    """
    verb = declaration.of(step.verb)
    if (entry.actor, entry.verb) != (by.badge, verb.name):
        return False
    stored = declaration.defaults(verb) | chain.read(entry.arguments)
    supplied = verb.found_out.union(declaration.FACES if verb.shows is not None else ())
    known = {key: value for key, value in stored.items() if key in supplied}
    given = declaration.arguments_of(verb, known | dict(step.arguments))
    return all(
        chain.is_note(stored.get(key), value)
        if key in verb.texts and value
        else chain.canonical(value) == chain.canonical(stored.get(key))
        for key, value in given.items()
    )
