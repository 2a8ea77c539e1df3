"""Options of programs that are run by hand: where one selects nothing they end with a sentence, and do nothing."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Collection
from typing import NoReturn

import pytest


def some_of(names: Collection[str]) -> Callable[[str], list[str]]:
    """Return the type of an option that selects some of these names, with commas between them."""

    def names_in(text: str) -> list[str]:
        found = text.split(",")
        if unknown := [name for name in found if name not in names]:
            raise ArgumentTypeError(f"“{', '.join(unknown)}” is not among {', '.join(names)}")
        return found

    return names_in


def at_least(least: int) -> Callable[[str], int]:
    """Return the type of an option that is a number, this one or more."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"“{text}” is no number from {least} on")
        return int(text)

    return number


def within(least: float, most: float) -> Callable[[str], float]:
    """Return the type of an option that is a number between these two, or one of them; not a number is none."""

    def number(text: str) -> float:
        if not least <= float(text) <= most:
            raise ArgumentTypeError(f"“{text}” is no number from {least:g} to {most:g}")
        return float(text)

    return number


def number_of(name: str, usual: int, *, least: int = 1) -> int:
    """Return the number that the environment has under this name, `usual` without one; a lower one ends the tests."""
    try:
        return at_least(least)(os.environ.get(name, str(usual)))
    except ArgumentTypeError as error:
        InTests(prog=name).error(str(error))


class InTests(ArgumentParser):
    """A parser of what a module of tests reads: where that is wrong they are not collected, and it says why."""

    def error(self, message: str) -> NoReturn:
        """Raise CollectError with this message."""
        raise pytest.Collector.CollectError(f"{self.prog}: {message}")
