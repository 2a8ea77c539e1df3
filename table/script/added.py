"""Additions of extensions: interludes in shifts that are played by chance, lessons, and stories of the demo stage.

A story consists of beats: each has a sentence, a screen to point at, and acts of the demo's staff as lines of a script
(docs/scripts.md). The act ON stands for whatever the table asks of the dealer next.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple

from django.http.response import HttpResponseBase
from django.utils.functional import Promise

from table.models import Person

Interlude = Callable[[Any, Random], Iterator[None]]
"""Acts at the table of a player (:class:`table.script.player.Player`); none where they are not for that table."""


class Interludes(NamedTuple):
    """Acts of a shift once the shoe is ready and before the table opens, between two coups, and after it was closed."""

    before_opening: Interlude
    between_coups: Interlude
    after_closing: Interlude


INTERLUDES: list[Interludes] = []
"""Interludes that extensions have added."""

Lesson = Callable[[str, Person, Person], None]
"""Begins a lesson at the new training table of this code, by an instructor, for a trainee."""

LESSONS: list[Lesson] = []
"""Lessons that a demo house prepares for whoever is at a console for the first time."""


# --- stories of the demo stage, as values

READING_SECONDS = 5.0
ON = "on"
LAID = ("stakes P{high}@{reader}", "stakes B{low}@{second}", "stakes B{high}@{third}")
CLOSED = (*LAID, "rien ne va plus")
"""Acts with which a coup begins in a story: three stakes, and the end of the betting."""


class StageScreen(StrEnum):
    """Screens of one table that the stage shows side by side, and a paper that a story may lay over two of them."""

    CONSOLE = "console"
    SIGN = "sign"
    SEAT = "seat"
    PIT = "pit"
    PAPER = "paper"


class Beat(NamedTuple):
    """Step of a story: screen to point at (None for all), sentence, acts, and minimum duration in seconds."""

    at: StageScreen | None
    sentence: Promise
    acts: tuple[str, ...] = ()
    seconds: float = READING_SECONDS


class Story(NamedTuple):
    """Title, ranks of the cards to come in order, and beats.

    ``own`` says that the story happens on its visitor's screens only, so that other visitors are not shown its
    sentences. ``rules`` are a policy key and the value that the table's rules must have for it; ``paper`` is the
    view of the page to which beats at the paper point, by the ``code`` of the table. Stories are offered by ``order``,
    the lowest first; of those with the same, those of the stage come before those of extensions.
    """

    title: Promise
    cards: str
    beats: tuple[Beat, ...]
    own: bool = False
    rules: tuple[str, str] | None = None
    paper: Callable[..., HttpResponseBase] | None = None
    order: int = 0


ADDED: dict[str, Story] = {}
"""Stories that extensions have added, by the names used in requests."""
SETTLES: list[str] = []
"""Lines of a script that close what an extension has left open at the stage's table, where they are not refused."""
