"""A sentence of a document in words of ours: on whose word it holds at the table, and what holds it there."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from table.rules.houses import DECLARED
from table.rules.topics.sources import Said
from tests.law.mutant import Mutant

NOT_YET = ""
"""In the place of a test: the sentence is known, and no test holds it so far."""


class Sentence(NamedTuple):
    """What a document rules; or, below such a sentence, how it is read, or what fills what it leaves open.

    ``said`` is None for what does not happen at a table; ``why`` then says so. ``tests`` are the names of scenarios and
    of test functions, with their file before them where several have the name. ``topic`` is the one under which the
    houses have their mark for it, see :mod:`table.rules.houses`: then it is :func:`ruled_by` them. ``broken`` is a
    change of the code that makes the sentence untrue and that ``tests`` notice; ``unbroken`` says why there is none.
    """

    words: str
    said: Said | None
    tests: tuple[str, ...] = ()
    why: str = ""
    topic: str = ""
    broken: Mutant | None = None
    unbroken: str = ""


Sentences = Mapping[str, tuple[Sentence, ...]]
"""The sentences of a document, under the article or the section in which they stand."""


def stated(words: str, *tests: str, broken: Mutant | None = None, unbroken: str = "") -> Sentence:
    """The document says so in as many words, and the table does it."""
    return Sentence(words, Said.STATED, tests, broken=broken, unbroken=unbroken)


def reading(words: str, *tests: str, broken: Mutant | None = None, unbroken: str = "") -> Sentence:
    """So the table reads a sentence that can be read otherwise too."""
    return Sentence(words, Said.READING, tests, broken=broken, unbroken=unbroken)


def default(words: str, *tests: str, broken: Mutant | None = None, unbroken: str = "") -> Sentence:
    """The document leaves it open, or to a text that is not among the five: the table fills it."""
    return Sentence(words, Said.DEFAULT, tests, broken=broken, unbroken=unbroken)


class Ruled(Protocol):
    """Writes a sentence of one document that has a topic."""

    def __call__(
        self, words: str, *tests: str, topic: str, broken: Mutant | None = None, unbroken: str = ""
    ) -> Sentence:
        """The sentence, with the mark that the houses of this document have for the topic."""


def ruled_by(document: str) -> Ruled:
    """Sentences of this document whose mark is that of their topic: it is written in the houses, and there alone."""

    def ruled(words: str, *tests: str, topic: str, broken: Mutant | None = None, unbroken: str = "") -> Sentence:
        return Sentence(words, said_of(document, topic), tests, topic=topic, broken=broken, unbroken=unbroken)

    return ruled


def said_of(document: str, topic: str) -> Said:
    """What the houses of a document have of a topic; a house that is silent of it says nothing against another one."""
    said = [marks[topic].said for house, marks in DECLARED if house.source == document and topic in marks]
    assert said, f"no house of {document} marks {topic}"
    return next((it for it in said if it is not Said.DEFAULT), Said.DEFAULT)


def elsewhere(words: str, why: str) -> Sentence:
    """What the document says of something that does not happen at a table."""
    return Sentence(words, None, why=why)
