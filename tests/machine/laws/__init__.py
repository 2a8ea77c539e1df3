"""The laws that hold after every press, whoever pressed what: read from the rows and worked out a second time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tests.machine.laws import cards, evidence, incidents, stakes, table
from tests.machine.laws.cut_card import Memory
from tests.machine.record import Record

__all__ = ["LAWS", "Broken", "Memory", "check"]
Law = Callable[[Record, Record, set[str]], Iterator[str]]
LAWS: tuple[Law, ...] = (*table.LAWS, *cards.LAWS, *stakes.LAWS, *incidents.LAWS, *evidence.LAWS)


class Broken(AssertionError):
    """A law of the game did not hold; ``law`` says which in a few words."""

    def __init__(self, law: str, detail: object) -> None:
        super().__init__(f"{law}: {detail}")
        self.law = law


def check(
    before: Record, after: Record, steps: Sequence[tuple[str, Mapping[str, Any]]], *, number: int, memory: Memory
) -> None:
    """An accepted press broke no law on its way from ``before`` to ``after``, and its answer names the last number."""
    verbs = {verb for verb, _ in steps}
    found = [(law.__name__, broken) for law in LAWS for broken in law(before, after, verbs)]
    found += [("the_cut_card_decides_which_coup_is_last", broken) for broken in memory.follow(before, after, steps)]
    if number != before.table["number"] + len(steps):
        found.append(("every_act_is_one_entry", f"{len(steps)} acts after {before.table['number']} end at {number}"))
    if found:
        raise Broken(found[0][0], f"{steps}: {found}")
