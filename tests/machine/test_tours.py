"""What the tours of ``make soak`` lead to, read from the machine itself: a verb that none of them presses is named.

A verb whose arguments the machine has values for is tried wherever the table admits it. Any other one needs a step of
the tours that is done for its sake, and that presses it.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from table.play.declaration import VERBS
from tests.machine import presses
from tests.machine.machine import WholeTable
from tests.machine.walks import AROUND, Step, verbs_of_a_table

OURS = ("tests.machine", "tests.croupier")
"""The rooms of the machine and of its croupier; what the house itself does is no press."""
Tour = Iterable[tuple[Step, frozenset[str]]]


def not_reached(tour: Tour) -> set[str]:
    """The verbs of a table that are neither tried by chance nor done for their own sake."""
    return verbs_of_a_table() - {*presses.AT_THE_TABLE} - {verb for _step, verbs in tour for verb in verbs}


def named_in(step: Callable[..., Any]) -> set[str]:
    """The verbs that stand in whatever this step calls."""
    seen, waits, verbs = set[Any](), [step], set[str]()
    while waits:
        function = inspect.unwrap(waits.pop())
        if function in seen or not isinstance(function, FunctionType):
            continue
        seen.add(function)
        names, texts = _of(function.__code__)
        verbs |= texts & VERBS.keys()
        waits += _called(function, names)
    return verbs


def _of(code: CodeType) -> tuple[set[str], set[str]]:
    """The names and the texts of a function and of all that is defined in it."""
    names, texts = {*code.co_names}, {*_texts(code.co_consts)}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            more, words = _of(inner)
            names, texts = names | more, texts | words
    return names, texts


def _texts(constants: Iterable[Any]) -> Iterator[str]:
    for it in constants:
        if isinstance(it, str):
            yield it
        elif isinstance(it, tuple | frozenset):
            yield from _texts(it)


def _called(function: FunctionType, names: set[str]) -> Iterator[Callable[..., Any]]:
    """The functions of the machine that one names: of its own module, of others, of the table."""
    there = function.__globals__
    rooms = [it for name in names if isinstance(it := there.get(name), ModuleType) and it.__name__.startswith(OURS)]
    for name in names:
        for found in (there.get(name), getattr(WholeTable, name, None), *(getattr(it, name, None) for it in rooms)):
            if callable(found) and str(getattr(found, "__module__", "")).startswith(OURS):
                yield found


def test_every_verb_of_a_table_is_tried_on_the_tours_or_has_a_step_for_its_own_sake() -> None:
    assert not_reached(AROUND) == set()


def test_every_step_that_is_done_for_the_sake_of_a_verb_presses_it() -> None:
    lacking = {verb for step, verbs in AROUND for verb in verbs - {*presses.AT_THE_TABLE} - named_in(step)}
    assert lacking == set()


def test_a_step_that_is_missing_is_named_by_its_verb() -> None:
    without = [(step, verbs) for step, verbs in AROUND if "confirm_uncollected" not in verbs]
    assert not_reached(without) == {"confirm_uncollected"}
    step = next(step for step, verbs in AROUND if "confirm_uncollected" in verbs)
    assert {"report_incident", "confirm_uncollected", "sign_on"} <= named_in(step)
    assert "confirm_uncollected" not in named_in(lambda table, _: table.tax_is_laid_ready())
