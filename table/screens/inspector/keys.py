"""Buttons of the inspectors' screens: which act each presses or which dialog it opens, its words, and its look."""

import json
from collections.abc import Hashable, Mapping
from typing import NamedTuple

from table.words.voices import unbroken


class DeskKey(NamedTuple):
    """Button: its words, the dialog that it opens ("" for none), else the act that it presses, with its arguments.

    ``look`` are the classes that it has besides those of every button.
    """

    words: str
    opens: str
    verb: str
    given: tuple[tuple[str, Hashable], ...]
    look: str


DeskKeys = tuple[DeskKey, ...]


def opens(words: str, dialog: str, look: str = "") -> DeskKey:
    """Return the button that opens a dialog of the screen, by its id."""
    return DeskKey(unbroken(words), dialog, "", (), look)


def act(words: str, verb: str, look: str = "", **given: Hashable) -> DeskKey:
    """Return the button that presses an act with the arguments ``given``."""
    return DeskKey(unbroken(words), "", verb, tuple(given.items()), look)


def presses(*acts: tuple[str, Mapping[str, str | int]]) -> str:
    """Return several acts as JSON, which are done all or none: each a verb with its arguments."""
    return json.dumps([{"verb": verb, "given": given} for verb, given in acts])
