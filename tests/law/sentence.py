"""A sentence of a document in words of ours: on whose word it holds at the table, and what holds it there."""

from collections.abc import Mapping
from typing import NamedTuple

from table.rules.sources import Said

NOT_YET = ""
"""In the place of a test: the sentence is known, and no test holds it so far."""


class Sentence(NamedTuple):
    """What a document rules; or, below such a sentence, how it is read, or what fills what it leaves open.

    ``said`` is None for what does not happen at a table; ``why`` then says so. ``tests`` are the names of scenarios and
    of test functions, with their file before them where several have the name. ``topic`` is the one under which the
    houses have their mark for it: see :mod:`table.rules.houses`.
    """

    words: str
    said: Said | None
    tests: tuple[str, ...] = ()
    why: str = ""
    topic: str = ""


Sentences = Mapping[str, tuple[Sentence, ...]]
"""The sentences of a document, under the article or the section in which they stand."""


def stated(words: str, *tests: str, topic: str = "") -> Sentence:
    """The document says so in as many words, and the table does it."""
    return Sentence(words, Said.STATED, tests, topic=topic)


def reading(words: str, *tests: str, topic: str = "") -> Sentence:
    """So the table reads a sentence that can be read otherwise too."""
    return Sentence(words, Said.READING, tests, topic=topic)


def default(words: str, *tests: str, topic: str = "") -> Sentence:
    """The document leaves it open, or to a text that is not among the five: the table fills it."""
    return Sentence(words, Said.DEFAULT, tests, topic=topic)


def elsewhere(words: str, why: str) -> Sentence:
    """What the document says of something that does not happen at a table."""
    return Sentence(words, None, why=why)
